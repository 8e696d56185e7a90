import { describe, expect, test } from 'vitest';
import { MOST_BLOCKED_MS } from '../event-loop.js';
import { PATH_ARCHIVES } from './corpus/paths.js';
import { RAR_ARCHIVES } from './corpus/rar.js';
import { sevenZipArchives } from './corpus/seven-zip.js';
import { ZIP_ARCHIVES } from './corpus/zip.js';
import { verdictOf } from './inspect.js';
import { watchFile } from './watch-file.js';

const archives = [
  ...PATH_ARCHIVES,
  ...ZIP_ARCHIVES,
  ...RAR_ARCHIVES,
  ...(await sevenZipArchives()),
];

const delays = watchFile('the hostile corpus of archives');

test('the corpus holds more than 250 archives', () => {
  expect(archives.length).toBeGreaterThan(250);
});

describe('the hostile corpus', () => {
  test.each(archives.map((it) => [it.filename, it.what, it.verdict, it.bytes] as const))(
    '%s with %s gets the verdict %s',
    async (filename, _, verdict, bytes) => {
      expect(await verdictOf(bytes, { filename, contentType: null })).toBe(verdict);
      expect(delays.maxMs()).toBeLessThan(MOST_BLOCKED_MS);
    },
  );
});
