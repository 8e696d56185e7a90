import type { Tx } from '../../../platform/database/connect.js';
import type { Platform } from '../../../platform/platform.js';
import { type Storage, StoreUnavailable } from '../../../platform/storage/storage.port.js';
import { LIMITS } from '../../../registry/limits.js';
import { newId } from '../../../request/ids.js';

/** An object to remove, and the callbacks for its rows. */
interface Removal {
  readonly key: string;
  /** The key in `object_removals` for objects outside the primary store. Default: `key`. */
  readonly notedAs?: string;
  /**
   * Returns whether the object is unused. Must take a lock, so that a transaction that needs the
   * object waits until this one ends.
   */
  isFree(tx: Tx): Promise<boolean>;
  /** Records that the object is removed. */
  note(tx: Tx): Promise<unknown>;
}

/** The parts of a removal. */
interface Remover extends Pick<Platform, 'db' | 'clock'> {
  readonly storage: Pick<Storage, 'remove'>;
}

/**
 * Removes an unused object in three steps. First it inserts a row. Then it calls the store, outside
 * of any transaction. Then it records the result. The store may execute a request long after the
 * client has given up. Such a late removal could delete an object that was written since. So the
 * row stays until the result is recorded or until no request can still be executed. Until then,
 * `requireNoRemoval` throws for an upload of the same bytes. Rethrows errors of the store; the row
 * then stays until it expires. Returns true if the removal was recorded. Returns false if the
 * object is in use, if another removal is in progress, or if the row expired before the store
 * responded.
 */
export async function removeObject(
  { db, storage, clock }: Remover,
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
    // Otherwise the row expired, and another request may have written this object.
    if (count > 0) await note(tx);
    return count > 0;
  });
}

/** Returns false if another removal of the object is in progress. */
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

/** A removal of this object is in progress, and its result is not yet known. */
export class StillBeingRemoved extends StoreUnavailable {}

/**
 * Call this before writing to these keys, or before relying on their objects. First record that the
 * objects are needed, so that no new removal can begin. Throws `StillBeingRemoved` if a removal is
 * in progress. Deletes the rows of expired removals: their requests can no longer take effect, so
 * the store's state is final.
 */
export async function requireNoRemoval(tx: Tx, keys: readonly string[], now: Date): Promise<void> {
  const those = { key: { in: [...keys] } };
  await tx.objectRemoval.deleteMany({ where: { ...those, endsAt: { lte: now } } });
  const removal = await tx.objectRemoval.findFirst({ where: those });
  if (removal) throw new StillBeingRemoved(`${removal.key} is being removed`);
}
