import type { Database } from './connect.js';
import { Prisma } from './generated/client.js';

/** Every column that names a transaction, by table. */
const MARKS = [
  ['games', 'listed_in'],
  ['categories', 'born_in'],
  ['mod_publications', 'opened_in'],
  ['mod_publications', 'closed_in'],
  ['search_documents', 'opened_in'],
  ['search_documents', 'closed_in'],
  ['mod_versions', 'born_in'],
  ['mod_versions', 'listed_in'],
  ['dependencies', 'born_in'],
  ['artifacts', 'born_in'],
  ['artifacts', 'listed_in'],
  ['upload_sessions', 'born_in'],
  ['download_grants', 'born_in'],
] as const;

/** Ten tables of a million rows each are read through well within it. */
const PATIENCE_MS = 120_000;

/**
 * Answers which cluster the database is in. A dump that was restored into another one names
 * transactions that are yet to come there: on the first start in it they are counted as past, or
 * walks would leave those rows out. Cursors from before do not hold, as their key is the cluster's.
 */
export async function settleInCluster(db: Database): Promise<string> {
  const [control] = await db.$queryRaw<{ id: string }[]>`
    select system_identifier::text as id from pg_control_system()`;
  if (!control) throw new Error('PostgreSQL does not tell its system identifier');
  const { id } = control;
  const home = await db.homeCluster.findUnique({ where: { id: 1 } });
  if (home?.systemIdentifier !== id) await settle(db, id);
  return id;
}

async function settle(db: Database, systemIdentifier: string): Promise<void> {
  await db.$transaction(
    async (tx) => {
      for (const [table, column] of MARKS) {
        const [rows, mark] = [Prisma.raw(table), Prisma.raw(column)];
        // What the statement sees was committed, whatever its number says.
        await tx.$executeRaw`
          update ${rows} set ${mark} = '0'
          where ${mark} >= pg_snapshot_xmin(pg_current_snapshot())`;
      }
      await tx.homeCluster.upsert({
        where: { id: 1 },
        create: { systemIdentifier },
        update: { systemIdentifier },
      });
    },
    { timeout: PATIENCE_MS },
  );
}
