import type { Tx } from '../../../platform/database/connect.js';
import type { ModState } from '../../../platform/database/generated/enums.js';
import { goneObject } from '../../../request/refusals.js';

/** A mod whose row is locked until the transaction ends. */
export interface LockedMod {
  readonly id: string;
  readonly gameId: string;
  readonly state: ModState;
  /** Null for a draft without a cover. */
  readonly coverId: string | null;
}

/**
 * Locks a mod's row, so that changes of its versions run one after the other. Every writer locks
 * the mod before its versions; otherwise two writers could deadlock. Throws `gone` for a deleted or
 * unknown mod.
 */
export async function lockMod(tx: Tx, modId: string): Promise<LockedMod> {
  const [mod] = await tx.$queryRaw<LockedMod[]>`
    select id, game_id as "gameId", state::text, cover_id as "coverId"
    from mods where id = ${modId}::uuid for update`;
  if (!mod || mod.state === 'deleted') throw goneObject(modId);
  return mod;
}
