import { crc32 } from 'node:zlib';
import type { EntrySpec } from './zip-writer.js';

/** One entry to write, stored. By default its fields agree with its content. */
export interface RarEntry extends Pick<EntrySpec, 'content'> {
  readonly name: string | Buffer;
  readonly isFolder?: boolean;
  /** A service block such as `STM` or `CMT`, not a file. */
  readonly isService?: boolean;
  /** Flags in addition to those that the entry needs; in RAR 5, flags of the block. */
  readonly flags?: number;
  /** RAR 5: flags of the file. */
  readonly fileFlags?: number;
  /** RAR 5: records of the extra area. */
  readonly extra?: readonly Buffer[];
  readonly isUnix?: boolean;
  readonly attributes?: number;
  readonly crc?: number;
  readonly sizeBytes?: number;
  /** RAR 5: version, solid, method, dictionary. RAR 4: method. */
  readonly compression?: number;
  readonly packed?: Buffer;
  readonly headerCrc?: number;
}

/** Options to forge the archive as a whole. */
export interface RarSpec {
  readonly prefix?: Buffer;
  readonly suffix?: Buffer;
  readonly mainFlags?: number;
  /** RAR 5: records of the extra area of the main header. */
  readonly mainExtra?: readonly Buffer[];
  /** RAR 5: the volume number, which only volumes have. */
  readonly volume?: number;
  readonly endFlags?: number;
  /** Null omits the end block. */
  readonly end?: null;
  /** Blocks after the main header, and before the end. */
  readonly first?: Buffer;
  readonly last?: Buffer;
}

/** Writes a RAR 5, valid or forged. */
export function writeRar5(entries: readonly RarEntry[], spec: RarSpec = {}): Buffer {
  return Buffer.concat([
    spec.prefix ?? Buffer.alloc(0),
    Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1'),
    block5({
      type: 1,
      fields: Buffer.concat([
        vint(spec.mainFlags ?? 0),
        ...(spec.volume === undefined ? [] : [vint(spec.volume)]),
      ]),
      extra: spec.mainExtra ?? [],
    }),
    spec.first ?? Buffer.alloc(0),
    ...entries.map(entry5),
    spec.last ?? Buffer.alloc(0),
    spec.end === null ? Buffer.alloc(0) : block5({ type: 5, fields: vint(spec.endFlags ?? 0) }),
    spec.suffix ?? Buffer.alloc(0),
  ]);
}

/** A variable-length integer of RAR 5. */
export function vint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.from(bytes);
}

/** A record of an extra area of RAR 5. */
export function record(type: number, ...fields: readonly Buffer[]): Buffer {
  const body = Buffer.concat([vint(type), ...fields]);
  return Buffer.concat([vint(body.length), body]);
}

/** One block of RAR 5. */
export function block5(block: {
  readonly type: number;
  readonly flags?: number;
  readonly fields: Buffer;
  readonly extra?: readonly Buffer[];
  readonly data?: Buffer;
  /** Announces this many data bytes, and writes none. */
  readonly gapBytes?: number;
  readonly crc?: number;
}): Buffer {
  const extra = Buffer.concat(block.extra ?? []);
  const dataBytes = block.gapBytes ?? block.data?.length;
  const flags = (block.flags ?? 0) | (extra.length > 0 ? 1 : 0) | (dataBytes === undefined ? 0 : 2);
  const body = Buffer.concat([
    vint(block.type),
    vint(flags),
    ...(extra.length > 0 ? [vint(extra.length)] : []),
    ...(dataBytes === undefined ? [] : [vint(dataBytes)]),
    block.fields,
    extra,
  ]);
  const sized = Buffer.concat([vint(body.length), body]);
  return Buffer.concat([uint32(block.crc ?? crc32(sized)), sized, block.data ?? Buffer.alloc(0)]);
}

function entry5(entry: RarEntry): Buffer {
  const name = Buffer.from(entry.name);
  const content = Buffer.from(entry.content ?? '');
  const fileFlags = (entry.isFolder ? 1 : 4) | (entry.fileFlags ?? 0);
  return block5({
    type: entry.isService ? 3 : 2,
    flags: entry.flags ?? 0,
    fields: Buffer.concat([
      vint(fileFlags),
      vint(entry.sizeBytes ?? content.length),
      vint(entry.attributes ?? (entry.isFolder ? 0x10 : 0x20)),
      ...((fileFlags & 4) !== 0 ? [uint32(entry.crc ?? crc32(content))] : []),
      vint(entry.compression ?? 0),
      vint(entry.isUnix ? 1 : 0),
      vint(name.length),
      name,
    ]),
    extra: entry.extra ?? [],
    ...(entry.isFolder ? {} : { data: entry.packed ?? content }),
    ...(entry.headerCrc === undefined ? {} : { crc: entry.headerCrc }),
  });
}

/** Writes a RAR of versions 3 and 4, valid or forged. */
export function writeRar4(entries: readonly RarEntry[], spec: RarSpec = {}): Buffer {
  return Buffer.concat([
    spec.prefix ?? Buffer.alloc(0),
    Buffer.from('Rar!\x1a\x07\x00', 'latin1'),
    block4(0x73, spec.mainFlags ?? 0, Buffer.alloc(6)),
    spec.first ?? Buffer.alloc(0),
    ...entries.map(entry4),
    spec.last ?? Buffer.alloc(0),
    spec.end === null
      ? Buffer.alloc(0)
      : block4(0x7b, 0x4000 | (spec.endFlags ?? 0), Buffer.alloc(0)),
    spec.suffix ?? Buffer.alloc(0),
  ]);
}

/** One block of RAR 4. */
export function block4(type: number, flags: number, fields: Buffer, crc?: number): Buffer {
  const head = Buffer.alloc(7);
  head.writeUInt8(type, 2);
  head.writeUInt16LE(flags, 3);
  head.writeUInt16LE(7 + fields.length, 5);
  const whole = Buffer.concat([head, fields]);
  whole.writeUInt16LE((crc ?? crc32(whole.subarray(2))) & 0xffff, 0);
  return whole;
}

function entry4(entry: RarEntry): Buffer {
  const name = Buffer.from(entry.name);
  const content = Buffer.from(entry.content ?? '');
  const packed = entry.packed ?? content;
  const fields = Buffer.alloc(25);
  fields.writeUInt32LE(packed.length, 0);
  fields.writeUInt32LE(entry.sizeBytes ?? content.length, 4);
  fields.writeUInt8(entry.isUnix ? 3 : 2, 8);
  fields.writeUInt32LE(entry.crc ?? crc32(content), 9);
  fields.writeUInt8(29, 17);
  fields.writeUInt8(entry.compression ?? 0x30, 18);
  fields.writeUInt16LE(name.length, 19);
  fields.writeUInt32LE(entry.attributes ?? (entry.isFolder ? 0x10 : 0x20), 21);
  const flags = 0x8000 | (entry.isFolder ? 0xe0 : 0) | (entry.flags ?? 0);
  const type = entry.isService ? 0x7a : 0x74;
  const header = block4(type, flags, Buffer.concat([fields, name]), entry.headerCrc);
  return Buffer.concat([header, packed]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
