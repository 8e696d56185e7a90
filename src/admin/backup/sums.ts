import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasSystemCode } from '../../platform/error-code.js';
import { CommandError } from '../flags.js';

/** The list of all files of a backup except itself, in the format of `sha256sum`. */
export const SUMS = 'SHA256SUMS';

/**
 * SHA-256 in hexadecimal by the path of a file, which is relative to the backup and has slashes.
 */
export type Sums = ReadonlyMap<string, string>;

const LINE = /^([0-9a-f]{64}) {2}([\w.+@/-]+)$/;

/** The text of the list, in the order of paths. */
export function sumsText(sums: Sums): string {
  const lines = [...sums].map(([path, sum]) => `${sum}  ${path}\n`);
  return lines.sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join('');
}

/**
 * Reads the list of a backup. Throws CommandError if it is missing, or if a line is damaged,
 * repeats a path or names an unsafe one.
 */
export async function readSums(backup: string): Promise<Sums> {
  const text = await readFile(join(backup, SUMS), 'utf8').catch((error: unknown) => {
    if (!hasSystemCode(error, 'ENOENT')) throw error;
    throw new CommandError(`${backup} is not a complete backup`);
  });
  const sums = new Map<string, string>();
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, sum, path] = LINE.exec(line) ?? [];
    if (sum === undefined || path === undefined || !isSafe(path) || sums.has(path)) {
      throw new CommandError(`${join(backup, SUMS)} is damaged`, { help: { line } });
    }
    sums.set(path, sum);
  }
  return sums;
}

const TOP = /^(manifest\.json$|(database|keys|storage)\/)/;

function isSafe(path: string): boolean {
  const isOrdinary = path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  return isOrdinary && TOP.test(path);
}
