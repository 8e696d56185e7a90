import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Written } from './inspect.js';
import { run } from './program.js';

/**
 * Packs the contents of a ZIP into a 7z with LZMA2, at the fastest level. Returns its path and
 * SHA-256. Needs `7z` and `unzip`.
 */
export async function writeSevenZip(zip: string, file: string): Promise<Written> {
  const contents = `${file}.contents`;
  await run('unzip', ['-q', zip, '-d', contents]);
  await run('7z', ['a', '-t7z', '-m0=LZMA2', '-mx=1', file, `${contents}/.`]);
  await rm(contents, { recursive: true });
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { file, sha256: hash.digest('hex') };
}
