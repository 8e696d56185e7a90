import { describe, expect, test } from 'vitest';
import { createBombGuard } from '../../src/archives/bomb-guard.js';
import { createFindings } from '../../src/archives/findings.js';
import type { Inspector, ObjectJob } from '../../src/archives/inspection.js';
import { createMemoryBudget } from '../../src/archives/memory-budget.js';
import { createArchiveJob } from '../../src/archives/nested-archives.js';
import { createPace } from '../../src/archives/pace.js';
import { inspectRar } from '../../src/archives/rar/inspect-rar.js';
import { inspectSevenZip } from '../../src/archives/seven-zip/inspect-seven-zip.js';
import { type ByteSource, createStreamReader } from '../../src/archives/stream-reader.js';
import { inspectZip } from '../../src/archives/zip/inspect-zip.js';
import { silentLog } from '../../src/platform/log.js';
import { createBuiltinScanner } from '../../src/platform/scanner/builtin-scanner.js';
import { ARCHIVE_LIMITS, LIMITS } from '../../src/registry/limits.js';
import { block5, vint, writeRar5 } from './rar-writer.js';
import { writeSevenZip } from './seven-zip-writer.js';
import { writeZip } from './zip-writer.js';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const MOST = ARCHIVE_LIMITS.unpackedBytes;
/** Large enough that the bound on all bytes applies before either ratio. */
const PACKED = 2 * GIB;
const ZEROS = Buffer.alloc(16 * MIB);

/** `front`, zeros that are not stored, and `back`. */
function sparse(front: Buffer, gapBytes: number, back: Buffer): ByteSource {
  const sizeBytes = front.length + gapBytes + back.length;
  const backStart = front.length + gapBytes;
  async function* read(start: number, end: number) {
    for (let at = start; at < end; ) {
      const [bytes, from, until] =
        at < front.length
          ? [front, at, front.length]
          : at < backStart
            ? [ZEROS, 0, Math.min(backStart, at + ZEROS.length)]
            : [back, at - backStart, sizeBytes];
      const piece = bytes.subarray(from, from + Math.min(until, end) - at);
      yield piece;
      at += piece.length;
    }
  }
  return {
    sizeBytes,
    read: async (range = { start: 0, end: sizeBytes - 1 }) => read(range.start, range.end + 1),
  };
}

/** The total size that the walk over the structure finds, before anything is unpacked. */
async function walk(inspector: Inspector, source: ByteSource): Promise<number> {
  const findings = createFindings();
  const guard = createBombGuard(source.sizeBytes);
  const job: ObjectJob = {
    ...createArchiveJob(
      {
        scanner: createBuiltinScanner(),
        findings,
        guard,
        policy: { normal: [], allowable: [] },
        pace: createPace(),
      },
      'zip',
    ),
    decoders: createMemoryBudget(ARCHIVE_LIMITS.decoderMemoryBytes),
    signal: undefined,
    log: silentLog,
  };
  const reader = createStreamReader(await source.read(), source.sizeBytes);
  return (await inspector(source, reader, job)).contents.totalSizeBytes;
}

/** Deflated files with these declared sizes. */
function zip(sizes: readonly number[]): ByteSource {
  const compressedBytes = 32 * MIB;
  const records = sizes.map((sizeBytes, i) => {
    const name = Buffer.from(`${1_000 + i}`);
    const start = i * (30 + name.length + compressedBytes);
    const whole = writeZip([{ name, central: { method: 8, compressedBytes, sizeBytes, start } }]);
    return whole.subarray(30 + name.length, -22);
  });
  const directory = Buffer.concat(records);
  const directoryStart = sizes.length * (34 + compressedBytes);
  const count = { entries: sizes.length, entriesHere: sizes.length };
  const end = writeZip([], {
    end: { ...count, directoryStart, directoryBytes: directory.length },
  });
  return sparse(Buffer.alloc(0), directoryStart, Buffer.concat([directory, end]));
}

function sevenZip(sizeBytes: number, stepBytes?: number): ByteSource {
  const step = stepBytes === undefined ? {} : { stepBytes };
  const bytes = writeSevenZip([{ name: 'a', content: 'x', sizeBytes }], {
    method: '21',
    properties: Buffer.from([0]),
    packedBytes: PACKED,
    ...step,
  });
  return sparse(bytes.subarray(0, 32), PACKED, bytes.subarray(33));
}

function rar(sizeBytes: number): ByteSource {
  const name = Buffer.from('a');
  const hasCrc = 4;
  const method = 1 << 7;
  const header = block5({
    type: 2,
    fields: Buffer.concat([
      ...[hasCrc, sizeBytes, 0x20].map(vint),
      Buffer.alloc(4),
      ...[method, 0, name.length].map(vint),
      name,
    ]),
    gapBytes: PACKED,
  });
  const front = Buffer.concat([writeRar5([], { end: null }), header]);
  return sparse(front, PACKED, block5({ type: 5, fields: vint(0) }));
}

describe('the bound on unpacked bytes', () => {
  test('the bound on unpacked bytes is ten times the largest upload', () => {
    expect(MOST).toBe(10 * LIMITS.archiveBytes);
    const guard = createBombGuard(LIMITS.archiveBytes);
    guard.admit('a', LIMITS.archiveBytes, MOST);
    expect(() => guard.admit('b', 1, 1)).toThrow(`at least ${MOST + 1} bytes`);
  });

  test('a ZIP that declares more than the bound on unpacked bytes is rejected', async () => {
    const sizes = Array.from({ length: 50 }, () => 4 * GIB - 2);
    // The guard admits these sizes; the walk then finds no local header.
    await expect(walk(inspectZip, zip(sizes))).rejects.toThrow('local header');
    await expect(walk(inspectZip, zip([...sizes, 101]))).rejects.toMatchObject({
      code: 'zip_bomb_guard',
      message: `the archive unpacks to at least ${MOST + 1} bytes`,
    });
  });

  test.each([
    ['7z', inspectSevenZip, sevenZip],
    ['RAR', inspectRar, rar],
  ])(
    'a %s that declares more than the bound on unpacked bytes is rejected',
    async (_, inspector, archive) => {
      expect(await walk(inspector, archive(MOST))).toBe(MOST);
      await expect(walk(inspector, archive(MOST + 1))).rejects.toMatchObject({
        code: 'zip_bomb_guard',
        message: `the archive unpacks to at least ${MOST + 1} bytes`,
      });
    },
  );

  test('the bound on unpacked bytes includes the intermediate output of 7z coders', async () => {
    expect(await walk(inspectSevenZip, sevenZip(1, MOST))).toBe(1);
    await expect(walk(inspectSevenZip, sevenZip(1, MOST + 1))).rejects.toMatchObject({
      code: 'zip_bomb_guard',
    });
  });
});
