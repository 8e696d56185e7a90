import { beforeAll, beforeEach } from 'vitest';
import { countDownloads } from '../../../src/modules/catalog/index.js';
import { newId } from '../../../src/request/ids.js';
import { useWorld, type World } from '../../harness.js';
import { outside } from '../../locks.js';
import { newGame } from '../../publishing.js';
import { type Seeded, type Shelf, seedMod, shelfOf } from '../../routes/catalog/catalog-rows.js';

export const HOUR = 3_600;
export const DAY = 24 * HOUR;

export const fileOf = ({ versions }: Seeded, at = 0) => versions[at]?.artifactId ?? '';

/**
 * Runs a service with a stopped clock. Each test has its own mod with two versions, and begins at
 * noon, so that adding a few hours stays on the same day.
 */
export function useDownloads() {
  const world = useWorld({}, { jobs: 'when-settled' });
  let shelf: Shelf;
  let mod: Seeded;
  beforeAll(async () => {
    await newGame(world, 'counted');
    shelf = await shelfOf(world, 'counted');
    world.clock.stop();
  });
  beforeEach(async () => {
    const timeOfDay = (world.clock.now().getTime() / 1000) % DAY;
    world.clock.advance(10.5 * DAY - timeOfDay);
    mod = await seedMod(world, shelf, { versions: [{ version: '1.0.0' }, { version: '2.0.0' }] });
  });
  return {
    world,
    get shelf() {
      return shelf;
    },
    get mod() {
      return mod;
    },
    count: () =>
      outside(() => countDownloads(world.platform, new AbortController().signal), 'jobs'),
    ...grantsIn(world, () => mod),
    ...sumsIn(world, () => mod),
    /** Terminates the connections that wait for a lock. */
    endWaiting: () =>
      outside(
        async () =>
          await world.platform.db.$executeRaw`
          select pg_terminate_backend(pid, 5000) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
        'health',
      ),
  };
}

/** The rows of downloads. */
function grantsIn(world: World, mod: () => Seeded) {
  const secondsFromNow = (seconds: number) =>
    new Date(world.clock.now().getTime() + seconds * 1000);
  const rowOf = (artifactId: string, actor: string, admittedAt: Date | null) => ({
    artifactId,
    blobId: newId(),
    actor,
    sizeBytes: 1,
    provider: 'primary',
    admittedAt,
    state: admittedAt ? ('active' as const) : ('waiting' as const),
    expiresAt: secondsFromNow(300),
  });
  return {
    secondsFromNow,
    /** A grant as the routes write it, in state waiting if it was never admitted. */
    async addDownloadGrant(artifactId: string, actor: string, admittedAt: Date | null) {
      const data = rowOf(artifactId, actor, admittedAt);
      return (await world.platform.db.downloadGrant.create({ data })).id;
    },
    /** Downloads of one file by one actor, each at an offset in seconds from now. */
    async downloads(seconds: readonly number[], actor = 'user:ada', file = fileOf(mod())) {
      const data = seconds.map((after) => rowOf(file, actor, secondsFromNow(after)));
      await world.platform.db.downloadGrant.createMany({ data });
    },
    /** Inserts downloads of the mod's files, one per actor, all at the same offset from now. */
    async addDownloadGrants(number: number, seconds: number): Promise<void> {
      await world.platform.db.$executeRaw`
        insert into download_grants (id, job_id, session_id, artifact_id, blob_id, actor, state,
          size_bytes, provider, expires_at, admitted_at)
        select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(),
          (${mod().versions.map(({ artifactId }) => artifactId)}::uuid[])[1 + n % 2],
          gen_random_uuid(), 'many:' || n, 'active', 1, 'primary', now(),
          ${secondsFromNow(seconds)}::timestamptz
        from generate_series(1, ${number}::int) n`;
    },
    /** The verdicts on an actor's downloads of the first file, in their order. */
    async verdicts(actor = 'user:ada'): Promise<(boolean | null)[]> {
      const where = { artifactId: fileOf(mod()), actor };
      const orderBy = [{ admittedAt: 'asc' }, { id: 'asc' }] as const;
      const rows = await world.platform.db.downloadGrant.findMany({ where, orderBy: [...orderBy] });
      return rows.map(({ counts }) => counts);
    },
  };
}

/** The stored download counts. */
function sumsIn(world: World, mod: () => Seeded) {
  return {
    /** The download counts of a mod and of its versions, files and days. */
    async totals({ modId }: Seeded = mod()) {
      const { db } = world.platform;
      const found = await db.mod.findUniqueOrThrow({
        where: { id: modId },
        include: { versions: { include: { artifacts: true }, orderBy: { version: 'asc' } } },
      });
      const artifacts = found.versions.flatMap((version) => version.artifacts);
      const days = await db.downloadDay.groupBy({
        by: 'day',
        where: { artifactId: { in: artifacts.map(({ id }) => id) } },
        _sum: { downloads: true },
        orderBy: { day: 'asc' },
      });
      return {
        mod: Number(found.downloadsCount),
        versions: found.versions.map((version) => Number(version.downloadsCount)),
        files: artifacts.map((artifact) => Number(artifact.downloadsCount)),
        days: days.map((day) => Number(day._sum.downloads)),
      };
    },
    /** The number of rows in the database whose count differs from the sum of its parts. */
    async discrepancies(): Promise<number> {
      const [row] = await world.platform.db.$queryRaw<{ wrong: number }[]>`select (
        (select count(*) from mods m where downloads_count <> (
          select coalesce(sum(downloads_count), 0) from mod_versions where mod_id = m.id)) +
        (select count(*) from mod_versions v where downloads_count <> (
          select coalesce(sum(downloads_count), 0) from artifacts where version_id = v.id)) +
        (select count(*) from artifacts a where downloads_count <> (
          select coalesce(sum(downloads), 0) from download_days where artifact_id = a.id)))::int
        as wrong`;
      return row?.wrong ?? -1;
    },
  };
}
