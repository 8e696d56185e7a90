import type { RequestContext } from '../../request/context.js';
import { load } from '../../request/loaders.js';
import { readVisibleMod } from '../teams/index.js';
import type { Mod } from './mod.type.js';
import { modById } from './mods.loaders.js';

/**
 * One mod: a published one for everybody, a draft for its team (Spec 4.1).
 * Throws `not_found` and `gone`.
 */
export async function getMod(ctx: RequestContext, id: string): Promise<Mod> {
  const access = await readVisibleMod(ctx, id);
  return load(ctx, modById, access.modId);
}
