import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { isInstalled, run } from './program.js';
import { measure } from './rounds.js';

/** The program that hashed a file, and the shortest time of `ROUNDS` rounds. */
export interface HashFloor {
  readonly name: string;
  readonly seconds: number;
}

/** Hashes with OpenSSL, or with Node if OpenSSL is missing. */
export async function measureHashing(file: string): Promise<HashFloor> {
  const hasOpenSsl = await isInstalled('openssl', ['version']);
  const work = () => (hasOpenSsl ? run('openssl', ['dgst', '-sha256', file]) : hashByNode(file));
  const { seconds } = await measure(work);
  const name = hasOpenSsl ? 'openssl dgst -sha256' : "Node's SHA-256 (openssl is not installed)";
  return { name, seconds };
}

async function hashByNode(file: string): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    hash.update(chunk);
  }
}
