import { beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../../harness.js';
import { newGame } from '../../publishing.js';
import type { SeededVersion } from '../publishing/version-rows.js';
import { type Shelf, seedMod, seedVersion, shelfOf } from './catalog-rows.js';

describe('the latest release of a mod', () => {
  const world = useWorld();
  let shelf: Shelf;

  beforeAll(async () => {
    await newGame(world, 'latest');
    shelf = await shelfOf(world, 'latest');
  });

  const seeded = async (first: SeededVersion, ...later: readonly SeededVersion[]) => {
    const mod = await seedMod(world, shelf, { versions: [first] });
    const ids = [...mod.versions];
    for (const version of later) {
      world.clock.advance(1);
      ids.push(await seedVersion(world, shelf, mod.modId, version));
    }
    return { modId: mod.modId, ids };
  };

  it.each<readonly [string, readonly SeededVersion[], string]>([
    ['the highest version, not the last', [{ version: '2.0.0' }, { version: '1.9.9' }], '2.0.0'],
    [
      'a beta version if there is no release',
      [
        { version: '1.0.0', channel: 'beta' },
        { version: '2.0.0', channel: 'alpha' },
      ],
      '1.0.0',
    ],
    ['the last published of those that are not semver', [{ version: 'b' }, { version: 'a' }], 'a'],
  ])('the latest release of a mod is %s', async (_, [first, ...later], latest) => {
    if (!first) throw new Error('a mod has a version');
    const { modId } = await seeded(first, ...later);
    const { data } = (await world.anon.get(`/mods/${modId}`)).body;
    expect(data.latest_version).toBe(latest);
  });

  it('browse, install plan and update check agree on the latest release after a late patch of an old line', async () => {
    const { modId, ids } = await seeded(
      { version: '2.0.0' },
      { version: '1.0.1' },
      { version: '3.0.0', channel: 'beta' },
    );
    const { data } = (await world.anon.get(`/mods/${modId}`)).body;
    expect([data.latest_version, data.latest_release.version]).toEqual(['2.0.0', '2.0.0']);
    expect(data.latest_release.id).toBe(ids[0]?.versionId);
    const plan = await world.anon.post('/install-plans:resolve', {
      game_slug: 'latest',
      mod_ids: [modId],
    });
    expect(plan.body.data.items[0].version).toBe('2.0.0');
    const { body } = await world.anon.post('/beta/updates:check', {
      game_slug: 'latest',
      items: [{ artifact_id: ids[1]?.artifactId }],
    });
    expect(body.data.items[0].latest.version).toBe('2.0.0');
  });
});
