import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer } from '../../actors.js';
import { everyNth, longTest, rounds, withLong } from '../../rounds.js';
import { CHANGES } from './catalog-changes.js';
import { etagOf, shown } from './public-routes.js';
import { get, reads, stock, useStock, world } from './validator-stock.js';

useStock();

/** The operations in this file whose responses show a change. */
const SEEN: Readonly<Record<keyof typeof CHANGES, readonly string[]>> = (() => {
  const mods = ['listMods', 'searchCatalog', 'getMod'];
  const versions = ['listModVersions', 'getModVersion'];
  const found = ['searchFacets', 'suggest'];
  const gameNames = ['listGames', 'getGame', 'listCatalogCategories'];
  return {
    title: [...mods, 'suggest'],
    description: mods,
    'access tier': mods,
    "author's name": [...mods, 'suggest'],
    'categories of a mod': [...mods, 'searchFacets'],
    cover: mods,
    gallery: mods,
    'downloads count': mods,
    'a mod is hidden, or shown again': [...mods, ...found, ...versions, 'listModDependencies'],
    'a further mod': ['listMods', 'searchCatalog', ...found],
    'a further version': [...mods, 'listModVersions', 'listModDependencies'],
    changelog: versions,
    'a version is withdrawn, or published again': [
      ...mods,
      ...versions,
      'listModDependencies',
      'searchFacets',
    ],
    'scan of a file': versions,
    'state of a file': versions,
    'label of a file': versions,
    'upload of a file': versions,
    'blob of a file': versions,
    'a dependency is added': [...versions, 'listModDependencies'],
    'dependencies are removed': [...versions, 'listModDependencies'],
    'name of a game': [...gameNames, 'searchFacets'],
    'versions of a game': ['listGames', 'getGame'],
    'name of a category': ['listCatalogCategories'],
    'a further category': ['listCatalogCategories'],
  };
})();

const kinds = Object.keys(CHANGES) as (keyof typeof CHANGES)[];

describe('validity of ETags', () => {
  const askAll = () => Promise.all(reads.map(({ path }) => get(path)));

  it.each(everyNth(kinds, 6))(
    'the ETag changes on exactly the routes that show: %s',
    async (kind) => {
      const before = await askAll();
      await CHANGES[kind](world, stock, 0);
      const changed: string[] = [];
      for (const [at, { operationId, path }] of reads.entries()) {
        const old = before[at];
        if (!old) throw new Error('an answer is missing');
        const now = await get(path, { 'If-None-Match': etagOf(old) });
        if (now.status === 304) continue;
        expect([path, shown(now)]).not.toEqual([path, shown(old)]);
        changed.push(operationId);
      }
      expect(changed.sort()).toEqual([...SEEN[kind]].sort());
    },
  );

  it('an ETag identifies one response for any sequence of changes', async () => {
    const answers = new Map<string, string>();
    const notice = (answer: Answer, path: string) => {
      const etag = answer.headers.get('etag');
      if (etag === null) return;
      const known = answers.get(etag) ?? shown(answer);
      expect([path, shown(answer)]).toEqual([path, known]);
      answers.set(etag, known);
    };
    let nth = 0;
    const repeatedChanges: [(typeof kinds)[number][]][] = [[kinds.flatMap((kind) => [kind, kind])]];
    const sequences = fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        for (const kind of sequence) {
          nth += 1;
          await CHANGES[kind](world, stock, nth);
          const [now, again] = [await askAll(), await askAll()];
          for (const [at, { path }] of reads.entries()) {
            const [one, two] = [now[at], again[at]];
            if (!one || !two) throw new Error('an answer is missing');
            notice(one, path);
            expect([path, two.headers.get('etag')]).toEqual([path, one.headers.get('etag')]);
          }
        }
      }),
      // Long tests also make each change twice in a row: a change that cannot be repeated fails
      // there for every seed.
      { numRuns: rounds(1, 7), examples: [...withLong([], repeatedChanges)] },
    );
  });

  longTest('an ETag identifies one response during concurrent writes', async () => {
    const paths = reads.map((read) => read.path).filter((it) => it.includes('/versions'));
    const answers = new Map<string, Set<string>>();
    const moving = [
      'state of a file',
      'scan of a file',
      'a dependency is added',
      'dependencies are removed',
    ] as const;
    let ended = false;
    // A failed loop stops the others.
    const untilEnd = (work: () => Promise<unknown>) =>
      work().finally(() => {
        ended = true;
      });
    const write = async () => {
      // On a busy machine many writes may happen between two reads.
      for (let nth = 0; !ended && (nth < 20 || answers.size <= 10); nth += 1) {
        for (const kind of moving) await CHANGES[kind](world, stock, nth);
      }
    };
    const read = async () => {
      while (!ended) {
        for (const path of paths) {
          const answer = await get(path);
          const etag = etagOf(answer);
          answers.set(etag, (answers.get(etag) ?? new Set()).add(shown(answer)));
        }
      }
    };
    await Promise.all([write, read, read, read].map(untilEnd));
    for (const bodies of answers.values()) expect([...bodies]).toHaveLength(1);
  });
});
