import { createHash, randomFillSync } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inspectArchive } from '../../src/archives/inspect-archive.js';
import type { ByteSource } from '../../src/archives/stream-reader.js';
import { createBuiltinScanner } from '../../src/platform/scanner/builtin-scanner.js';
import { everyNth, longTest, rounds } from '../rounds.js';
import { chunked, expectationOf } from './inspect.js';
import { writeRar5 } from './rar-writer.js';
import { writeSevenZip } from './seven-zip-writer.js';
import { writeZip } from './zip-writer.js';

const MIB = 1024 * 1024;
const BLOCK = randomFillSync(Buffer.alloc(MIB));
const FILE_BLOCKS = 64;
const FILES = rounds(3, 8);

interface Stretch {
  readonly bytes: Buffer;
  readonly times: number;
}

/**
 * A large stored ZIP as a list of stretches, so that it is never whole in memory or on disk.
 */
function syntheticZip(): { stretches: Stretch[]; sizeBytes: number } {
  let crc = 0;
  for (let i = 0; i < FILE_BLOCKS; i++) crc = crc32(BLOCK, crc);
  const sizeBytes = FILE_BLOCKS * MIB;
  const stretches: Stretch[] = [];
  const records: Buffer[] = [];
  let start = 0;
  for (let i = 0; i < FILES; i++) {
    const name = Buffer.from(`file-${i}.bin`);
    const fields = { crc, compressedBytes: sizeBytes, sizeBytes };
    // The writer lays out the headers of an empty file; the content goes between them.
    const whole = writeZip([{ name, local: fields, central: { ...fields, start } }]);
    const headerBytes = 30 + name.length;
    stretches.push({ bytes: whole.subarray(0, headerBytes), times: 1 });
    stretches.push({ bytes: BLOCK, times: FILE_BLOCKS });
    records.push(whole.subarray(headerBytes, whole.length - 22));
    start += headerBytes + sizeBytes;
  }
  const directory = Buffer.concat(records);
  const end = writeZip([], {
    end: {
      entries: FILES,
      entriesHere: FILES,
      directoryBytes: directory.length,
      directoryStart: start,
    },
  });
  stretches.push({ bytes: Buffer.concat([directory, end]), times: 1 });
  return { stretches, sizeBytes: start + directory.length + end.length };
}

async function* generate(stretches: readonly Stretch[], start: number, end: number) {
  let at = 0;
  for (const { bytes, times } of stretches) {
    for (let i = 0; i < times; i++, at += bytes.length) {
      if (at + bytes.length <= start || at > end) continue;
      // A copy, like the chunks of a store.
      yield Buffer.from(bytes.subarray(Math.max(0, start - at), end + 1 - at));
    }
  }
}

async function grownWhile(work: () => Promise<void>): Promise<number> {
  const held = () => {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = held();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, held());
  }, 5);
  await work();
  clearInterval(timer);
  return Math.max(peak, held()) - before;
}

test(`the inspection of a ${FILES * FILE_BLOCKS} MiB archive takes less than 96 MiB of memory`, async () => {
  const { stretches, sizeBytes } = syntheticZip();
  const hash = createHash('sha256');
  for await (const chunk of generate(stretches, 0, sizeBytes - 1)) hash.update(chunk);
  const source: ByteSource = {
    sizeBytes,
    read: async (range = { start: 0, end: sizeBytes - 1 }) =>
      generate(stretches, range.start, range.end),
  };
  const expected = { filename: 'a.zip', contentType: null, sizeBytes, sha256: hash.digest('hex') };
  const grown = await grownWhile(async () => {
    const { outcome } = await inspectArchive(source, expected, createBuiltinScanner());
    expect(outcome).toMatchObject({ kind: 'clean', entries: { count: FILES } });
  });
  expect(grown).toBeLessThan(96 * MIB);
});

longTest('the unpacked content of a small archive is never held in memory', async () => {
  // Compresses about 150 times: 192 MiB come from little more than one.
  const content = Buffer.alloc(96 * MIB);
  for (let at = 0; at < content.length; at += 2048)
    BLOCK.copy(content, at, at % MIB, (at % MIB) + 8);
  const packed = deflateRawSync(content);
  const fields = { method: 8, crc: crc32(content), sizeBytes: content.length };
  const zip = writeZip(
    ['a', 'b'].map((name) => ({ name, packed, local: fields, central: fields })),
  );
  const source: ByteSource = {
    sizeBytes: zip.length,
    read: async (range = { start: 0, end: zip.length - 1 }) =>
      (async function* () {
        yield zip.subarray(range.start, range.end + 1);
      })(),
  };
  const sha256 = createHash('sha256').update(zip).digest('hex');
  const expected = { filename: 'a.zip', contentType: null, sizeBytes: zip.length, sha256 };
  const grown = await grownWhile(async () => {
    const { outcome } = await inspectArchive(source, expected, createBuiltinScanner());
    expect(outcome.kind).toBe('clean');
  });
  expect(grown).toBeLessThan(96 * MIB);
});

const stored = [{ name: 'large.bin', content: Buffer.alloc(80 * MIB, BLOCK) }];
test.each(
  everyNth(
    [
      ['a.7z', writeSevenZip(stored)],
      ['a.rar', writeRar5(stored)],
    ],
    3,
  ),
)(
  'the content of a large %s is never held in memory, in the decoder thread or outside',
  async (filename, bytes) => {
    const expected = expectationOf(bytes, { filename, contentType: null });
    const before = process.memoryUsage.rss();
    const grown = await grownWhile(async () => {
      const { outcome } = await inspectArchive(chunked(bytes), expected, createBuiltinScanner());
      expect(outcome.kind).toBe('clean');
    });
    expect(grown).toBeLessThan(32 * MIB);
    expect(process.memoryUsage.rss() - before).toBeLessThan(96 * MIB);
  },
);
