import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type { AppModel } from '../../../platform/database/generated/models.js';
import type { RequestContext } from '../../../request/context.js';
import { holdCaller } from '../../../request/hold-caller.js';
import { transact } from '../../../request/transact.js';
import { type AppChange, recordApp } from './record-app.js';

/** A change of an application, with the state that it requires. */
export interface GuardedChange {
  readonly change: AppChange;
  /** The required state of the row during the write; a deleted row never matches. */
  readonly where: Omit<Prisma.AppWhereInput, 'id' | 'deletedAt'>;
  readonly data: Prisma.AppUpdateManyMutationInput;
  /** Further writes in the same transaction. */
  readonly effects?: (tx: Tx, app: AppModel) => Promise<void>;
  /** Additional data for the audit log. */
  readonly note?: Prisma.InputJsonObject;
}

/**
 * Changes an application if it is in the required state. The UPDATE itself checks the state, so
 * only one of two concurrent writers succeeds. Returns null if the state differs. Throws
 * `unauthorized`, `account_blocked` if the caller's access ended meanwhile.
 */
export function changeApp(
  ctx: RequestContext,
  id: string,
  { change, where, data, effects, note = {} }: GuardedChange,
): Promise<AppModel | null> {
  return transact(ctx, async (tx) => {
    await holdCaller(tx, ctx);
    const [row] = await tx.app.updateManyAndReturn({
      where: { ...where, id, deletedAt: null },
      data: { ...data, revision: { increment: 1 }, updatedAt: ctx.platform.clock.now() },
    });
    if (!row) return null;
    await effects?.(tx, row);
    await recordApp(tx, ctx, row, change, note);
    return row;
  });
}
