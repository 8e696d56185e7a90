import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import AdmZip from 'adm-zip';

const java17 = 61;
const publicSuper = 0x21;

/** Creates an empty but valid public Java class; `name` is its binary name with slashes. */
export function classFile(name: string): Buffer {
  const source = `${name.slice(name.lastIndexOf('/') + 1)}.java`;
  return Buffer.concat([
    Buffer.from('cafebabe', 'hex'),
    words(0, java17),
    words(7),
    text(name),
    classAt(1),
    text('java/lang/Object'),
    classAt(3),
    text('SourceFile'),
    text(source),
    words(publicSuper, 2, 4),
    // No interfaces, fields or methods; one attribute: the name of the source file.
    words(0, 0, 0, 1),
    words(5, 0, 2, 6),
  ]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value, at * 2);
  return bytes;
}

/** A CONSTANT_Utf8 entry of the constant pool. */
function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([Buffer.from([1]), words(bytes.length), bytes]);
}

/** A CONSTANT_Class entry that names the Utf8 entry `index`. */
function classAt(index: number): Buffer {
  return Buffer.concat([Buffer.from([7]), words(index)]);
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const largestBlock = 65_535;

/**
 * Creates a square PNG: noise in shades of one colour with a bevelled edge. Only `seed` and the
 * size determine it. Its pixels are stored uncompressed, so that the bytes are the same on every
 * machine.
 */
export function texturePng(seed: string, sizePixels: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sizePixels, 0);
  header.writeUInt32BE(sizePixels, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', zlibStored(pixels(seed, sizePixels))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Rows of RGB, each after its filter byte. */
function pixels(seed: string, size: number): Buffer {
  const grain = createHash('shake256', { outputLength: size * size + 3 })
    .update(seed)
    .digest();
  const base = [grain[0] ?? 0, grain[1] ?? 0, grain[2] ?? 0].map((part) => 60 + (part >> 1));
  const rows = Buffer.alloc(size * (size * 3 + 1));
  let at = 0;
  for (let y = 0; y < size; y += 1) {
    at += 1;
    for (let x = 0; x < size; x += 1) {
      const lit = x === 0 || y === 0 ? 34 : x === size - 1 || y === size - 1 ? -34 : 0;
      const shade = lit + ((grain[3 + y * size + x] ?? 0) % 29) - 14;
      for (const part of base) {
        rows[at] = Math.max(0, Math.min(255, part + shade));
        at += 1;
      }
    }
  }
  return rows;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** `data` as a zlib stream of stored blocks (RFC 1950, RFC 1951 3.2.4). */
function zlibStored(data: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from([0x78, 0x01])];
  for (let start = 0; start < data.length; start += largestBlock) {
    const block = data.subarray(start, start + largestBlock);
    const head = Buffer.alloc(5);
    head[0] = start + block.length === data.length ? 1 : 0;
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(~block.length & 0xffff, 3);
    parts.push(head, block);
  }
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(adler32(data));
  return Buffer.concat([...parts, sum]);
}

function adler32(data: Buffer): number {
  let a = 1;
  let b = 0;
  for (const byte of data) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return ((b << 16) | a) >>> 0;
}

/** One file of an archive. */
export interface ArchiveEntry {
  /** With forward slashes, relative to the root of the archive. */
  readonly path: string;
  readonly bytes: Buffer;
}

const stored = 0;
const madeOnUnix = (3 << 8) | 20;

/**
 * Creates a ZIP of `entries` with identical bytes on every machine. Times and attributes are fixed.
 * Entries are stored, because deflate output depends on the zlib build.
 */
export function zipBytes(entries: readonly ArchiveEntry[]): Buffer {
  // Built from local parts, because ZIP stores local time: the same bytes in every time zone.
  const packedAt = new Date(2024, 4, 17, 12, 0, 0);
  const zip = new AdmZip(undefined, { noSort: true });
  for (const { path, bytes } of entries) {
    const entry = zip.addFile(path, bytes, '', 0o644);
    entry.header.time = packedAt;
    entry.header.method = stored;
    entry.header.made = madeOnUnix;
  }
  return zip.toBuffer();
}
