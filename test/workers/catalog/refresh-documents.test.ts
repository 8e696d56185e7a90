import { beforeAll, describe, expect, it } from 'vitest';
import { refreshDocuments, rewriteModDocument } from '../../../src/modules/catalog/index.js';
import { enqueue } from '../../../src/platform/queue/queue.port.js';
import type { Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { meanwhile } from '../../locks.js';
import { newGame } from '../../publishing.js';
import { type Shelf, seedMod, shelfOf } from '../../routes/catalog/catalog-rows.js';
import { modRow, versionRow } from '../../rows.js';

/** More than one batch. */
const MODS = 130;

describe('the job refresh-documents', () => {
  const world = useWorld({}, { jobs: 'when-settled' });
  let shelf: Shelf;
  let modIds: string[];

  beforeAll(async () => {
    await newGame(world, 'refreshed');
    shelf = await shelfOf(world, 'refreshed');
    const versions = [{ version: '2.0.0' }, { version: '1.0.0', loaders: [] }];
    const { modId } = await seedMod(world, shelf, { versions });
    modIds = [modId, ...(await copiesOf(modId, MODS - 1))];
  });

  /** Inserts more mods with the same versions, because seeding each one would take minutes. */
  async function copiesOf(modId: string, count: number): Promise<string[]> {
    const { db } = world.platform;
    const { versions, ...mod } = await db.mod.findUniqueOrThrow({
      where: { id: modId },
      include: { versions: true },
    });
    const { gameId, teamId, authorId, coverId } = mod;
    const copies = Array.from({ length: count }, () =>
      modRow({ gameId, teamId, authorId, coverId, document: mod.document ?? {} }),
    );
    await db.mod.createMany({ data: copies });
    await db.modVersion.createMany({
      data: copies.flatMap(({ id }) =>
        versions.map(({ version, loaderPlatforms, primaryArtifactId, publishedAt }) =>
          versionRow({
            modId: id,
            createdById: authorId,
            version,
            loaderPlatforms,
            primaryArtifactId,
            publishedAt,
          }),
        ),
      ),
    });
    const publishedAt = world.clock.now();
    await db.modPublication.createMany({
      data: copies.map(({ id }) => ({ modId: id, gameId, publishedAt })),
    });
    return copies.map(({ id }) => id);
  }

  /** Writes the mod documents as the previous release wrote them. */
  const writeAsBefore = () => world.platform.db.$executeRaw`
    update mods set snapshot_revision = snapshot_revision + 1, facets = '{v:1.21,l:fabric}',
      snapshot = jsonb_set(jsonb_set(snapshot, '{localizedSlugs}', '{}'),
        '{latestRelease,version}', '"1.0.0"')`;
  const refresh = async (payload: Record<string, string> = {}) => {
    await enqueue(world.platform.db, { kind: 'refresh-documents', payload });
    await world.settled();
  };
  const shown = async () => {
    const { body } = await world.anon.get('/mods?limit=100&loader=forge&game_version=1.21');
    return body.data.map((mod: Json) => [mod.latest_version, mod.localized_slugs]);
  };

  it('refresh-documents updates all mod documents of the previous release, in batches', async () => {
    await writeAsBefore();
    expect(await shown()).toEqual([]);
    await refresh();
    const pages = await shown();
    expect(pages).toHaveLength(100);
    for (const [version, slugs] of pages) {
      expect(version).toBe('2.0.0');
      expect(slugs).toEqual({ en: expect.stringMatching(/./) });
    }
    const left = await world.platform.db.$queryRaw`
      select 1 from mods where composed_revision <> snapshot_revision`;
    expect(left).toEqual([]);
  });

  it('refresh-documents leaves current mod documents unchanged', async () => {
    const revisions = () => world.platform.db.mod.aggregate({ _sum: { documentRevision: true } });
    const before = await revisions();
    await refresh();
    expect(await revisions()).toEqual(before);
  });

  it('refresh-documents sends the same number of statements for a batch as for one mod', async () => {
    const outdate = (ids: readonly string[]) => world.platform.db.$executeRaw`
      update mods set composed_revision = 0 where id = any(${[...ids]}::uuid[])`;

    const counts: number[] = [];
    for (const ids of [modIds.slice(0, 1), modIds.slice(0, 90)]) {
      await outdate(ids);
      const sent = await world.statements(() => refreshDocuments(world.platform, {}));
      counts.push(sent.length);
    }
    expect(counts[1]).toBe(counts[0]);
  });

  it('refresh-documents rewrites all mods of a renamed game, and the rename waits for a document write', async () => {
    const { db } = world.platform;
    const [first = ''] = modIds;
    const { waited } = await meanwhile(
      world,
      (tx) => rewriteModDocument(tx, first),
      () => db.game.update({ where: { id: shelf.gameId }, data: { name: 'Renamed' } }),
    );
    expect(waited).toBe(true);
    await refresh({ gameId: shelf.gameId });
    const names = await db.$queryRaw`
      select snapshot -> 'game' ->> 'name' as name, count(*)::int as count from mods group by 1`;
    expect(names).toEqual([{ name: 'Renamed', count: MODS }]);
  });
});
