import { crc32 } from 'node:zlib';
import type { EntrySpec } from './zip-writer.js';

/** One entry to write. By default its fields agree with its content. */
export interface SevenZipEntry extends Pick<EntrySpec, 'content'> {
  readonly name: string | Buffer;
  readonly isFolder?: boolean;
  readonly isAnti?: boolean;
  /** Windows attributes; the upper half holds a Unix mode if bit 15 is set. */
  readonly attributes?: number;
  readonly crc?: number | null;
  readonly sizeBytes?: number;
}

/** Options to forge the archive as a whole. */
export interface SevenZipSpec {
  /** One folder for all files, as in most archives, or one per file. */
  readonly isSolid?: boolean;
  /** The method id in hex; the content is always stored. */
  readonly method?: string;
  readonly properties?: Buffer;
  /** Each folder first passes a copying coder that declares this output size. */
  readonly stepBytes?: number;
  /** The packed size that a folder declares, in place of the real one. */
  readonly packedBytes?: number;
  readonly packStart?: number;
  /** Bytes before the header that nothing accounts for. */
  readonly gap?: Buffer;
  readonly prefix?: Buffer;
  readonly suffix?: Buffer;
  readonly startCrc?: number;
  readonly headerCrc?: number;
  readonly headerBytes?: number;
  readonly version?: number;
  /** Bytes at the end of the header. */
  readonly afterHeader?: Buffer;
  /** Additional properties of the files. */
  readonly moreProperties?: Buffer;
  /** Replaces the number of files. */
  readonly fileCount?: number;
  /** Replaces the whole header. */
  readonly header?: Buffer;
}

/** Writes a 7z byte by byte with stored files, valid or forged. */
export function writeSevenZip(entries: readonly SevenZipEntry[], spec: SevenZipSpec = {}): Buffer {
  const contents = entries.map((entry) => Buffer.from(entry.content ?? ''));
  const full = entries
    .map((entry, i) => ({ entry, content: contents[i] ?? Buffer.alloc(0) }))
    .filter(({ content }) => content.length > 0);
  const streams = Buffer.concat(full.map(({ content }) => content));
  const header = Buffer.concat([
    spec.header ??
      Buffer.concat([
        Buffer.from([0x01]),
        full.length > 0 ? streamsInfo(full, spec) : Buffer.alloc(0),
        filesInfo(entries, contents, spec),
        Buffer.from([0x00]),
      ]),
    spec.afterHeader ?? Buffer.alloc(0),
  ]);
  const gap = spec.gap ?? Buffer.alloc(0);
  return Buffer.concat([
    spec.prefix ?? Buffer.alloc(0),
    signatureHeader((spec.packedBytes ?? streams.length) + gap.length, header, spec),
    streams,
    gap,
    header,
    spec.suffix ?? Buffer.alloc(0),
  ]);
}

/** A variable-length number of 7z. */
export function number(value: number): Buffer {
  for (let length = 0; length < 8; length++) {
    if (value < 2 ** (7 * (length + 1))) {
      const bytes = Buffer.alloc(length + 1);
      bytes[0] = ((0xff00 >> length) & 0xff) | Math.floor(value / 2 ** (8 * length));
      for (let i = 0; i < length; i++) bytes[i + 1] = Math.floor(value / 2 ** (8 * i)) & 0xff;
      return bytes;
    }
  }
  const bytes = Buffer.alloc(9, 0xff);
  bytes.writeBigUInt64LE(BigInt(value), 1);
  return bytes;
}

function signatureHeader(start: number, header: Buffer, spec: SevenZipSpec): Buffer {
  const head = Buffer.alloc(32);
  head.write('7z\xbc\xaf\x27\x1c', 'latin1');
  head.writeUInt8(spec.version ?? 0, 6);
  head.writeUInt8(4, 7);
  head.writeBigUInt64LE(BigInt(start), 12);
  head.writeBigUInt64LE(BigInt(spec.headerBytes ?? header.length), 20);
  head.writeUInt32LE(spec.headerCrc ?? crc32(header), 28);
  head.writeUInt32LE(spec.startCrc ?? crc32(head.subarray(12)), 8);
  return head;
}

interface FullEntry {
  readonly entry: SevenZipEntry;
  readonly content: Buffer;
}

