import type { RequestContext } from '../../../request/context.js';
import { transact } from '../../../request/transact.js';
import { lockMod } from '../../catalog/index.js';
import { leaveTeam, modsWithMember } from '../../collaboration/index.js';
import { removeMod } from './delete-mod.js';

/** A deleted account, and its choice for the mods without another owner. */
interface LeftMods {
  readonly userId: string;
  readonly removesMods: boolean;
}

/**
 * Takes a deleted account out of the teams of its mods. A mod without another owner is deleted, or
 * stays as it is: then its team keeps the deleted account as its owner, and moderators decide about
 * requests for the mod. Each mod has its own transaction, and a mod that is settled stays so. So it
 * may stop anywhere and run again.
 */
export async function settleMods(
  ctx: RequestContext,
  { userId, removesMods }: LeftMods,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const modIds = await modsWithMember(ctx, userId, after);
    for (const modId of modIds) {
      await transact(ctx, async (tx) => {
        await lockMod(tx, modId);
        const isOnlyOwner = !(await leaveTeam(tx, ctx, { modId, userId }));
        if (isOnlyOwner && removesMods) await removeMod(tx, ctx, modId);
      });
    }
    const last = modIds.at(-1);
    if (last === undefined) return;
    after = last;
  }
}
