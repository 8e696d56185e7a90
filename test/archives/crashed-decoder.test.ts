import { afterEach, expect, test, vi } from 'vitest';
import { inspectArchive } from '../../src/archives/inspect-archive.js';
import { type Log, silentLog } from '../../src/platform/log.js';
import { createBuiltinScanner } from '../../src/platform/scanner/builtin-scanner.js';
import { webAssembly } from '../../src/platform/seven-zip/protocol.js';
import { chunked, expectationOf } from './inspect.js';
import { writeSevenZip } from './seven-zip-writer.js';

afterEach(() => vi.restoreAllMocks());

test('a decoder that cannot start leads to review and logs one warning with its reason', async () => {
  // The thread receives an invalid program.
  vi.spyOn(webAssembly, 'compile').mockResolvedValue({});
  const said: object[] = [];
  const log: Log = { ...silentLog, warn: (fields) => void said.push(fields) };
  const bytes = writeSevenZip([{ name: 'secret-plans.txt', content: 'a file of the mod' }]);
  const expected = expectationOf(bytes, { filename: 'mod.7z', contentType: null });
  const { outcome } = await inspectArchive(chunked(bytes), expected, createBuiltinScanner(), {
    log,
  });
  expect(outcome).toMatchObject({ kind: 'review', reasons: ['inspection_failed'] });
  expect(said).toEqual([{ part: '7-zip', reason: expect.stringContaining('WebAssembly') }]);
  expect(JSON.stringify(said)).not.toContain('secret-plans');
});
