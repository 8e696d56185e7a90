import {
  ACCOUNT_KEY_COLUMN,
  SIGNING_KEY_COLUMN,
  TOTP_SECRET_COLUMN,
} from '../../modules/identity/index.js';
import {
  FORMER_WEBHOOK_SECRET_COLUMN,
  WEBHOOK_SECRET_COLUMN,
} from '../../modules/integrations/index.js';
import type { Tx } from '../../platform/database/connect.js';
import { forgottenRowName, lookupRowName, retiredRowName } from '../../platform/key-rows.js';
import type { Platform } from '../../platform/platform.js';
import type { SealedColumn } from '../../platform/reseal.js';
import { ADVISORY_LOCKS } from '../../registry/locks.js';

/** The start of a retired key's row in `server_keys`; the key's id follows. */
const ROW = retiredRowName('');

/**
 * Reads when former keys stopped sealing (encrypting), by key id. A key without an entry may still
 * seal.
 */
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
interface Retirement {
  readonly present: string;
  readonly former: readonly string[];
  /** The time at which the former keys stopped sealing. */
  readonly at: Date;
}

/**
 * Records that former keys no longer seal, and that the present key does. A key that was already
 * recorded keeps its time.
 */
export async function retire(db: Tx, { present, former, at }: Retirement): Promise<void> {
  // An operator may use a former key again.
  await db.serverKey.deleteMany({ where: { purpose: ROW + present } });
  await db.serverKey.createMany({
    data: former.map((id) => ({ purpose: ROW + id, secret: new Uint8Array(), createdAt: at })),
    skipDuplicates: true,
  });
}

/**
 * Removes the rows and lookup secrets of retired keys whose ids are not in `kept`, the keys that
 * this process still has.
 */
export async function forgetDropped(db: Tx, kept: readonly string[]): Promise<void> {
  const retired = await db.serverKey.findMany({
    where: { purpose: { startsWith: ROW, notIn: kept.map((id) => ROW + id) } },
    select: { purpose: true },
  });
  const rows = retired.flatMap(({ purpose }) => {
    const id = purpose.slice(ROW.length);
    return [purpose, lookupRowName(id), forgottenRowName(id)];
  });
  await db.serverKey.deleteMany({ where: { purpose: { in: rows } } });
}

/**
 * Runs a step of a rotation under an exclusive lock. The step writes in the transaction of the
 * lock.
 */
export function withRotationLock<T>({ db }: Platform, step: (tx: Tx) => Promise<T>): Promise<T> {
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(${ADVISORY_LOCKS.keyRotation}::bigint)`;
    return step(tx);
  });
}

/** Every column whose sealed values a rotation seals again. Lookup secrets have their own rows. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  TOTP_SECRET_COLUMN,
  SIGNING_KEY_COLUMN,
  ACCOUNT_KEY_COLUMN,
  WEBHOOK_SECRET_COLUMN,
  FORMER_WEBHOOK_SECRET_COLUMN,
];
