import type { Tx } from '../../platform/database/connect.js';
import type { Prisma } from '../../platform/database/generated/client.js';
import type { AppModel } from '../../platform/database/generated/models.js';
import type { RequestContext } from '../../request/context.js';
import { holdCaller } from '../../request/hold-caller.js';
import { transact } from '../../request/transact.js';
import { type AppChange, recordApp } from './record-app.js';

/** A change of an application from the state in which it has to be. */
export interface GuardedChange {
  readonly change: AppChange;
  /** What has to be true of the row while it is written, besides that it is not deleted. */
  readonly where: Omit<Prisma.AppWhereInput, 'id' | 'deletedAt'>;
  readonly data: Prisma.AppUpdateManyMutationInput;
  /** What happens in the same transaction. */
  readonly effects?: (tx: Tx, app: AppModel) => Promise<void>;
  /** What the audit log keeps besides. */
  readonly note?: Prisma.InputJsonObject;
}

/**
 * Changes an application where it is in the state that the change may start from, compared in the
 * UPDATE itself, so that of two writers one gets through. Null where it is not in that state.
 * Throws `unauthorized`, `account_blocked` if the caller's access ended meanwhile.
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
