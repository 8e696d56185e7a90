import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catchUpSearch } from '../../../src/modules/catalog/index.js';
import { useWorld } from '../../harness.js';
import { seedMod } from '../../routes/catalog/catalog-rows.js';
import { canMount, mountSmallDisk, type SmallDisk } from './full-disk.js';
import {
  MEILISEARCH_BIN,
  NEEDS_MEILISEARCH,
  startMeilisearch,
  type TestMeilisearch,
} from './meilisearch-server.js';
import { type SearchGame, searchGame } from './search-subject.js';

const isPossible = MEILISEARCH_BIN !== undefined && canMount;
const NEEDS = canMount ? NEEDS_MEILISEARCH : ' (left out: this process may not mount a disk)';

describe.skipIf(!isPossible)(`with a Meilisearch on a small disk${NEEDS}`, () => {
  const environment: NodeJS.ProcessEnv = {};
  let disk: SmallDisk;
  let server: TestMeilisearch;
  beforeAll(async () => {
    disk = await mountSmallDisk(64);
    server = await startMeilisearch(disk.folder);
    environment['MEILI_URL'] = server.url;
    environment['MEILI_API_KEY'] = server.apiKey;
  });
  afterAll(async () => {
    await server?.stop();
    await disk?.remove();
  });
  const world = useWorld(environment);
  let game: SearchGame;
  beforeAll(async () => {
    await catchUpSearch(world.platform);
    game = await searchGame(world, 'disk');
  });

  const seed = (title: string) => seedMod(world, game, { title: { en: title } });
  const modIds = async (text: string) => (await game.find(text)).map(({ modId }) => modId);

  it('searches go on while its disk is full, and it catches up once there is space', async () => {
    const { modId: stored } = await seed('Roomy House');
    await disk.fill();
    // The job of the mod fails, and is repeated later.
    await expect(seed('Crowded House')).rejects.toMatchObject({ isOutage: true });
    // PostgreSQL answers, and also knows the mod that Meilisearch could not store.
    expect(await modIds('house')).toHaveLength(2);
    expect(await modIds('roomy')).toEqual([stored]);
    expect(world.platform.search.fallback?.().isInUse).toBe(true);
    await disk.free();
    await catchUpSearch(world.platform);
    await vi.waitUntil(() => world.platform.search.fallback?.().isInUse === false, {
      timeout: 30_000,
    });
    const before = world.platform.search.fallback?.().searches;
    expect(await modIds('crowded')).toHaveLength(1);
    expect(await modIds('house')).toHaveLength(2);
    expect(world.platform.search.fallback?.().searches).toBe(before);
  });
});
