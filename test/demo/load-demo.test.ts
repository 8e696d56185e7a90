import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { demoGames, demoMods } from '../../src/demo/catalog.js';
import { type DemoEnvironment, type DemoLoad, loadDemo } from '../../src/demo/load-demo.js';
import { longTest } from '../rounds.js';
import { createMemoryRegistry, type FakeRegistry, type Reply, startFake } from './fake-registry.js';

let fake: FakeRegistry | null = null;
afterEach(async () => {
  await fake?.close();
  fake = null;
});

const versionCount = demoMods.reduce((sum, mod) => sum + mod.versions.length, 0);

function around(
  baseUrl: string,
  registry: ReturnType<typeof createMemoryRegistry>,
  ensured: string[] = [],
): DemoEnvironment {
  return {
    baseUrl,
    ensureUser: async ({ username }) => void ensured.push(username),
    ensureGame: async ({ slug }) => void ensured.push(slug),
    ensureCategory: async (game, { slug }) => void ensured.push(`${game}/${slug}`),
    address: '127.0.0.1',
    findMod: async ({ slug }) => registry.mods.find((mod) => mod.slug === slug)?.id ?? null,
    tokenFor: async (username) => `token-of-${username}`,
    log: () => {},
    pause: async () => {},
  };
}

const writes = (one: FakeRegistry): number =>
  one.seen.filter(({ method }) => method !== 'GET').length;

describe('loadDemo', () => {
  const registry = createMemoryRegistry();
  const ensured: string[] = [];
  let whole: FakeRegistry;
  let load: DemoLoad;
  beforeAll(async () => {
    whole = await startFake(registry.handle);
    load = await loadDemo(around(whole.url, registry, ensured));
  });
  afterAll(() => whole.close());

  it('loadDemo publishes every mod and version of the catalog with its real file', () => {
    expect(load).toEqual({ mods: demoMods.length, versions: versionCount, skipped: 0 });
    expect(ensured).toContain('mirela');
    for (const game of demoGames) expect(ensured).toContain(game.slug);
    for (const mod of demoMods) {
      const published = registry.mods.find(({ slug }) => slug === mod.slug)?.versions;
      expect(published?.map(({ version }) => version)).toEqual(mod.versions.map((v) => v.version));
      expect(published?.every(({ status }) => status === 'published')).toBe(true);
    }
  });

  it('loadDemo names its address in every request, as a proxy would', () => {
    const named = whole.seen.map(({ headers }) => headers['x-forwarded-for']);
    expect(new Set(named)).toEqual(new Set(['127.0.0.1']));
  });

  it('loadDemo writes a dependency by id, after its mod exists', () => {
    for (const [place, mod] of registry.mods.entries()) {
      const earlier = registry.mods.slice(0, place).map(({ id }) => id);
      for (const { mod_id: id } of mod.versions.flatMap((version) => version.dependencies)) {
        expect(earlier).toContain(id);
      }
    }
  });

  it('loadDemo writes nothing on a second run', async () => {
    const before = writes(whole);
    const again = await loadDemo(around(whole.url, registry));
    expect(again).toEqual({ mods: 0, versions: 0, skipped: versionCount });
    expect(writes(whole)).toBe(before);
  });

  longTest('loadDemo continues an interrupted load and creates nothing twice', async () => {
    const registry = createMemoryRegistry();
    let storeDownFrom = 7;
    let puts = 0;
    const store = (): Reply | null => {
      puts += 1;
      return puts >= storeDownFrom ? { status: 500 } : null;
    };
    fake = await startFake(
      (seen, url) => (seen.method === 'PUT' ? store() : null) ?? registry.handle(seen, url),
    );
    await expect(loadDemo(around(fake.url, registry))).rejects.toThrow('did not take the file');
    storeDownFrom = Number.POSITIVE_INFINITY;
    const load = await loadDemo(around(fake.url, registry));
    expect(load.versions).toBe(versionCount - load.skipped);
    expect(load.skipped).toBe(6);
    expect(registry.mods).toHaveLength(demoMods.length);
    expect(registry.mods.flatMap((mod) => mod.versions)).toHaveLength(versionCount);
  });

  it('loadDemo acts as the creator of each mod, and sends no token to the store', () => {
    for (const { method, path, headers, body } of whole.seen) {
      if (method === 'PUT') expect(headers.authorization).toBeUndefined();
      if (method !== 'POST') continue;
      expect(headers['user-agent']).toBe('modport-demo/1.0 (+https://modport.example)');
      expect(headers['x-service-client']).toBe('modport-demo');
      expect(headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
      if (path !== '/v1/mods') continue;
      const mod = demoMods.find(({ slug }) => slug === JSON.parse(body.toString()).slug);
      expect(headers.authorization).toBe(`Bearer token-of-${mod?.creator}`);
    }
  });
});
