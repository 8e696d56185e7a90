import { Prisma } from '../../../platform/database/generated/client.js';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { unlessUnchanged } from '../../../request/validator.js';
import { readVisibleMod } from '../../collaboration/index.js';
import { modsOf } from '../documents/documents.js';
import { headStamp, type ModHead } from '../documents/present-mod.js';
import type { Mod } from './mod.type.js';

const COLUMNS = Prisma.sql`m.id, m.snapshot_revision as "snapshotRevision",
  m.downloads_count as "downloadsCount"`;

/**
 * Returns one mod. Published mods are public; a draft is visible to its team (Spec 4.1). One
 * statement, and one more if the document is not cached. Throws `not_found` and `gone`.
 */
export async function getMod(ctx: RequestContext, id: string): Promise<Mod> {
  const head = await readVisibleMod<ModHead>(ctx, id, COLUMNS);
  unlessUnchanged(ctx, headStamp(head));
  const [mod] = await modsOf(ctx, [head]);
  if (!mod) throw problem('not_found');
  return mod;
}
