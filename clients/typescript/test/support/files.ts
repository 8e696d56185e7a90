import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { onTestFinished } from 'vitest';

/** The SHA-256 of a file. */
export const sha256Of = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

/** The names in the folder of a file. */
export const namesBeside = async (path: string): Promise<string[]> =>
  (await readdir(dirname(path))).sort();

/** A host to which nothing may be sent. `asked` has the paths of requests that it got anyway. */
export async function otherHost(): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, reply) => {
    asked.push(url);
    reply.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/other`, asked };
}
