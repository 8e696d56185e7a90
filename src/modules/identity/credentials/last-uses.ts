import type { Database } from '../../../platform/database/connect.js';

/**
 * Writes the last uses of tokens and keys in one statement, outside of requests. A later use from
 * another process stays.
 */
export async function writeLastUses(
  db: Pick<Database, '$executeRaw'>,
  uses: ReadonlyMap<string, Date>,
): Promise<void> {
  const [ids, times] = [[...uses.keys()], [...uses.values()]];
  await db.$executeRaw`
    update credentials c set last_used_at = used.at
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as used(id, at)
    where c.id = used.id and (c.last_used_at is null or c.last_used_at < used.at)`;
}
