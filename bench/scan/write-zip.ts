import { createHash, randomFillSync } from 'node:crypto';
import { open } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import type { Written } from './inspect.js';

const MIB = 1024 * 1024;

/** A ZIP to be written. */
export interface Archive {
  readonly entries: number;
  /** The size before compression. Above 1 MiB, stored entries need a multiple of 1 MiB. */
  readonly entryBytes: number;
  /**
   * Stored entries are random, and no two are equal. Deflated ones shrink to half, as textures do,
   * and all have the same content.
   */
  readonly form: 'stored' | 'deflated';
}

/**
 * Writes a new ZIP with right CRCs piece by piece, and returns its path and SHA-256. Throws if the
 * file exists.
 */
export async function writeZip(path: string, archive: Archive): Promise<Written> {
  const file = await open(path, 'wx');
  const hash = createHash('sha256');
  const contents = contentsOf(archive);
  const records: Buffer[] = [];
  let at = 0;
  let waiting: Buffer[] = [];
  const write = async (bytes: Buffer): Promise<void> => {
    hash.update(bytes);
    at += bytes.length;
    // Small entries are collected. A large block is stamped again later, so it is written at once.
    waiting.push(bytes.length < MIB ? Buffer.from(bytes) : bytes);
    if (bytes.length < MIB && waiting.length < 1000) return;
    await file.writev(waiting);
    waiting = [];
  };
  for (let entry = 0; entry < archive.entries; entry++) {
    const { blocks, crc, packedBytes } = contents(entry);
    const name = Buffer.from(`textures/pack-${entry}.bin`);
    const sizes = { crc, packedBytes, sizeBytes: archive.entryBytes };
    const { local, central } = headers(name, sizes, archive.form, at);
    records.push(central);
    await write(local);
    for (const block of blocks()) await write(block);
  }
  const start = at;
  const directory = Buffer.concat(records);
  await write(directory);
  await write(endRecord(records.length, directory.length, start));
  await file.writev(waiting);
  await file.close();
  return { file: path, sha256: hash.digest('hex') };
}

interface Content {
  readonly crc: number;
  readonly packedBytes: number;
  blocks(): Iterable<Buffer>;
}

function contentsOf({ entryBytes, form }: Archive): (entry: number) => Content {
  const block = randomFillSync(Buffer.alloc(Math.min(MIB, entryBytes)));
  const times = Math.ceil(entryBytes / block.length);
  if (form === 'stored') {
    return (entry) => {
      const blocks = function* () {
        for (let i = 0; i < times; i++) yield stamp(block, entry, i);
      };
      let crc = 0;
      for (const piece of blocks()) crc = crc32(piece, crc);
      return { crc, packedBytes: entryBytes, blocks };
    };
  }
  const whole = Buffer.alloc(entryBytes);
  for (let i = 0; i < times; i++) randomNibbles(block).copy(whole, i * block.length);
  const packed = deflateRawSync(whole, { level: 6 });
  const content = { crc: crc32(whole), packedBytes: packed.length, blocks: () => [packed] };
  return () => content;
}

/** Sixteen values in random order, which deflate to about half by their codes alone. */
function randomNibbles(block: Buffer): Buffer {
  randomFillSync(block);
  for (let i = 0; i < block.length; i++) block[i] = (block[i] ?? 0) & 0x0f;
  return block;
}

/** Stamps a block of a stored entry, so that no two are equal and none looks like a program. */
function stamp(block: Buffer, entry: number, index: number): Buffer {
  block.write('tile');
  block.writeUInt32LE(entry, 4);
  block.writeUInt32LE(index, 8);
  return block;
}

interface Sizes {
  readonly crc: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
}

function headers(name: Buffer, sizes: Sizes, form: Archive['form'], start: number) {
  // Version, flags, method, time and date; CRC and both sizes; lengths of name and extra field.
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(form === 'deflated' ? 8 : 0, 4);
  shared.writeUInt32LE(sizes.crc, 10);
  shared.writeUInt32LE(sizes.packedBytes, 14);
  shared.writeUInt32LE(sizes.sizeBytes, 18);
  shared.writeUInt16LE(name.length, 22);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(start, 10);
  return {
    local: Buffer.concat([Buffer.from('PK\x03\x04'), shared, name]),
    central: Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), shared, rest, name]),
  };
}

function endRecord(entries: number, directoryBytes: number, directoryStart: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(directoryStart, 16);
  return end;
}
