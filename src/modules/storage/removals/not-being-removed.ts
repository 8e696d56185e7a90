import type { Tx } from '../../../platform/database/connect.js';
import { StoreUnavailable } from '../../../platform/storage/storage.port.js';

/** A removal of this object is in progress, and its result is not yet known. */
export class StillBeingRemoved extends StoreUnavailable {}

/**
 * Call this before writing to these keys, or before relying on their objects. First record that the
 * objects are needed, so that no new removal can begin. Deletes the rows of expired removals: their
 * requests can no longer take effect, so the store's state is final. Throws `StillBeingRemoved`.
 */
export async function notBeingRemoved(tx: Tx, keys: readonly string[], now: Date): Promise<void> {
  const those = { key: { in: [...keys] } };
  await tx.objectRemoval.deleteMany({ where: { ...those, endsAt: { lte: now } } });
  const removal = await tx.objectRemoval.findFirst({ where: those });
  if (removal) throw new StillBeingRemoved(`${removal.key} is being removed`);
}