function streamsInfo(full: readonly FullEntry[], spec: SevenZipSpec): Buffer {
  const { stepBytes } = spec;
  const folders = spec.isSolid ? [full] : full.map((one) => [one]);
  const packed = folders.map(
    (files) => spec.packedBytes ?? files.reduce((sum, { content }) => sum + content.length, 0),
  );
  const sizes = folders.map((files) =>
    files.reduce((sum, { entry, content }) => sum + (entry.sizeBytes ?? content.length), 0),
  );
  const crcs = full.map(({ entry, content }) =>
    entry.crc === undefined ? crc32(content) : entry.crc,
  );
  return Buffer.concat([
    Buffer.from([0x04, 0x06]),
    number(spec.packStart ?? 0),
    number(folders.length),
    Buffer.from([0x09]),
    ...packed.map(number),
    Buffer.from([0x00, 0x07, 0x0b]),
    number(folders.length),
    Buffer.from([0x00]),
    ...folders.map(() => folder(spec)),
    Buffer.from([0x0c]),
    ...sizes.flatMap((size) => [
      number(size),
      ...(stepBytes === undefined ? [] : [number(stepBytes)]),
    ]),
    Buffer.from([0x00, 0x08]),
    ...(spec.isSolid ? [Buffer.from([0x0d]), number(full.length)] : []),
    ...(spec.isSolid && full.length > 1
      ? [
          Buffer.from([0x09]),
          ...full
            .slice(0, -1)
            .map(({ entry, content }) => number(entry.sizeBytes ?? content.length)),
        ]
      : []),
    Buffer.from([0x0a]),
    digests(crcs),
    Buffer.from([0x00, 0x00]),
  ]);
}

function folder({ method = '00', properties, stepBytes }: SevenZipSpec): Buffer {
  const id = Buffer.from(method, 'hex');
  const hasStep = stepBytes !== undefined;
  return Buffer.concat([
    Buffer.from([hasStep ? 2 : 1, id.length | (properties ? 0x20 : 0)]),
    id,
    ...(properties ? [number(properties.length), properties] : []),
    // The extra coder, and the bond from its output, 1, to the input of the method, 0.
    ...(hasStep ? [Buffer.from([1, 0, 0, 1])] : []),
  ]);
}

function digests(crcs: readonly (number | null)[]): Buffer {
  const parts = [bits(crcs.map((crc) => crc !== null))];
  for (const crc of crcs) {
    if (crc === null) continue;
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(crc);
    parts.push(bytes);
  }
  return Buffer.concat([Buffer.from([0]), ...parts]);
}

function filesInfo(
  entries: readonly SevenZipEntry[],
  contents: readonly Buffer[],
  spec: SevenZipSpec,
): Buffer {
  const isEmpty = contents.map((content) => content.length === 0);
  const empty = entries.filter((_, i) => isEmpty[i]);
  const names = entries.map(({ name }) =>
    Buffer.concat([Buffer.isBuffer(name) ? name : Buffer.from(name, 'utf16le'), Buffer.alloc(2)]),
  );
  const attributes = entries.map((entry) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(entry.attributes ?? (entry.isFolder ? 0x10 : 0x20));
    return bytes;
  });
  return Buffer.concat([
    Buffer.from([0x05]),
    number(spec.fileCount ?? entries.length),
    ...(empty.length > 0 ? [property(0x0e, bits(isEmpty))] : []),
    ...(empty.length > 0 ? [property(0x0f, bits(empty.map(({ isFolder }) => !isFolder)))] : []),
    ...(empty.some(({ isAnti }) => isAnti)
      ? [property(0x10, bits(empty.map(({ isAnti }) => isAnti === true)))]
      : []),
    property(0x11, Buffer.concat([Buffer.from([0]), ...names])),
    property(0x15, Buffer.concat([Buffer.from([1, 0]), ...attributes])),
    spec.moreProperties ?? Buffer.alloc(0),
    Buffer.from([0]),
  ]);
}

/** One property of the files. */
export function property(id: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([id]), number(data.length), data]);
}

function bits(values: readonly boolean[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil(values.length / 8));
  for (const [i, value] of values.entries()) {
    if (value) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (0x80 >> (i & 7));
  }
  return bytes;
}
