import { describe, expect, test } from 'vitest';
import { createBombGuard } from '../../src/archives/bomb-guard.js';
import { createFindings } from '../../src/archives/findings.js';
import { createArchiveJob } from '../../src/archives/nested-archives.js';
import { memorySource } from '../../src/archives/stream-reader.js';
import { type Directory, readDirectory } from '../../src/archives/zip/central-directory.js';
import { readEndRecord } from '../../src/archives/zip/end-record.js';
import { createBuiltinScanner } from '../../src/platform/scanner/builtin-scanner.js';
import { contentPolicyOf } from '../../src/registry/contents.js';
import { INSPECTION_MEMORY } from '../../src/registry/limits.js';
import { writeZip } from './zip-writer.js';

const ENTRIES = 300;

/**
 * Names of bytes that are one character each in Shift-JIS, 866 and 1251: the most text per byte.
 */
function legacyName(i: number): Buffer {
  const folder = Buffer.concat([Buffer.alloc(80, 0xb1), Buffer.from('/')]);
  return Buffer.concat([...Array.from({ length: 7 }, () => folder), Buffer.from(`${i}.txt`)]);
}

async function readNamed(nameOf: (i: number) => Buffer | string) {
  const specs = Array.from({ length: ENTRIES }, (_, i) => ({ name: nameOf(i), flags: 0 }));
  const source = memorySource(writeZip(specs));
  let turns = 0;
  const job = createArchiveJob(
    {
      scanner: createBuiltinScanner(),
      findings: createFindings(),
      guard: createBombGuard(source.sizeBytes),
      policy: contentPolicyOf({ game: null, loaders: [], allowed: [] }),
      pace: () => {
        turns += 1;
        return undefined;
      },
    },
    'zip',
  );
  const directory = await readDirectory(source, await readEndRecord(source), job);
  return { directory, turns };
}

/** Bytes of text that the entries keep: two per UTF-16 unit, equal texts of one entry once. */
function keptTextBytes({ entries }: Directory): number {
  const texts = entries.flatMap((entry) => [
    ...new Set(
      Object.values(entry)
        .flat()
        .filter((value) => typeof value === 'string'),
    ),
  ]);
  return texts.reduce((sum, { length }) => sum + 2 * length, 0);
}

describe('names in old code pages', () => {
  test('a directory entry keeps two texts of a legacy name, within the memory budget', async () => {
    const { directory } = await readNamed(legacyName);
    const nameBytes = directory.entries.reduce((sum, entry) => sum + entry.nameBytes.length, 0);
    const kept = keptTextBytes(directory) / nameBytes;
    // The header itself, and one more text while the paths are compared.
    expect(1 + kept + 2).toBeLessThanOrEqual(INSPECTION_MEMORY.perHeaderByte - 1);
    expect(kept).toBeLessThanOrEqual(4);
  });

  test('the directory check compares equal readings of legacy names only once', async () => {
    const legacy = await readNamed(legacyName);
    const plain = await readNamed((i) => `${'a'.repeat(80)}/${i}.txt`);
    // One turn for each of the other code pages; readings equal to `path` take none.
    expect(legacy.turns).toBeLessThanOrEqual(plain.turns + ENTRIES);
    const other = (i: number): string => `ordner/übung${i}.txt`;
    const twoReadings = await readNamed(other);
    expect(twoReadings.turns).toBeLessThanOrEqual(2 * plain.turns + ENTRIES);
  });
});
