import { Prisma } from '../../../platform/database/generated/client.js';
import type { MediaModel } from '../../../platform/database/generated/models.js';
import { PREPARED } from '../../../platform/database/queries.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import type { Platform } from '../../../platform/platform.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import { goneObject } from '../../../request/refusals.js';
import type { Texts } from '../../../request/scalars.js';
import { etagOf } from '../../../request/validator.js';
import { readModAccess, requireModPermission, seesDrafts } from '../../collaboration/index.js';
import type { StoredMedia, StoredVariant } from '../documents/mod-document.js';
import { presentMedia } from '../documents/present-mod.js';
import type { MediaItem } from '../mods/media.type.js';
import { imageKey } from './store-images.js';

/** Visible pictures: neither deleted nor replaced. */
export const SHOWN = { deletedAt: null, replacedAt: null } as const;

/** The public members of a stored picture. */
export function toStoredMedia(row: MediaModel): StoredMedia {
  const { id, kind, contentType, width, height, sizeBytes, sha256, position, managedBy } = row;
  // Only language maps are written to the column.
  const alt = row.alt as Texts;
  const variants = variantsOf(row);
  const image = { id, kind, contentType, width, height, sizeBytes, sha256, variants };
  return { ...image, alt, position, managedBy };
}

/** The smaller copies of a stored picture. */
function variantsOf({ variants }: Pick<MediaModel, 'variants'>): readonly StoredVariant[] {
  // Only `imageColumns` writes the column.
  return variants as unknown as readonly StoredVariant[];
}

const COLUMNS = Prisma.sql`id, kind::text, content_type as "contentType", width, height,
  size_bytes as "sizeBytes", sha256, variants, alt, position, managed_by::text as "managedBy"`;

/**
 * The visible pictures of a mod (cover, fallback cover and gallery), oldest first, for all members
 * of its team. Spec 4.3. Throws `invalid_input` for an invalid limit or cursor, and the errors of
 * `requireModPermission`.
 */
export async function listMedia(
  ctx: RequestContext,
  modId: string,
  page: PageInput,
): Promise<Page<MediaItem>> {
  await requireModPermission(ctx, modId, 'read-drafts');
  const rows = await readPage<MediaModel & SnapshotRow>(ctx, page, {
    context: { resource: 'media', sort: 'added', filters: { modId } },
    read: ({ snapshot, after }, limit) => ctx.platform.db.$queryRaw<(MediaModel & SnapshotRow)[]>`
      select ${COLUMNS}, ${SNAPSHOT} from media
      where mod_id = ${modId}::uuid and deleted_at is null and replaced_at is null
        and ${committed(Prisma.sql`born_in`, snapshot)}
        ${after ? Prisma.sql`and id > ${after[0]}::uuid` : Prisma.empty}
      order by id limit ${limit}`,
    keysOf: ({ id }) => [id],
  });
  const { publicUrl } = ctx.platform;
  return mapPage(
    rows,
    rows.items.map((row) => presentMedia(toStoredMedia(row), publicUrl)),
  );
}

/** A picture with the current state of its mod. */
export interface ModPicture extends MediaItem {
  /** The mod's current strong validator, for the next write. */
  readonly modEtag: string;
}

/**
 * One picture of a mod, for members who may change its pictures. Throws the errors of
 * `requireModPermission`, `not_found`, and `gone` for a deleted picture.
 */
export async function getPicture(
  ctx: RequestContext,
  modId: string,
  id: string,
): Promise<ModPicture> {
  const { revision } = await requireModPermission(ctx, modId, 'media');
  const row = await pictureOf(ctx, modId, id);
  const shown = presentMedia(toStoredMedia(row), ctx.platform.publicUrl);
  return { ...shown, modEtag: etagOf(modId, revision) };
}

/**
 * The row of a picture, also of a replaced cover. It checks no permission. Throws `not_found`, and
 * `gone` if it was deleted.
 */
export async function pictureOf(
  ctx: RequestContext,
  modId: string,
  id: string,
): Promise<MediaModel> {
  const row = isId(id) ? await ctx.platform.db.media.findFirst({ where: { id, modId } }) : null;
  if (!row) throw await missing(ctx, id);
  if (row.deletedAt) throw goneObject(id);
  return row;
}

/** An encoded image. */
interface Image {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly sha256: string;
}

/** The columns of a picture that derive from its encoded images. */
export function imageColumns(picture: Image & { readonly variants: readonly Image[] }) {
  const { variants } = picture;
  return {
    ...factsOf(picture),
    storageKey: imageKey(picture.sha256),
    variants: variants.map(factsOf),
    objects: [...new Set([picture, ...variants].map(({ sha256 }) => sha256))],
  };
}

function factsOf({ bytes, contentType, width, height, sha256 }: Image) {
  return { width, height, contentType, sizeBytes: bytes.length, sha256 };
}

/** The bytes of a picture, ready to send. */
interface OpenedMedia {
  /** Whether only the team of the mod and staff may see it. Then no shared cache may keep it. */
  readonly isRestricted: boolean;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Opens the stored bytes. Throws the errors of `Storage.read`. */
  read(): Promise<AsyncIterable<Uint8Array>>;
}

interface PictureRow extends Pick<MediaModel, 'contentType' | 'sizeBytes' | 'sha256' | 'variants'> {
  readonly modId: string;
  readonly storageKey: string;
  readonly isDeleted: boolean;
  readonly isTakenDown: boolean;
}

/**
 * Finds a picture by its permanent id: with `width` its copy of that width, else the picture
 * itself. Returns null if it does not exist. Anyone may see it, also a picture of a draft and a
 * replaced cover. While a moderator's takedown of the mod lasts, it exists only for viewers who see
 * the drafts of the mod. Only then `contextOf` is called, for the context of the viewer. Throws
 * `gone` if the picture was deleted, and the errors of `contextOf`.
 */
export async function openMedia(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  id: string,
  width: number | null,
  contextOf: () => Promise<RequestContext>,
): Promise<OpenedMedia | null> {
  if (!isId(id)) return null;
  const [row] = await db.$queryRaw<PictureRow[]>`${PREPARED}
    select p.mod_id as "modId", p.content_type as "contentType", p.size_bytes as "sizeBytes", p.sha256,
      p.variants, p.storage_key as "storageKey", p.deleted_at is not null as "isDeleted",
      m.taken_down_at is not null as "isTakenDown"
    from media p join mods m on m.id = p.mod_id where p.id = ${id}::uuid`;
  if (!row) return null;
  if (row.isDeleted) throw goneObject(id);
  const { isTakenDown: isRestricted } = row;
  if (isRestricted && !(await isSeen(await contextOf(), row))) return null;
  const image = width === null ? row : variantsOf(row).find((variant) => variant.width === width);
  if (!image) return null;
  const { contentType, sizeBytes, sha256 } = image;
  const key = width === null ? row.storageKey : imageKey(sha256);
  return { isRestricted, contentType, sizeBytes, sha256, read: () => storage.read(key) };
}

/** Whether the viewer sees the drafts of the mod of a picture. */
async function isSeen(ctx: RequestContext, { modId }: PictureRow): Promise<boolean> {
  return ctx.viewer.kind === 'user' && seesDrafts(ctx, await readModAccess(ctx, modId));
}
