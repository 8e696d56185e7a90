import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { MOST_BLOCKED_MS } from '../event-loop.js';
import { everyNth } from '../rounds.js';
import { expectationOf, inspect, verdictOf } from './inspect.js';
import { pack } from './pack.js';
import { block4, block5, writeRar4, writeRar5 } from './rar-writer.js';
import { writeSevenZip } from './seven-zip-writer.js';
import { watchFile } from './watch-file.js';
import { writeZip } from './zip-writer.js';

const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const MIB = 1024 * 1024;

const files = [
  { name: 'readme.txt', content: 'a file of the mod' },
  { name: 'textures/stone.png', content: '\x89PNG'.repeat(40) },
  { name: 'empty.cfg', content: '' },
];
/** A valid archive of each kind and its number of mutants; slow decoders get fewer. */
const good: Record<string, { bytes: Buffer; runs: number }> = {
  'stored.zip': { bytes: writeZip(files), runs: 250 },
  'deflated.jar': {
    bytes: writeZip(files.map((file) => ({ ...file, method: 'deflate', descriptor: 'signed' }))),
    runs: 250,
  },
  'stored.7z': { bytes: writeSevenZip(files, { isSolid: true }), runs: 60 },
  '5.rar': { bytes: writeRar5(files), runs: 60 },
  '4.rar': { bytes: writeRar4(files), runs: 60 },
};
const KINDS = [...Object.keys(good), 'packed.7z'];

beforeAll(async () => {
  const bytes = await pack('a.7z', { 'a.txt': 'text '.repeat(400), 'b.txt': 'b' }, '-m0=LZMA2');
  good['packed.7z'] = { bytes, runs: 40 };
});

// Starts after the packing above, which blocks this process.
const delays = watchFile('mutants of archives');

interface Mutation {
  readonly at: number;
  readonly take: number;
  readonly put: Uint8Array;
}

const mutations = fc.array(
  fc.record({
    at: fc.nat(),
    take: fc.integer({ min: 0, max: 8 }),
    put: fc.uint8Array({ maxLength: 8 }),
  }),
  { minLength: 1, maxLength: 3 },
);

function mutate(bytes: Buffer, changes: readonly Mutation[]): Buffer {
  return changes.reduce((mutant, { at, take, put }) => {
    const start = at % (mutant.length + 1);
    return Buffer.concat([mutant.subarray(0, start), put, mutant.subarray(start + take)]);
  }, bytes);
}

test.each(everyNth(KINDS, 4))(
  'a mutant of %s always gets an outcome and never passes for the original',
  async (kind) => {
    const { bytes, runs } = good[kind] ?? { bytes: Buffer.alloc(0), runs: 0 };
    const filename = kind;
    expect(await verdictOf(bytes, { filename, contentType: null })).toBe('clean');
    await fc.assert(
      fc.asyncProperty(mutations, async (changes) => {
        const mutant = mutate(bytes, changes);
        const { outcome } = await inspect(mutant, { filename, contentType: null });
        expect(outcome.kind).toMatch(/^(?:clean|review|rejected)$/);
        if (mutant.equals(bytes)) return;
        const original = expectationOf(bytes, { filename, contentType: null });
        expect(await verdictOf(mutant, original)).toMatch(/^(?:sha256|size)_mismatch$/);
      }),
      { numRuns: runs, seed: SEED },
    );
  },
);

/** Mutations under valid checksums, which catch all of the above. */
const DEEP: Record<string, fc.Arbitrary<Buffer>> = {
  'header.7z': mutations.map((changes) => {
    const whole = writeSevenZip(files, { isSolid: true });
    const start = 32 + whole.readUInt32LE(12);
    return writeSevenZip(files, { header: mutate(whole.subarray(start), changes) });
  }),
  'random.7z': fc
    .uint8Array({ minLength: 1, maxLength: 60 })
    .map((header) =>
      writeSevenZip(files, { header: Buffer.concat([Buffer.from([1, 4, 6]), header]) }),
    ),
  'blocks-5.rar': fc
    .record({
      type: fc.integer({ min: 1, max: 6 }),
      flags: fc.constantFrom(0, 0, 0, 4, 8),
      fields: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      extra: fc.array(fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes))),
    })
    .map((block) => writeRar5(files, { last: block5(block) })),
  'blocks-4.rar': fc
    .record({
      type: fc.constantFrom(0x73, 0x74, 0x7a, 0x7b),
      flags: fc.nat({ max: 0xffff }),
      fields: fc.uint8Array({ maxLength: 60 }),
    })
    .map(({ type, flags, fields }) =>
      writeRar4(files, { last: block4(type, flags, Buffer.from(fields)) }),
    ),
};

test.each(everyNth(Object.keys(DEEP), 2))(
  'a mutant with valid checksums always gets an outcome: %s',
  async (kind) => {
    const before = held();
    await fc.assert(
      fc.asyncProperty(DEEP[kind] ?? fc.constant(Buffer.alloc(0)), async (bytes) => {
        const { outcome } = await inspect(bytes, { filename: kind, contentType: null });
        expect(outcome.kind).toMatch(/^(?:clean|review|rejected)$/);
      }),
      { numRuns: 250, seed: SEED },
    );
    expect(held() - before).toBeLessThan(64 * MIB);
    expect(delays.maxMs()).toBeLessThan(MOST_BLOCKED_MS);
  },
);

function held(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
