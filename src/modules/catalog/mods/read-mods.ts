import { createGather } from '../../../platform/database/gather.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { PREPARED } from '../../../platform/database/queries.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { actsAsStaff } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { inOrderOf, type LoaderDefinition } from '../../../request/loaders.js';
import { missing } from '../../../request/missing.js';
import { unlessUnchanged } from '../../../request/validator.js';
import { isKnownToAll, readVisibleMod } from '../../collaboration/index.js';
import { modsOf } from '../documents/cached-documents.js';
import { HEAD_COLUMNS, headStamp, type ModHead } from '../documents/present-mod.js';
import type { Mod } from './mod.type.js';

const COLUMNS = Prisma.sql`m.id, m.snapshot_revision as "documentRevision",
  m.downloads_count as "downloadsCount"`;

/**
 * Returns one mod. Published and archived mods are public. Others are visible only to their team
 * and to staff (Spec 4.1). One statement, and one more if the document is not cached; between them
 * `unlessUnchanged` may end the read with a 304. Throws `not_found` for an unknown or invisible mod,
 * and `gone` for a deleted one.
 */
export async function getMod(ctx: RequestContext, id: string): Promise<Mod> {
  const head = await headOf(ctx, id);
  unlessUnchanged(ctx, headStamp(head));
  const [mod] = await modsOf(ctx, [head]);
  if (mod) return mod;
  // Its state changed between both statements.
  const [changed] = await modsOf(ctx, [await headOf(ctx, id)]);
  if (!changed) throw problem('not_found');
  return changed;
}

function headOf(ctx: RequestContext, id: string): Promise<ModHead> {
  if (ctx.viewer.kind === 'anonymous' && !actsAsStaff(ctx)) return readPublicHead(ctx, id);
  return readVisibleMod<ModHead>(ctx, id, COLUMNS);
}

const headById = createGather<ModHead>(
  (ids) => Prisma.sql`${PREPARED}
    select id, state::text, revision, snapshot_revision as "documentRevision",
      downloads_count as "downloadsCount"
    from mods where id = any(${ids}::uuid[]) and state <> 'deleted'`,
);

/**
 * Reads the head (`ModHead`) of a mod that every caller may see: the columns that a read needs next
 * to the mod document. One statement reads the heads of several requests. Throws `not_found` for an
 * unknown mod, a draft or a hidden mod, `gone` for a deleted one.
 */
async function readPublicHead(ctx: RequestContext, modId: string): Promise<ModHead> {
  if (!isId(modId)) throw problem('not_found');
  const head = await headById(ctx.platform.db, modId);
  if (!head || !isKnownToAll(head.state)) throw await missing(ctx, modId, 'not_found');
  return head;
}

/**
 * The published mods with a slug, the oldest first, at most `LIMITS.pageSizeDefault`. Mods of
 * several games may share a slug. One statement, and one more for documents that are not cached.
 */
export async function modsBySlug(ctx: RequestContext, slug: string): Promise<Mod[]> {
  const heads = await ctx.platform.db.$queryRaw<ModHead[]>`
    select ${HEAD_COLUMNS} from games g join mods m on m.game_id = g.id
    where m.slug = ${slug} and m.state = 'published' and g.state <> 'deleted'
    order by m.id limit ${LIMITS.pageSizeDefault}`;
  return modsOf(ctx, heads);
}

/** Reads the heads of the published mods among these ids, in any order. One statement. */
export function publishedHeads(ctx: RequestContext, ids: readonly string[]): Promise<ModHead[]> {
  return ctx.platform.db.$queryRaw<ModHead[]>`
    select ${HEAD_COLUMNS} from mods m
    where m.id = any(${[...ids]}::uuid[]) and m.state = 'published'`;
}

/**
 * Mods by id, in any state. An unknown id gives `not_found`. The caller checks whether the viewer
 * may see the mod.
 */
export const modById: LoaderDefinition<string, Mod> = {
  name: 'modById',
  async batch(ctx, ids) {
    const heads = await ctx.platform.db.$queryRaw<ModHead[]>`
      select ${HEAD_COLUMNS} from mods m where m.id = any(${[...ids]}::uuid[])`;
    const mods = inOrderOf(ids, await modsOf(ctx, heads), (mod) => mod.id);
    return mods.map((mod) => mod ?? problem('not_found'));
  },
};
