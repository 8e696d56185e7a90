import type { Tx } from '../../platform/database/connect.js';
import type { Platform } from '../../platform/platform.js';
import { LIMITS } from '../../registry/limits.js';
import { newId } from '../../request/ids.js';

/** An object that is to go, and what the rows say of it. */
export interface Removal {
  readonly key: string;
  /** What the removal is noted as, where it is not in the first store; the key otherwise. */
  readonly notedAs?: string;
  /** Whether nobody needs the object; whoever will need it waits until the transaction has ended. */
  isFree(tx: Tx): Promise<boolean>;
  /** Writes down that the object has gone. */
  note(tx: Tx): Promise<unknown>;
}

/**
 * Removes an object that nobody needs, in three steps: a row says that the store is being asked, the
 * store is asked outside of any transaction, and that it is done is noted. A request may be carried
 * out long after whoever sent it has given up, and then it would take away what was put there since:
 * so the row stands until the removal is noted, or until none of its requests can be on its way any
 * more, and who brings the same bytes waits for that (`notBeingRemoved`). Answers whether the object
 * was removed. Throws what the store throws; the row stands then until its end.
 */
export async function removeObject(
  { db, storage, clock }: Pick<Platform, 'db' | 'storage' | 'clock'>,
  { key, notedAs = key, isFree, note }: Removal,
): Promise<boolean> {
  const holder = newId();
  const isBegun = await db.$transaction(
    async (tx) =>
      (await isFree(tx)) && (await begin(tx, { key: notedAs, holder, now: clock.now() })),
  );
  if (!isBegun) return false;
  await storage.remove(key, AbortSignal.timeout(LIMITS.removalSeconds * 1000));
  return db.$transaction(async (tx) => {
    const { count } = await tx.objectRemoval.deleteMany({ where: { key: notedAs, holder } });
    // Otherwise it came to its end, and what stands there now may be another's.
    if (count > 0) await note(tx);
    return count > 0;
  });
}

/** Answers false where another removal of the object is under way. */
async function begin(
  tx: Tx,
  { key, holder, now }: { readonly key: string; readonly holder: string; readonly now: Date },
): Promise<boolean> {
  const lifetimeSeconds = LIMITS.removalSeconds + LIMITS.removalGraceSeconds;
  const endsAt = new Date(now.getTime() + lifetimeSeconds * 1000);
  const begun = await tx.$executeRaw`
    insert into object_removals (key, holder, ends_at)
    values (${key}, ${holder}::uuid, ${endsAt}::timestamptz)
    on conflict (key) do update set holder = excluded.holder, ends_at = excluded.ends_at
    where object_removals.ends_at <= ${now}::timestamptz`;
  return begun > 0;
}
