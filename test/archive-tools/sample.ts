import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Incompressible bytes, the same in every run. */
function noise(bytes: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(bytes / 32) }, (_, i) =>
    createHash('sha256').update(`block ${i}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, bytes);
}

/** The files of a small mod, with everything that packers treat differently. */
export const SAMPLE: ReadonlyMap<string, Buffer> = new Map([
  ['readme.txt', Buffer.from('A mod that is packed with many tools.\n')],
  ['empty.cfg', Buffer.alloc(0)],
  ['assets/noise.bin', noise(200_000)],
  ['assets/text/story.txt', Buffer.from('Once upon a time. '.repeat(20_000))],
  ['assets/text/two words.txt', Buffer.from('A name with a space.\n')],
  ['lang/Größe.txt', Buffer.from('A name in Latin-1.\n')],
  ['lang/мод.txt', Buffer.from('A name in Cyrillic.\n')],
  ['lang/日本語.txt', Buffer.from('A name in Japanese.\n')],
]);

/** A folder without files. */
export const EMPTY_FOLDER = 'assets/nothing';

/** Writes the sample into a folder. */
export function writeSample(folder: string): void {
  mkdirSync(join(folder, EMPTY_FOLDER), { recursive: true });
  for (const [path, content] of SAMPLE) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
