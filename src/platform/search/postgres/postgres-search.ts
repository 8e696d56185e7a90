import type { Database } from '../../database/connect.js';
import { Prisma } from '../../database/generated/client.js';
import type { Log } from '../../log.js';
import { noteRefused, type Search } from '../search.port.js';
import { countEntries, findEntries } from './find-entries.js';
import { refreshStatistics } from './statistics.js';
import { closeEntries, removeEntries, writeEntries } from './write-entries.js';

/**
 * Search in PostgreSQL: a dictionary of terms resolves a query, and an index of terms answers it. A
 * rebuild logs the mods whose entries PostgreSQL refuses, and continues.
 */
export function createPostgresSearch(db: Database, log: Log): Search {
  return {
    index: (entries) => writeEntries(db, entries),
    remove: (modIds) => removeEntries(db, modIds),
    find: (query) => findEntries(db, query),
    countFacets: (query) => countEntries(db, query),
    async rebuild(batches) {
      const [began] = await db.$queryRaw<{ now: Date }[]>`select now()`;
      const refused: string[] = [];
      let given = 0;
      for await (const entries of batches) {
        const note = (error: unknown) => refused.push(...noteRefused(log, error));
        await writeEntries(db, entries, { isRebuild: true }).catch(note);
        given += entries.length;
      }
      // The rebuild has written each published mod since then. It closes the entries of all others;
      // a mod that PostgreSQL refuses keeps its earlier one.
      const others = Prisma.sql`mod_id <> all(${refused}::uuid[])`;
      await closeEntries(db, Prisma.sql`indexed_at < ${began?.now}::timestamptz and ${others}`);
      await refreshStatistics(db);
      return given - refused.length;
    },
    outdated: () => outdatedMods(db),
    refresh: (signal) => refreshStatistics(db, signal),
    async ping() {
      await db.$queryRaw`select 1 from search_entries limit 1`;
    },
  };
}

/** Mods per call of `outdated`. */
const OUTDATED = 500;

async function outdatedMods(db: Database): Promise<string[]> {
  const mods = await db.$queryRaw<{ id: string }[]>`
    select coalesce(m.id, d.mod_id) as id from (select * from search_entries where closed_in is null) d
      full join (select id, snapshot_revision from mods where state = 'published') m on m.id = d.mod_id
    where m.id is null or d.revision is null or d.revision < m.snapshot_revision
    limit ${OUTDATED}`;
  return mods.map(({ id }) => id);
}
