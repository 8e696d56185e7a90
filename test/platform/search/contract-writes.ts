import { expect, it } from 'vitest';
import type { SearchEntry } from '../../../src/platform/search/search.port.js';
import type { World } from '../../harness.js';
import { searchGame } from './search-subject.js';

/** The promises about writes and rebuilds. */
export function writeContract(engine: string, world: World): void {
  it(`${engine} finds an entry as soon as it is indexed, and not after it is removed`, async () => {
    const game = await searchGame(world, 'contract-writes');
    const [entry] = await game.add({ title: 'Aqueduct' });
    expect(await game.titles('aqueduct')).toEqual(['Aqueduct']);
    const where = { id: entry?.modId ?? '' };
    await world.platform.db.mod.update({ where, data: { state: 'hidden' } });
    await world.platform.search.remove([where.id]);
    await world.platform.db.mod.update({ where, data: { state: 'published' } });
    expect(await game.titles('aqueduct')).toEqual([]);
  });

  it(`${engine} keeps a restored mod if a removal from before comes late`, async () => {
    const game = await searchGame(world, 'contract-late');
    const [entry] = await game.add({ title: 'Viaduct' });
    await world.platform.search.remove([entry?.modId ?? '']);
    expect(await game.titles('viaduct')).toEqual(['Viaduct']);
  });

  it(`${engine} never replaces an entry by an older one`, async () => {
    const game = await searchGame(world, 'contract-older');
    const entry = await game.publish({ title: 'Lighthouse' });
    const { search } = world.platform;
    await search.index([{ ...entry, revision: 3, titles: { en: 'Windmill' } }]);
    await Promise.all([
      search.index([{ ...entry, revision: 2 }]),
      search.index([{ ...entry, revision: 1 }]),
    ]);
    expect(await game.titles('lighthouse')).toEqual([]);
    expect(await game.titles('windmill')).toHaveLength(1);
  });

  it(`${engine} indexes the same revision again with its new values`, async () => {
    const game = await searchGame(world, 'contract-again');
    const [entry, other] = await game.add({ title: 'Bakery' }, { title: 'Bakery', popularity: 5 });
    if (!entry || !other) throw new Error('no entries');
    await world.platform.search.index([{ ...entry, popularity: 10 }]);
    expect((await game.find('bakery')).map(({ modId }) => modId)).toEqual([
      entry.modId,
      other.modId,
    ]);
  });

  it(`${engine} finds documents in unknown languages by their words`, async () => {
    const game = await searchGame(world, 'contract-languages');
    const titles = ['constructor', '__proto__', 'tlh', 'a.b', '_'].map((language) =>
      Object.fromEntries([[language, 'Lagoon']]),
    );
    await game.add(...titles.map((title) => ({ title })));
    expect(await game.titles('lagoon')).toHaveLength(titles.length);
  });

  it(`a rebuild of ${engine} keeps what is written meanwhile, and drops what it was not given`, async () => {
    const game = await searchGame(world, 'contract-rebuild');
    const [kept, dropped, newer] = await game.add(
      { title: 'Kept Abbey' },
      { title: 'Dropped Abbey' },
      { title: 'Newer Abbey' },
    );
    const late = await game.publish({ title: 'Late Abbey' });
    if (!kept || !dropped || !newer) throw new Error('no entries');
    const { search } = world.platform;
    async function* batches(): AsyncGenerator<SearchEntry[]> {
      yield [kept as SearchEntry];
      await search.index([
        late,
        { ...newer, revision: 2, titles: { en: 'Changed Abbey' } } as SearchEntry,
      ]);
      expect(await game.titles('abbey')).toHaveLength(4);
      yield [newer as SearchEntry];
    }
    expect(await search.rebuild(batches())).toBe(2);
    expect((await game.find('abbey')).map(({ modId }) => modId).sort()).toEqual(
      [kept, newer, late].map(({ modId }) => modId).sort(),
    );
    expect(await game.titles('changed abbey')).toHaveLength(1);
  });

  it(`${engine} stays usable after a failed rebuild`, async () => {
    const game = await searchGame(world, 'contract-failed');
    const [entry] = await game.add({ title: 'Cathedral' });
    const { search } = world.platform;
    // biome-ignore lint/correctness/useYield: the first batch fails.
    async function* failing(): AsyncGenerator<SearchEntry[]> {
      throw new Error('no more entries');
    }
    await expect(search.rebuild(failing())).rejects.toThrow('no more entries');
    expect(await game.titles('cathedral')).toHaveLength(1);
    if (entry) await search.index([{ ...entry, revision: 2, titles: { en: 'Chapel' } }]);
    expect(await game.titles('chapel')).toHaveLength(1);
  });
}
