import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, test } from 'vitest';
import { MOST_BLOCKED_MS, watchEventLoop } from '../event-loop.js';
import { inLongTests, rounds, withLong } from '../rounds.js';
import { inspect } from './inspect.js';
import { writeRar5 } from './rar-writer.js';
import { writeSevenZip } from './seven-zip-writer.js';
import { writeZip } from './zip-writer.js';

interface File {
  readonly name: string;
  readonly content: string;
}

const listing = (count: number, nameOf: (i: number) => string): File[] =>
  Array.from({ length: count }, (_, i) => ({ name: nameOf(i), content: 'x' }));

const longNames = (count: number) =>
  listing(count, (i) => `${'prefix/'.repeat(10)}${'é'.repeat(120)}/${'ü'.repeat(90)}${i}.txt`);

/** Listings with the most expensive names. */
const LISTINGS: Readonly<Record<string, () => File[]>> = {
  '30,000 Unicode names': () =>
    listing(30_000, (i) => `каталог/папка-ü-${'字'.repeat(70)}/файл-${i}.txt`),
  '50,000 long names behind one prefix': () => longNames(50_000),
  '50,000 deep paths': () => listing(50_000, (i) => `${'é/'.repeat(62)}${i}`),
  '50,000 names that almost fold to one': () =>
    listing(
      50_000,
      (i) => `${'ΐ'.repeat(100)}${i.toString(2).replaceAll('0', 'ß').replaceAll('1', 'ẞ')}`,
    ),
  '20,000 names with piles of marks': () =>
    listing(20_000, (i) => `${`a${'\u0301\u0327'.repeat(15)}`.repeat(4)}/${i}`),
  '30,000 names without a form': () => listing(30_000, (i) => `${'\u200b'.repeat(80)}/${i}`),
  '30,000 names that grow when normalized': () =>
    listing(30_000, (i) => `${'\ufdfa'.repeat(80)}/${i}`),
  '30,000 names of dots and spaces': () => listing(30_000, (i) => `${'. '.repeat(110)}x/${i}`),
};

const FORMATS: Readonly<Record<string, (files: readonly File[]) => Buffer>> = {
  'a.zip': (files) => writeZip(files),
  'a.7z': (files) => writeSevenZip(files, { isSolid: true }),
  'a.rar': (files) => writeRar5(files),
};

// This process builds the archives, so it collects their garbage before each measurement.
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const all = watchEventLoop();
afterAll(() => console.log(`hostile listings: ${all.summary()}`));

async function inspectWatched(what: string, filename: string, files: readonly File[]) {
  const bytes = FORMATS[filename]?.(files) ?? Buffer.alloc(0);
  collectGarbage();
  const one = watchEventLoop();
  const { outcome } = await all.during(`${what} in ${filename}`, () =>
    one.during(what, () => inspect(bytes, { filename, contentType: null })),
  );
  // The whole outcome, because a rejection must say its reason here.
  expect(outcome).toMatchObject({ kind: expect.stringMatching(/^(?:clean|review)$/) });
  expect(one.maxMs()).toBeLessThan(MOST_BLOCKED_MS);
}

test.each(
  withLong(
    [['2,000', 'a.zip']],
    [
      ['8,000', 'a.zip'],
      ['8,000', 'a.rar'],
      ['8,000', 'a.7z'],
    ],
  ),
)('%s long names behind one prefix in %s do not block the event loop', async (count, filename) => {
  const names = longNames(Number(count.replace(',', '')));
  await inspectWatched(`${count} long names`, filename, names);
});

inLongTests(() => {
  test.each(
    Object.keys(LISTINGS).flatMap((what, i) =>
      // The decoder is slow for names of the other formats, so only some listings run there.
      Object.keys(FORMATS)
        .slice(0, i < 3 ? undefined : 1)
        .map((filename) => [what, filename] as const),
    ),
  )('%s in %s do not block the event loop', async (what, filename) => {
    await inspectWatched(what, filename, LISTINGS[what]?.() ?? []);
  });
});

test('the event loop serves other work while an archive with many small files is inspected', async () => {
  const bytes = writeZip(listing(rounds(5_000, 30_000), (i) => `файлы/${i}.txt`));
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const { outcome } = await inspect(bytes);
  clearImmediate(next);
  expect(outcome.kind).toBe('clean');
  expect(turns).toBeGreaterThan(10);
});
