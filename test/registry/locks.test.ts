import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../src/platform/release.js';
import { ADVISORY_LOCK_SEEDS, ADVISORY_LOCKS } from '../../src/registry/locks.js';

/** The numbers in a source that look like that of an advisory lock. */
function lockNumbersIn(source: string): number[] {
  const texts = source.match(/\b7_?270_?\d{3}\b|\b72_?707_?369\b/g) ?? [];
  return texts.map((text) => Number(text.replaceAll('_', '')));
}

/** The sources that run SQL, outside generated files. */
async function sources(): Promise<{ file: string; source: string }[]> {
  const found = ['src', 'prisma', 'workers'].map(async (folder) => {
    const names = await readdir(join(projectRoot(), folder), { recursive: true });
    const files = names.filter((name) => name.endsWith('.ts') && !name.includes('generated'));
    return files.map((name) => join(folder, name));
  });
  const files = (await Promise.all(found)).flat();
  return Promise.all(
    files.map(async (file) => ({
      file,
      source: await readFile(join(projectRoot(), file), 'utf8'),
    })),
  );
}

describe('the advisory locks', () => {
  it('no two advisory locks share a number or a seed', () => {
    const numbers = [...Object.values(ADVISORY_LOCKS), ...Object.values(ADVISORY_LOCK_SEEDS)];
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('the number of an advisory lock stands in one file only', async () => {
    const places = new Map<number, string[]>();
    for (const { file, source } of await sources()) {
      for (const number of new Set(lockNumbersIn(source))) {
        places.set(number, [...(places.get(number) ?? []), file]);
      }
    }
    expect(places.get(ADVISORY_LOCKS.signingKeys)).toEqual(['src/registry/locks.ts']);
    expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
  });

  it('the number of an advisory lock is never written into its SQL', async () => {
    for (const { file, source } of await sources()) {
      for (const [, argument] of source.matchAll(/pg_(?:try_)?advisory_\w+\((.*)/g)) {
        expect(argument, file).toMatch(/^\$(\{|1)|^hashtextextended\(.*\$\{ADVISORY_LOCK_SEEDS\./);
      }
    }
  });
});
