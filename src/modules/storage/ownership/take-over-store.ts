import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { knownKeys, type StoreName } from './known-files.js';
import { countFound, storeNamed } from './own-store.js';
import { readInstallation, readOwner, replaceOwner } from './store-owner.js';

/** The facts by which an operator decides about a store. */
interface Ownership {
  readonly installation: string;
  /** The installation that the store names; null if it names no owner. */
  readonly owner: string | null;
  /** The size of a sample of files that the database names, and how many of these the store has. */
  readonly files: { readonly named: number; readonly found: number };
}

/** Reads the owner of a store; null without a mirror. Throws errors of the store. */
export async function readOwnership(
  { platform }: RequestContext,
  name: StoreName,
): Promise<Ownership | null> {
  const store = storeNamed(platform, name);
  if (store === null) return null;
  const keys = await knownKeys(platform.db, name);
  return {
    installation: await readInstallation(platform.db),
    owner: await readOwner(store),
    files: { named: keys.length, found: await countFound(store, keys) },
  };
}

/**
 * Makes this installation the owner of a store with any or no owner, and writes an audit line. The
 * former owner then removes nothing there, except for the rest of a batch. Safe to repeat. Throws
 * without a store of that name.
 */
export async function takeOverStore(
  ctx: RequestContext,
  name: StoreName,
  { installation, owner }: Ownership,
): Promise<void> {
  const store = storeNamed(ctx.platform, name);
  if (store === null) throw new Error(`there is no store ${name}`);
  await replaceOwner(store, installation);
  await audit(ctx.platform.db, ctx, {
    action: 'store.claimed',
    targetKind: 'store',
    targetId: null,
    data: { store: name, installation, former_owner: owner },
  });
}
