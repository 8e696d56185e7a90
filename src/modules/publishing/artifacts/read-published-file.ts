import { Prisma } from '../../../platform/database/generated/client.js';
import type {
  AccessTier,
  ModState,
  ReferenceState,
} from '../../../platform/database/generated/enums.js';
import { PREPARED } from '../../../platform/database/queries.js';
import { isSwitchedOn } from '../../../platform/provider-switches.js';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import type { LoaderDefinition } from '../../../request/loaders.js';
import { missing, missingAmong } from '../../../request/missing.js';
import { goneObject } from '../../../request/refusals.js';
import { FILE_COLUMNS, FILE_TABLES, type FileRow } from './present-artifact.js';

/** A published file with the facts that decide about access. */
interface OpenFile extends FileRow {
  readonly version: string;
  readonly releaseChannel: string;
  readonly publishedAt: Date;
  readonly modState: ModState;
  readonly accessTier: AccessTier;
  readonly fallbackAllowed: boolean;
  readonly gameId: string;
}

/** A managed file. */
export interface ManagedFile extends OpenFile {
  readonly source: 'rehosted_blob';
  readonly blobKey: string;
  readonly blobEtag: string;
  /** When the copy in the mirror was last verified; null without a copy. */
  readonly mirroredAt: Date | null;
  /** The ETag of that copy; null without one. */
  readonly mirrorEtag: string | null;
}

/** An external file with its attested facts. */
export interface ExternalFile extends OpenFile {
  readonly source: 'external_provider_reference';
  readonly referenceId: string;
  readonly provider: string;
  readonly locator: unknown;
  /** Changes whenever the provider replaces the bytes. */
  readonly marker: string;
  readonly referenceState: ReferenceState;
  readonly referenceRevision: number;
  readonly checkedAt: Date;
  readonly headSupported: boolean;
  readonly rangeSupported: boolean;
  readonly conditionalRequests: boolean;
}

/** A published file, wherever its bytes are. */
export type PublishedFile = ManagedFile | ExternalFile;

/** States of mods whose files may be downloaded. */
const OPEN_MODS: readonly ModState[] = ['published', 'archived'];

/**
 * Reads a published file in one statement: a trusted one, or an attested external one. The caller
 * checks the access tier, the switch of the provider and `referenceState`: a file with a withdrawn
 * reference is returned too. The same statement reads the further `columns`; the file has the alias
 * `a`, its version `v` and its mod `m`. Throws:
 * - a malformed id: `invalid_file_id`
 * - an unknown, unpublished, unsafe or corrupt file, one without a SHA-256, or one of a hidden mod:
 *   `file_not_found`
 * - a file withdrawn with its version, even in a hidden mod, or deleted for good: `gone`
 */
export async function readPublishedFile<T = unknown>(
  ctx: RequestContext,
  id: string,
  columns?: Prisma.Sql,
): Promise<PublishedFile & T> {
  if (!isId(id)) throw problem('invalid_file_id');
  const [row] = await readFiles<T>(ctx, [id], columns);
  if (row && isWithdrawn(row)) throw goneObject(id);
  if (!row || !isShown(row)) throw await missing(ctx, id, 'file_not_found');
  return row;
}

/**
 * Published files by id in one batch, with the rules and errors of `readPublishedFile`. The caller
 * checks the form of the ids.
 */
export const publishedFile: LoaderDefinition<string, PublishedFile> = {
  name: 'publishedFile',
  async batch(ctx, ids) {
    const rows = await readFiles(ctx, ids);
    const shown = new Map(rows.filter(isShown).map((row) => [row.id, row]));
    const withdrawn = new Set(rows.filter(isWithdrawn).map((row) => row.id));
    const others = ids.filter((id) => !shown.has(id) && !withdrawn.has(id));
    const problems = await missingAmong(ctx, others, 'file_not_found');
    return ids.map((id) => shown.get(id) ?? problems.get(id) ?? goneObject(id));
  },
};

/**
 * Reads files with the facts that decide about access. Only the statement for one file is prepared.
 */
function readFiles<T = unknown>(
  { platform }: RequestContext,
  ids: readonly string[],
  columns?: Prisma.Sql,
): Promise<(PublishedFile & T)[]> {
  const isOne = ids.length === 1;
  const isWanted = isOne
    ? Prisma.sql`a.id = ${ids[0]}::uuid`
    : Prisma.sql`a.id = any(${[...ids]}::uuid[])`;
  const more = columns ? Prisma.sql`, ${columns}` : Prisma.empty;
  return platform.db.$queryRaw<(PublishedFile & T)[]>`${isOne ? PREPARED : Prisma.empty}
    select ${FILE_COLUMNS}, v.version, v.release_channel::text as "releaseChannel",
      v.published_at as "publishedAt", m.state::text as "modState",
      m.access_tier::text as "accessTier", m.fallback_allowed as "fallbackAllowed",
      m.game_id as "gameId", b.storage_key as "blobKey", b.etag as "blobEtag",
      b.mirrored_at as "mirroredAt", b.mirror_etag as "mirrorEtag", r.id as "referenceId", r.provider, r.locator, t.marker,
      r.state::text as "referenceState", r.revision as "referenceRevision",
      r.checked_at as "checkedAt", t.head_supported as "headSupported",
      t.range_supported as "rangeSupported", t.conditional_requests as "conditionalRequests" ${more}
    from ${FILE_TABLES} join mods m on m.id = a.mod_id
      left join external_references r on r.artifact_id = a.id
      left join reference_attestations t on t.reference_id = r.id and t.revision = r.revision
    where ${isWanted}`;
}

function isWithdrawn({ state, scanStatus }: PublishedFile): boolean {
  return state === 'withdrawn' && scanStatus === 'clean';
}

function isShown(file: PublishedFile): boolean {
  return !isWithdrawn(file) && isDownloadable(file) && OPEN_MODS.includes(file.modState);
}

function isDownloadable(file: PublishedFile): boolean {
  if (file.source === 'rehosted_blob') return file.trusted;
  const isShown = file.state === 'published' || file.state === 'archived';
  const isExact = (file.sha256 as string | null) !== null;
  return isShown && isExact && file.scanStatus === 'clean' && file.referenceRevision > 0;
}

/**
 * Throws `missing_sha256` for a published file of a visible mod whose SHA-256 is unknown, such as
 * an imported row. No client could verify its bytes.
 */
export async function refuseWithoutDigest(ctx: RequestContext, id: string): Promise<void> {
  if (!isId(id)) return;
  const files = await ctx.platform.db.artifact.count({
    where: {
      id,
      sha256: null,
      scanStatus: 'clean',
      state: { in: ['published', 'archived'] },
      mod: { state: { in: [...OPEN_MODS] } },
    },
  });
  if (files === 0) return;
  throw problem('missing_sha256', {
    status: 409,
    detail: {
      en: `The SHA-256 of the file ${id} is unknown, so you could not verify it; choose another version of the mod.`,
      ru: `SHA-256 файла ${id} неизвестен, и вы не сможете его проверить; выберите другую версию мода.`,
      de: `Der SHA-256 der Datei ${id} ist unbekannt, Sie könnten sie also nicht prüfen; wählen Sie eine andere Version der Mod.`,
    },
  });
}

/** Returns whether files of this provider may be shown and downloaded (Spec 4.3). */
export function isProviderOn({ platform }: RequestContext, { provider }: ExternalFile): boolean {
  return isSwitchedOn(platform, 'resolve', provider);
}
