import { describe, expect, test } from 'vitest';
import { inspectArchive } from '../../src/archives/inspect-archive.js';
import { createMemoryBudget, LARGEST_STRUCTURE_COST } from '../../src/archives/memory-budget.js';
import { createBuiltinScanner } from '../../src/platform/scanner/builtin-scanner.js';
import { ARCHIVE_LIMITS } from '../../src/registry/limits.js';
import { chunked, expectationOf } from './inspect.js';
import { writeRar5 } from './rar-writer.js';
import { writeSevenZip } from './seven-zip-writer.js';
import { writeZip } from './zip-writer.js';

describe('a memory budget', () => {
  test('a memory budget never exceeds its size and serves reservations in FIFO order', async () => {
    const budget = createMemoryBudget(100);
    const served: string[] = [];
    const first = await budget.reserve(70);
    const large = budget.reserve(60).then((share) => {
      served.push('large');
      return share;
    });
    const small = budget.reserve(10).then(() => served.push('small'));
    expect(budget.freeBytes()).toBe(30);
    first.shrink(50);
    expect(budget.freeBytes()).toBe(50);
    first.shrink(80);
    first.release();
    first.release();
    (await large).release();
    await small;
    expect(served).toEqual(['large', 'small']);
    expect(budget.freeBytes()).toBe(90);
  });

  test('a memory budget removes an aborted reservation from its queue', async () => {
    const budget = createMemoryBudget(100);
    await budget.reserve(70);
    const controller = new AbortController();
    const waiting = budget.reserve(60, controller.signal);
    const behind = budget.reserve(20);
    controller.abort(new Error('not any more'));
    await expect(waiting).rejects.toThrow('not any more');
    await behind;
    expect(budget.freeBytes()).toBe(10);
    await expect(budget.reserve(101)).rejects.toThrow(RangeError);
  });
});

test('concurrent inspections take turns on a small memory budget and release all of it', async () => {
  const files = [{ name: 'a.txt', content: 'the same in all' }];
  const archives: [string, Buffer][] = [
    ['a.zip', writeZip(files)],
    ['a.7z', writeSevenZip(files)],
    ['a.rar', writeRar5(files)],
  ];
  const memory = {
    structure: createMemoryBudget(LARGEST_STRUCTURE_COST),
    decoders: createMemoryBudget(ARCHIVE_LIMITS.decoderMemoryBytes),
  };
  const outcomes = await Promise.all(
    [...archives, ...archives, ...archives].map(async ([filename, bytes]) => {
      const expected = expectationOf(bytes, { filename, contentType: null });
      const scanner = createBuiltinScanner();
      return (await inspectArchive(chunked(bytes), expected, scanner, { memory })).outcome.kind;
    }),
  );
  expect(outcomes).toEqual(Array.from({ length: 9 }, () => 'clean'));
  expect(memory.structure.freeBytes()).toBe(LARGEST_STRUCTURE_COST);
  expect(memory.decoders.freeBytes()).toBe(ARCHIVE_LIMITS.decoderMemoryBytes);
});
