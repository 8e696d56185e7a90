import { crc32, deflateRawSync } from 'node:zlib';

/** One entry to write. Every field of both headers can be forged; by default all agree. */
export interface EntrySpec {
  readonly name: string | Buffer;
  readonly content?: Buffer | string;
  readonly method?: 'store' | 'deflate';
  /** Write a data descriptor, with or without its signature, and zeros in the local header. */
  readonly descriptor?: 'signed' | 'bare';
  readonly flags?: number;
  readonly attributes?: number;
  /** The host system of the entry; Unix by default. */
  readonly host?: number;
  readonly centralExtra?: Buffer;
  readonly localExtra?: Buffer;
  readonly central?: Partial<HeaderFields>;
  readonly local?: Partial<HeaderFields>;
  /** Replaces the packed bytes of the content. */
  readonly packed?: Buffer;
  readonly descriptorBytes?: Buffer;
  /** Bytes after the entry that nothing accounts for. */
  readonly gap?: Buffer;
}

export interface HeaderFields {
  readonly name: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly compressedBytes: number;
  readonly sizeBytes: number;
  readonly start: number;
  readonly disk: number;
}

export interface ArchiveSpec {
  readonly prefix?: Buffer;
  /** Between the central directory and the end record. */
  readonly beforeEnd?: Buffer;
  readonly comment?: Buffer;
  readonly suffix?: Buffer;
  readonly end?: Partial<EndFields>;
}

export interface EndFields {
  readonly disk: number;
  readonly directoryDisk: number;
  readonly entriesHere: number;
  readonly entries: number;
  readonly directoryBytes: number;
  readonly directoryStart: number;
}

/** Writes a ZIP byte by byte, valid or forged. */
export function writeZip(entries: readonly EntrySpec[], archive: ArchiveSpec = {}): Buffer {
  const parts: Buffer[] = [archive.prefix ?? Buffer.alloc(0)];
  const records: Buffer[] = [];
  let at = parts[0]?.length ?? 0;
  for (const spec of entries) {
    const written = writeEntry(spec, at);
    parts.push(written.bytes);
    records.push(written.record);
    at += written.bytes.length;
  }
  const directory = Buffer.concat(records);
  const comment = archive.comment ?? Buffer.alloc(0);
  const fields: EndFields = {
    disk: 0,
    directoryDisk: 0,
    entriesHere: entries.length,
    entries: entries.length,
    directoryBytes: directory.length,
    directoryStart: at,
    ...archive.end,
  };
  return Buffer.concat([
    ...parts,
    directory,
    archive.beforeEnd ?? Buffer.alloc(0),
    endRecord(fields, comment),
    archive.suffix ?? Buffer.alloc(0),
  ]);
}

/** An end record. */
export function endRecord(fields: EndFields, comment: Buffer): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(fields.disk, 4);
  end.writeUInt16LE(fields.directoryDisk, 6);
  end.writeUInt16LE(fields.entriesHere, 8);
  end.writeUInt16LE(fields.entries, 10);
  end.writeUInt32LE(fields.directoryBytes, 12);
  end.writeUInt32LE(fields.directoryStart, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([end, comment]);
}

/** One extra field. */
export function extraField(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

function writeEntry(spec: EntrySpec, start: number): { bytes: Buffer; record: Buffer } {
  const name = Buffer.from(spec.name);
  const content = Buffer.from(spec.content ?? '');
  const isDeflated = spec.method === 'deflate';
  const packed = spec.packed ?? (isDeflated ? deflateRawSync(content) : content);
  const fields: HeaderFields = {
    name,
    flags: (spec.flags ?? 0x800) | (spec.descriptor ? 0x8 : 0),
    method: isDeflated ? 8 : 0,
    crc: crc32(content),
    compressedBytes: packed.length,
    sizeBytes: content.length,
    start,
    disk: 0,
  };
  const later = spec.descriptor ? { crc: 0, compressedBytes: 0, sizeBytes: 0 } : {};
  const local = { ...fields, ...later, ...spec.local };
  const bytes = Buffer.concat([
    localHeader(local, spec.localExtra ?? Buffer.alloc(0)),
    packed,
    spec.descriptorBytes ??
      (spec.descriptor ? descriptor(fields, spec.descriptor) : Buffer.alloc(0)),
    spec.gap ?? Buffer.alloc(0),
  ]);
  return { bytes, record: centralRecord({ ...fields, ...spec.central }, spec) };
}

function localHeader(fields: HeaderFields, extra: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(fields.flags, 6);
  head.writeUInt16LE(fields.method, 8);
  head.writeUInt32LE(fields.crc, 14);
  head.writeUInt32LE(fields.compressedBytes, 18);
  head.writeUInt32LE(fields.sizeBytes, 22);
  head.writeUInt16LE(fields.name.length, 26);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, fields.name, extra]);
}

function descriptor(fields: HeaderFields, form: 'signed' | 'bare'): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(fields.crc, 4);
  bytes.writeUInt32LE(fields.compressedBytes, 8);
  bytes.writeUInt32LE(fields.sizeBytes, 12);
  return form === 'signed' ? bytes : bytes.subarray(4);
}

function centralRecord(fields: HeaderFields, spec: EntrySpec): Buffer {
  const extra = spec.centralExtra ?? Buffer.alloc(0);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt8(0x14, 4);
  head.writeUInt8(spec.host ?? 3, 5);
  head.writeUInt16LE(20, 6);
  head.writeUInt16LE(fields.flags, 8);
  head.writeUInt16LE(fields.method, 10);
  head.writeUInt32LE(fields.crc, 16);
  head.writeUInt32LE(fields.compressedBytes, 20);
  head.writeUInt32LE(fields.sizeBytes, 24);
  head.writeUInt16LE(fields.name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt16LE(fields.disk, 34);
  head.writeUInt32LE(spec.attributes ?? 0, 38);
  head.writeUInt32LE(fields.start, 42);
  return Buffer.concat([head, fields.name, extra]);
}
