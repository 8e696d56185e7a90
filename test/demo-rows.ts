import { demoGames } from '../src/demo/catalog.js';
import type { DemoMod } from '../src/demo/catalog.types.js';
import { createGame } from '../src/modules/catalog/index.js';
import { createUser } from '../src/modules/identity/index.js';
import { createSystemContext } from '../src/request/context.js';
import type { World } from './harness.js';
import { type Shelf, seedUnlistedMods } from './routes/catalog/catalog-rows.js';

/** Whether a mod is of the smallest game of the demo; one of its mods depends on another one. */
export const isOfFew = ({ game }: DemoMod): boolean => game === 'kestrel-county';

/** Inserts mods of the demo as rows with published versions, which a load finds and skips. */
export async function seedDemoRows(world: World, mods: readonly DemoMod[]): Promise<void> {
  const ctx = createSystemContext(world.platform, 'test');
  const userIds = new Map<string, string>();
  for (const username of new Set(mods.map(({ creator }) => creator))) {
    userIds.set(username, await createUser(ctx, { username }));
  }
  for (const { slug, name, loaders, versions } of demoGames) {
    const ofGame = mods.filter(({ game }) => game === slug);
    if (ofGame.length === 0) continue;
    const lists = { loaders: [...loaders], versions: [...versions] };
    const gameId = await createGame(ctx, { slug, name, ...lists });
    for (const mod of ofGame) {
      await seedPublished(world, mod, { gameId, userId: userIds.get(mod.creator) ?? '' });
    }
  }
}

async function seedPublished(world: World, { slug, versions }: DemoMod, shelf: Shelf) {
  const rows = versions.map(({ version }) => ({ version }));
  const [mod] = await seedUnlistedMods(world, shelf, [{ versions: rows }]);
  await world.platform.db.mod.update({ where: { id: mod?.modId ?? '' }, data: { slug } });
}
