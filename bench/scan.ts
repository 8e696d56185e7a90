import { spawn } from 'node:child_process';
import { createHash, randomFillSync } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { ByteSource } from '../src/modules/uploads/inspection/byte-source.js';
import { inspectArchive } from '../src/modules/uploads/inspection/inspect-archive.js';
import { createBuiltinScanner } from '../src/platform/scanner/builtin-scanner.js';
import { SIGNATURES } from '../src/platform/scanner/signatures.js';
import { readTransient } from '../src/platform/storage/disk/read-transient.js';
import type { BenchRow } from './row.js';

const MIB = 1024 * 1024;
const ENTRIES = 16;
const ENTRY_BYTES = 64 * MIB;
const LITERALS = 16;
const ROUNDS = 3;
const CHUNK_BYTES = MIB;

/**
 * Measures the inspection of a stored ZIP of 1 GiB against `openssl dgst -sha256` on the same file,
 * both from a warm page cache, and how far the memory of the process grows meanwhile.
 */
export async function benchScan(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'modport-bench-'));
  try {
    const file = join(folder, 'stored.zip');
    const sha256 = await writeStoredZip(file);
    const { size } = await stat(file);
    const floors: number[] = [];
    const rates: number[] = [];
    let floor = '';
    let grownBytes = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const hashed = await rateOf(size, async () => {
        floor = await hashByFloor(file);
      });
      floors.push(hashed);
      const memory = watchMemory();
      rates.push(await rateOf(size, () => inspect(file, size, sha256)));
      grownBytes = Math.max(grownBytes, memory.stop());
    }
    const value = Math.max(...rates);
    const ratio = value / Math.max(...floors);
    const grown = grownBytes / MIB;
    return [
      { name: 'SHA-256 of 1 GiB', value: Math.max(...floors), unit: 'MB/s', floor },
      {
        name: `inspection of a stored ZIP of 1 GiB, ${LITERALS} signatures`,
        value,
        unit: 'MB/s',
        floor,
        ratio,
        target: 'at least 0.5 of the floor',
        ok: ratio >= 0.5,
      },
      {
        name: 'memory growth of that inspection',
        value: grown,
        unit: 'MiB',
        target: 'under 96 MiB',
        ok: grown < 96,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function inspect(file: string, sizeBytes: number, sha256: string): Promise<void> {
  const source: ByteSource = {
    sizeBytes,
    read: async (range) => readTransient(await open(file, 'r'), range),
  };
  const scanner = createBuiltinScanner(sixteenSignatures());
  const expected = { filename: 'stored.zip', contentType: null, sizeBytes, sha256 };
  const { outcome } = await inspectArchive(source, expected, scanner);
  if (outcome.kind !== 'clean') throw new Error(`the archive was not clean: ${outcome.kind}`);
}

function sixteenSignatures() {
  const fillers = Array.from({ length: LITERALS }, (_, i) => ({
    name: `Bench-${i}`,
    bytes: createHash('sha256').update(`literal ${i}`).digest(),
  }));
  return [...SIGNATURES, ...fillers].slice(0, LITERALS);
}

/** In bytes per second, printed as MB/s. */
async function rateOf(sizeBytes: number, work: () => Promise<void>): Promise<number> {
  const begun = process.hrtime.bigint();
  await work();
  const seconds = Number(process.hrtime.bigint() - begun) / 1e9;
  return sizeBytes / seconds / 1e6;
}

/** Hashes with OpenSSL, or with Node where there is none; answers which it was. */
async function hashByFloor(file: string): Promise<string> {
  const openssl = spawn('openssl', ['dgst', '-sha256', file], { stdio: 'ignore' });
  const code = await new Promise<number | null>((resolve) => {
    openssl.on('error', () => resolve(null));
    openssl.on('exit', resolve);
  });
  if (code === 0) return 'openssl dgst -sha256';
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
    hash.update(chunk);
  }
  return "Node's SHA-256 (openssl is not installed)";
}

function watchMemory(): { stop(): number } {
  const before = process.memoryUsage.rss();
  let peak = before;
  const sample = (): void => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(sample, 5);
  return {
    stop() {
      clearInterval(timer);
      sample();
      return peak - before;
    },
  };
}

/** Writes incompressible entries with right CRCs, and answers the SHA-256 of the file. */
async function writeStoredZip(path: string): Promise<string> {
  const file = await open(path, 'wx');
  const hash = createHash('sha256');
  const block = randomFillSync(Buffer.alloc(MIB));
  const records: Buffer[] = [];
  let at = 0;
  const write = async (bytes: Buffer): Promise<void> => {
    hash.update(bytes);
    at += bytes.length;
    await file.write(bytes);
  };
  for (let entry = 0; entry < ENTRIES; entry++) {
    let crc = 0;
    for (let i = 0; i < ENTRY_BYTES / MIB; i++) crc = crc32(stamp(block, entry, i), crc);
    const name = Buffer.from(`textures/pack-${entry}.bin`);
    const { local, central } = headers(name, crc, ENTRY_BYTES, at);
    records.push(central);
    await write(local);
    for (let i = 0; i < ENTRY_BYTES / MIB; i++) await write(stamp(block, entry, i));
  }
  const directoryStart = at;
  for (const record of records) await write(record);
  await write(endRecord(records.length, at - directoryStart, directoryStart));
  await file.close();
  return hash.digest('hex');
}

/** Gives the block a mark of its own, so that no two that are written are equal. */
function stamp(block: Buffer, entry: number, index: number): Buffer {
  block.writeUInt32LE(entry, 0);
  block.writeUInt32LE(index, 4);
  return block;
}

function headers(name: Buffer, crc: number, sizeBytes: number, start: number) {
  // Version, flags, method, time and date; CRC and both sizes; lengths of name and extra field.
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt32LE(crc, 10);
  shared.writeUInt32LE(sizeBytes, 14);
  shared.writeUInt32LE(sizeBytes, 18);
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
