import type { Tx } from '../../platform/database/connect.js';
import { Prisma } from '../../platform/database/generated/client.js';
import { problem } from '../../registry/errors.js';
import type { UserViewer } from '../../request/viewer.js';

/** The mods and accounts that a staff decision is about. */
interface Concerned {
  /** A subquery of mod ids. */
  readonly mods: Prisma.Sql;
  /** A subquery of the ids of the users who uploaded the content. */
  readonly creators?: Prisma.Sql;
}

/** The mod of one upload or version, and the user who uploaded it. */
export function concernedBy(modId: string, creatorId?: string): Concerned {
  const mods = Prisma.sql`select ${modId}::uuid`;
  return creatorId ? { mods, creators: Prisma.sql`select ${creatorId}::uuid` } : { mods };
}

/**
 * Demands that a second person decides: the viewer uploaded none of the content and belongs to none
 * of the teams. Call it in the transaction of the decision, before the decision writes. The viewer's
 * account row stays locked until the commit. Every change of a team updates the row of its member, so
 * the viewer can neither join nor leave a team meanwhile. Throws `forbidden`.
 */
export async function requireUninvolved(
  tx: Tx,
  { userId }: UserViewer,
  { mods, creators }: Concerned,
): Promise<void> {
  await tx.$executeRaw`select 1 from users where id = ${userId}::uuid for share`;
  const [found] = await tx.$queryRaw<{ involved: boolean }[]>`
    select exists (
        select from team_members t join mods m on m.team_id = t.team_id
        where t.user_id = ${userId}::uuid and m.id in (${mods}))
      or ${creators ? Prisma.sql`${userId}::uuid in (${creators})` : Prisma.sql`false`} as involved`;
  if (!found?.involved) return;
  throw problem('forbidden', { log: 'a staff decision about own content' });
}
