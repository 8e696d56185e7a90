import { describe, expect, test } from 'vitest';
import { MOST_BLOCKED_MS } from '../event-loop.js';
import { everyNth } from '../rounds.js';
import { OF_THE_ARCHIVE } from './corpus/of-the-archive.js';
import { PATH_ARCHIVES } from './corpus/paths.js';
import { RAR_ARCHIVES } from './corpus/rar.js';
import { sevenZipArchives } from './corpus/seven-zip.js';
import { ZIP_ARCHIVES } from './corpus/zip.js';
import { inspect, verdictIn } from './inspect.js';
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
  test.each(
    everyNth(
      archives.map((it) => [it.filename, it.what, it.verdict, it.bytes] as const),
      5,
    ),
  )(
    '%s with %s gets the verdict %s, and its finding names the entry at fault',
    async (filename, what, verdict, bytes) => {
      const { outcome } = await inspect(bytes, { filename, contentType: null });
      expect(verdictIn(outcome)).toBe(verdict);
      expect(delays.maxMs()).toBeLessThan(MOST_BLOCKED_MS);
      if (outcome.kind === 'clean') return;
      const isOfTheArchive = OF_THE_ARCHIVE.has(what) || OF_THE_ARCHIVE.has(`${filename}: ${what}`);
      const [first] = outcome.findings ?? [];
      expect(first?.path !== undefined && first.path !== '').toBe(!isOfTheArchive);
    },
  );
});
