import { NeedsReview, refuse } from '../fault.js';
import type { Coder } from './folder.js';

const AES = '06f10701';
const MIB = 1024 * 1024;

/** The memory of each supported method, by its properties. */
const MEMORY: Readonly<Record<string, (properties: Buffer) => number>> = {
  '00': () => 0,
  '030101': (properties) => (properties.length < 5 ? 0 : properties.readUInt32LE(1)),
  '21': (properties) => lzma2Dictionary(properties[0] ?? 0),
  '030401': (properties) => (properties.length < 5 ? 0 : properties.readUInt32LE(1)),
  '040202': () => 8 * MIB,
  '040108': small,
  '040109': small,
  // Delta, and the filters for machine code and byte order, with their newer and older ids.
  '03': small,
  '04': small,
  '05': small,
  '06': small,
  '07': small,
  '08': small,
  '09': small,
  '0a': small,
  '0b': small,
  '03030103': small,
  '0303011b': small,
  '03030205': small,
  '03030401': small,
  '03030501': small,
  '03030701': small,
  '03030805': small,
  '020302': small,
  '020304': small,
};

/** Whether the coders do not change the bytes. */
export function isStored(coders: readonly Coder[]): boolean {
  return coders.every(({ method }) => method === '00');
}

/**
 * The total memory of a folder's coders, in bytes. Throws ArchiveFault if one of them decrypts, and
 * Undecided if one is not supported.
 */
export function memoryOf(coders: readonly Coder[]): number {
  if (coders.some(({ method }) => method === AES)) {
    refuse('archive_encrypted_entry', 'the archive is encrypted');
  }
  return coders.reduce((total, { method, properties }) => {
    const memory = MEMORY[method];
    if (!memory) throw new NeedsReview('method_not_supported');
    return total + memory(properties);
  }, 0);
}

function small(): number {
  return MIB;
}

/** Half steps of powers of two, up to 4 GiB minus one byte. */
function lzma2Dictionary(property: number): number {
  if (property > 40) return Number.POSITIVE_INFINITY;
  return property === 40 ? 2 ** 32 - 1 : (2 | (property & 1)) * 2 ** ((property >> 1) + 11);
}
