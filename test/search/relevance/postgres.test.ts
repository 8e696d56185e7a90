import { it } from 'vitest';
import { useWorld } from '../../harness.js';
import { createCatalog, insertCatalog } from './catalog.js';
import { expectRelevant } from './relevance.js';

const world = useWorld();

it('PostgreSQL finds what players mean, and nothing for nonsense', async () => {
  const { db, search } = world.platform;
  const catalog = createCatalog();
  await insertCatalog(db, catalog);
  await search.index(catalog.mods.map(({ entry }) => entry));
  await db.$executeRaw`analyze`;
  await expectRelevant(search, catalog);
});
