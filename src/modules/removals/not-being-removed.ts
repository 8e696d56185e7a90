import type { Tx } from '../../platform/database/connect.js';
import { StoreUnavailable } from '../../platform/storage/storage.port.js';

/** The store was asked to remove what stands at a key and may do so any moment: later it is known. */
export class StillBeingRemoved extends StoreUnavailable {}

/**
 * To be asked by who is about to write at these keys, or to trust what stands there, after it has
 * noted that it needs them, so that no removal begins any more. A removal that has ended without a
 * word is forgotten: what it asked of the store cannot happen any more, and the store can tell what
 * stands. Throws `StillBeingRemoved`.
 */
export async function notBeingRemoved(tx: Tx, keys: readonly string[], now: Date): Promise<void> {
  const those = { key: { in: [...keys] } };
  await tx.objectRemoval.deleteMany({ where: { ...those, endsAt: { lte: now } } });
  const removal = await tx.objectRemoval.findFirst({ where: those });
  if (removal) throw new StillBeingRemoved(`${removal.key} is being removed`);
}
