import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catchUpSearch } from '../../../src/modules/catalog/index.js';
import { createMeiliSearch } from '../../../src/platform/search/meilisearch/meilisearch-search.js';
import { INDEX } from '../../../src/platform/search/meilisearch/settings.js';
import type { SearchHit } from '../../../src/platform/search/search.port.js';
import { useWorld } from '../../harness.js';
import { seedMod } from '../../routes/catalog/catalog-rows.js';
import { startTcpProxy, type TcpProxy } from '../../service/tcp-proxy.js';
import {
  MEILISEARCH_BIN,
  NEEDS_MEILISEARCH,
  startMeilisearch,
  type TestMeilisearch,
} from './meilisearch-server.js';
import { filterOf, type SearchGame, searchGame } from './search-subject.js';

/** The rights of the key, as in the documents for operators. */
const ACTIONS = [
  'search',
  'documents.add',
  'documents.get',
  'documents.delete',
  'tasks.get',
  'stats.get',
  'indexes.create',
  'indexes.get',
  'indexes.update',
  'indexes.delete',
  'indexes.swap',
  'settings.update',
];

describe.skipIf(MEILISEARCH_BIN === undefined)(`with a Meilisearch${NEEDS_MEILISEARCH}`, () => {
  const environment: NodeJS.ProcessEnv = {};
  let server: TestMeilisearch;
  let proxy: TcpProxy;
  beforeAll(async () => {
    server = await startMeilisearch();
    proxy = await startTcpProxy(server.url, 7700);
    environment['MEILI_URL'] = new URL(proxy.url).origin;
    environment['MEILI_API_KEY'] = await leastKey(server);
  });
  afterAll(async () => {
    await proxy?.close();
    await server?.stop();
  });
  const world = useWorld(environment);
  let game: SearchGame;
  beforeAll(async () => {
    await catchUpSearch(world.platform);
    game = await searchGame(world, 'outage');
  });

  const isInUse = () => world.platform.search.fallback?.().isInUse;
  /** Meilisearch answers again, with everything that it missed. */
  const recovered = async () => {
    await catchUpSearch(world.platform);
    await vi.waitUntil(() => isInUse() === false, { timeout: 30_000 });
    const before = world.platform.search.fallback?.().searches;
    return { stays: () => expect(world.platform.search.fallback?.().searches).toBe(before) };
  };
  const seed = (title: string) => seedMod(world, game, { title: { en: title } });
  const modIds = async (text: string) => (await game.find(text)).map(({ modId }) => modId);

  it('Meilisearch catches up with what changed while it was stopped', async () => {
    const { modId: gone } = await seed('Stopped Watch');
    expect(await modIds('stopped')).toEqual([gone]);
    await server.kill();
    await proxy.cut();
    await expect(seed('Stopped Clock')).rejects.toThrow();
    await world.platform.db.mod.update({ where: { id: gone }, data: { state: 'hidden' } });
    await expect(world.platform.search.remove([gone])).rejects.toThrow();
    expect(await modIds('stopped')).toHaveLength(1);
    expect(isInUse()).toBe(true);
    await server.restart();
    await proxy.mend();
    const { stays } = await recovered();
    expect(await modIds('stopped')).toHaveLength(1);
    stays();
    expect((await storedTitles(server)).filter((title) => title.startsWith('stopped'))).toEqual([
      'stopped clock',
    ]);
  });

  it('Meilisearch answers again after it hung', async () => {
    const { modId } = await seed('Hanging Garden');
    proxy.hold();
    expect(await modIds('hanging')).toEqual([modId]);
    expect(isInUse()).toBe(true);
    await proxy.mend();
    const { stays } = await recovered();
    expect(await modIds('hanging')).toEqual([modId]);
    stays();
  });

  it('a Meilisearch that lost its data is an outage with one warning until it is filled again', async () => {
    const { modId } = await seed('Lost Temple');
    const warn = vi.spyOn(world.platform.log, 'warn');
    await asMaster(server, 'DELETE', `/indexes/${INDEX}`);
    await vi.waitUntil(async () => (await storedTitles(server)).length === 0);
    for (let searches = 0; searches < 3; searches += 1) {
      expect(await modIds('lost temple')).toEqual([modId]);
      expect(isInUse()).toBe(true);
    }
    const reason = expect.objectContaining({ message: '400 index_not_found' });
    const logged = [expect.objectContaining({ err: reason }), 'PostgreSQL alone serves searches'];
    expect(warn.mock.calls).toEqual([logged]);
    warn.mockRestore();
    const { stays } = await recovered();
    expect(await modIds('lost temple')).toEqual([modId]);
    stays();
  });

  it('a walk that began before a Meilisearch lost its data is refused after the fill, and a new one has all hits', async () => {
    for (const part of ['One', 'Two', 'Three', 'Four']) await seed(`Sunken Ship ${part}`);
    const pageOf = (after: SearchHit | undefined) =>
      game.find('sunken ship', {
        snapshot: after?.snapshot ?? null,
        after: after?.position ?? null,
        limit: 2,
      });
    const first = await pageOf(undefined);
    expect(await pageOf(first[1])).toHaveLength(2);
    await asMaster(server, 'DELETE', `/indexes/${INDEX}`);
    await vi.waitUntil(async () => (await storedTitles(server)).length === 0);
    await recovered();
    const mismatch = { fields: [{ field: 'cursor', code: 'cursor_context_mismatch' }] };
    await expect(pageOf(first[1])).rejects.toMatchObject({ extensions: mismatch });
    const again = await pageOf(undefined);
    expect(await pageOf(again[1])).toHaveLength(2);
  });

  it('mods rank by their downloads of the last comparison, without a new document for a few more', async () => {
    const { db } = world.platform;
    const mods = [await seed('Twin Towers'), await seed('Twin Towers')].map(({ modId }) => modId);
    const [, second] = await modIds('twin towers');
    if (second === undefined) throw new Error('the mods are not in the index');
    const compareAfter = async (downloadsCount: number) => {
      await db.mod.update({ where: { id: second }, data: { downloadsCount } });
      const where = { engine: INDEX };
      await db.searchEngine.update({ where, data: { comparedAt: new Date(0) } });
      return catchUpSearch(world.platform);
    };
    expect(await compareAfter(50)).toBe(1);
    expect((await modIds('twin towers'))[0]).toBe(second);
    expect(await compareAfter(55)).toBe(0);
    expect((await modIds('twin towers')).sort()).toEqual(mods.sort());
  });

  it('a wrong key makes every request fail as an outage', async () => {
    const search = createMeiliSearch({ ...server, apiKey: 'wrong-key', db: world.platform.db });
    const query = { ...filterOf('lost', 'outage'), snapshot: null, after: null, limit: 5 };
    await expect(search.find(query)).rejects.toMatchObject({
      name: 'MeiliFailure',
      isOutage: true,
      code: 'invalid_api_key',
    });
    await expect(search.ping()).rejects.toThrow('invalid_api_key');
  });

  it('a rebuild that another one overtakes does not go live', async () => {
    const { apiKey, url } = server;
    const search = createMeiliSearch({ url, apiKey, db: world.platform.db });
    const first = await search.beginRebuild();
    const where = { engine: INDEX };
    await world.platform.db.searchEngine.update({ where, data: { leaseUntil: new Date(0) } });
    const second = await search.beginRebuild();
    await expect(first.finish()).rejects.toThrow('another rebuild replaced this one');
    expect(await modIds('lost temple')).toHaveLength(1);
    await second.finish();
    await second.release();
    expect(await storedTitles(server)).toEqual([]);
  });

  it('a fill and a rebuild of a Meilisearch that lost its data leave each other alone', async () => {
    const { search } = world.platform;
    const entry = await game.publish({ title: 'Two Bridges' });
    const { modId, revision } = entry;
    const lose = async () => {
      await asMaster(server, 'DELETE', `/indexes/${INDEX}`);
      await vi.waitUntil(async () => (await storedTitles(server)).length === 0);
    };
    async function* batches() {
      yield [entry];
      expect(await catchUpSearch(world.platform)).toBe(0);
    }
    await lose();
    expect(await search.rebuild(batches())).toBe(1);
    expect(await storedTitles(server)).toEqual(['two bridges']);
    await lose();
    let rebuilt: Promise<number> | undefined;
    async function* revisions() {
      rebuilt = search.rebuild(batches());
      yield [{ modId, revision, popularity: 0 }];
    }
    expect(await search.catchUp?.({ revisions, entries: async () => [entry] })).toBe(1);
    expect(await rebuilt).toBe(1);
    expect(await storedTitles(server)).toEqual(['two bridges']);
    expect(await catchUpSearch(world.platform)).toBe(0);
  });
});

async function asMaster(
  { url, apiKey }: TestMeilisearch,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) ?? null });
  return (await response.json()) as Record<string, unknown>;
}

async function leastKey(server: TestMeilisearch): Promise<string> {
  const key = { actions: ACTIONS, indexes: ['modport-mods-*'], expiresAt: null };
  return String((await asMaster(server, 'POST', '/keys', key))['key']);
}

async function storedTitles(server: TestMeilisearch): Promise<string[]> {
  const { results } = await asMaster(server, 'GET', `/indexes/${INDEX}/documents?limit=1000`);
  return ((results ?? []) as { title: { en: string } }[]).map(({ title }) => title.en);
}
