import type { Tx } from '../../platform/database/connect.js';
import { lookupRowOf } from '../../platform/load-keys.js';

const ROW = 'retired:';

/** When former keys stopped sealing, by key id; a key without an entry may still seal. */
export async function retiredAt(
  db: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.serverKey.findMany({
    where: { purpose: { in: ids.map((id) => ROW + id) } },
    select: { purpose: true, createdAt: true },
  });
  return new Map(rows.map(({ purpose, createdAt }) => [purpose.slice(ROW.length), createdAt]));
}

/** The keys after a rotation, by id. */
export interface Retirement {
  readonly present: string;
  readonly former: readonly string[];
  readonly at: Date;
}

/** Records that former keys no longer seal. The first record of a key counts. */
export async function retire(db: Tx, { present, former, at }: Retirement): Promise<void> {
  // An operator may use a former key again.
  await db.serverKey.deleteMany({ where: { purpose: ROW + present } });
  await db.serverKey.createMany({
    data: former.map((id) => ({ purpose: ROW + id, secret: new Uint8Array(), createdAt: at })),
    skipDuplicates: true,
  });
}

/** Removes the rows of retired keys that are not among these any more. */
export async function forgetDropped(db: Tx, kept: readonly string[]): Promise<void> {
  const retired = await db.serverKey.findMany({
    where: { purpose: { startsWith: ROW, notIn: kept.map((id) => ROW + id) } },
    select: { purpose: true },
  });
  const rows = retired.flatMap(({ purpose }) => [purpose, lookupRowOf(purpose.slice(ROW.length))]);
  await db.serverKey.deleteMany({ where: { purpose: { in: rows } } });
}
