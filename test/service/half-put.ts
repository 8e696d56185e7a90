import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';

/** The target of a PUT, from an upload session or one of its parts. */
export interface PutTarget {
  readonly method: string;
  readonly url: string;
  readonly headers: object;
}

/** Sends the first half of a body only. Always throws when the connection has ended. */
export async function putHalf(to: PutTarget, bytes: Uint8Array): Promise<never> {
  const sent = request(to.url, {
    method: to.method,
    headers: { ...to.headers, 'Content-Length': bytes.length },
  });
  sent.write(bytes.subarray(0, bytes.length / 2));
  await once(sent, 'close').catch(() => undefined);
  throw new TypeError('cut off');
}

/** Sends half a body, reports when the system has taken it, and waits to be killed. */
const CLIENT = `
const { request } = require('node:http');
const [url, method, headers, half] = JSON.parse(process.argv[1]);
const sent = request(url, { method, headers });
sent.on('error', () => undefined);
sent.write(Buffer.from(half, 'base64'), () => process.stdout.write('sent'));
`;

/** Starts a client that sends the first half of a body, then kills it. Always throws. */
export async function putHalfAndDie(to: PutTarget, bytes: Uint8Array): Promise<never> {
  const headers = { ...to.headers, 'Content-Length': bytes.length };
  const half = Buffer.from(bytes.subarray(0, bytes.length / 2)).toString('base64');
  const task = JSON.stringify([to.url, to.method, headers, half]);
  const client = spawn(process.execPath, ['-e', CLIENT, task], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(client, 'exit');
  await Promise.race([once(client.stdout, 'data'), ended]);
  client.kill('SIGKILL');
  const [, signal] = await ended;
  throw new TypeError(`the client ended by ${signal}`);
}
