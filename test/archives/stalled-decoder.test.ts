import { afterEach, expect, test, vi } from 'vitest';
import { inspectArchive } from '../../src/archives/inspect-archive.js';
import { type Log, silentLog } from '../../src/platform/log.js';
import { createBuiltinScanner } from '../../src/platform/scanner/builtin-scanner.js';
import { webAssembly } from '../../src/platform/seven-zip/protocol.js';
import { chunked, expectationOf } from './inspect.js';
import { writeSevenZip } from './seven-zip-writer.js';

/** A WebAssembly module whose start function is an endless loop. */
const ENDLESS = Buffer.from(
  '0061736d01000000010401600000030201000801000a0901070003400c000b0b',
  'hex',
);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a decoder without progress leads to review and logs one warning with the limit', async () => {
  const endless = await webAssembly.compile(ENDLESS);
  vi.spyOn(webAssembly, 'compile').mockResolvedValue(endless);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const said: object[] = [];
  const log: Log = { ...silentLog, warn: (fields) => void said.push(fields) };
  const bytes = writeSevenZip([{ name: 'a.txt', content: 'a file of the mod' }]);
  const expected = expectationOf(bytes, { filename: 'mod.7z', contentType: null });
  const inspection = inspectArchive(chunked(bytes), expected, createBuiltinScanner(), { log });
  await expect.poll(() => vi.getTimerCount(), { timeout: 20_000 }).toBe(1);
  vi.advanceTimersByTime(90_000);
  const { outcome } = await inspection;
  expect(outcome).toMatchObject({ kind: 'review', reasons: ['inspection_failed'] });
  expect(said).toEqual([{ part: '7-zip', reason: 'no progress for 60 s' }]);
});
