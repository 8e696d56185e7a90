import { Prisma } from '../../../platform/database/generated/client.js';

/** The SQL condition that a credential reaches the mod in a column; empty if it reaches every mod. */
export function withinGrant(modIds: readonly string[] | null, modId: Prisma.Sql): Prisma.Sql {
  return modIds ? Prisma.sql`and ${modId} = any(${[...modIds]}::uuid[])` : Prisma.empty;
}
