import { quotePath, refuse } from '../findings.js';

/** Not compressed. */
export const STORED = 0;
/** The only accepted compression. */
export const DEFLATED = 8;
const AES = 99;

/** The names of the other methods, as packers show them. */
const METHOD_NAMES: Readonly<Record<number, string>> = {
  1: 'Shrink',
  2: 'Reduce 1',
  3: 'Reduce 2',
  4: 'Reduce 3',
  5: 'Reduce 4',
  6: 'Implode',
  9: 'Deflate64',
  10: 'DCL Implode',
  12: 'BZip2',
  14: 'LZMA',
  16: 'CMPSC',
  18: 'Terse',
  19: 'LZ77',
  20: 'Zstandard',
  92: 'MP3',
  93: 'Zstandard',
  94: 'MP3',
  95: 'XZ',
  96: 'JPEG',
  97: 'WavPack',
  98: 'PPMd',
};

/** Whether the format defines the method. */
export function isMethod(method: number): boolean {
  return method === STORED || method === DEFLATED || method === AES || method in METHOD_NAMES;
}

/** Throws ArchiveFault unless an entry is stored or deflated: not all programs support more. */
export function checkMethod(method: number, path: string): void {
  if (method === STORED || method === DEFLATED) return;
  if (method === AES) {
    refuse('archive_encrypted_entry', `${quotePath(path)} is encrypted`, { path });
  }
  const name = METHOD_NAMES[method] ?? `method ${method}`;
  refuse(
    'archive_validation_failed',
    `${quotePath(path)} is packed with ${name}; pack it with Deflate or without compression`,
    { path, finding: 'zip_method', values: { method: name } },
  );
}
