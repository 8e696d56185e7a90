import type { AccessTier, ModState } from '../../platform/database/generated/enums.js';
import { problem } from '../../registry/errors.js';
import type { RequestContext } from '../../request/context.js';
import { isId } from '../../request/ids.js';
import { missing } from '../../request/missing.js';
import { FILE_COLUMNS, FILE_TABLES, type FileRow } from './present-artifact.js';

/** A file that may be handed out, with what decides on who may have it. */
export interface PublishedFile extends FileRow {
  readonly version: string;
  readonly releaseChannel: string;
  readonly publishedAt: Date;
  readonly modState: ModState;
  readonly accessTier: AccessTier;
  readonly fallbackAllowed: boolean;
  readonly gameId: string;
  readonly blobKey: string;
  readonly blobEtag: string;
  readonly mirroredAt: Date | null;
}

/** Mods whose files may be handed out. */
const OPEN_MODS: readonly ModState[] = ['published', 'archived'];

/**
 * Reads a published, trusted file in one statement.
 * - malformed id: `invalid_file_id`
 * - unknown, unpublished, unsafe or of a hidden mod: `file_not_found`, without a difference
 * - withdrawn, or deleted for good: `gone`
 */
export async function readPublishedFile(ctx: RequestContext, id: string): Promise<PublishedFile> {
  if (!isId(id)) throw problem('invalid_file_id');
  const [row] = await ctx.platform.db.$queryRaw<PublishedFile[]>`
    select ${FILE_COLUMNS}, v.version, v.release_channel::text as "releaseChannel",
      v.published_at as "publishedAt", m.state::text as "modState",
      m.access_tier::text as "accessTier", m.fallback_allowed as "fallbackAllowed",
      m.game_id as "gameId", b.storage_key as "blobKey", b.etag as "blobEtag", b.mirrored_at as "mirroredAt"
    from ${FILE_TABLES} join mods m on m.id = a.mod_id
    where a.id = ${id}::uuid`;
  if (row?.state === 'withdrawn' && row.scanStatus === 'clean') throw problem('gone');
  if (!row?.trusted || !OPEN_MODS.includes(row.modState)) {
    throw await missing(ctx, id, 'file_not_found');
  }
  return row;
}
