import type { Tx } from '../../../platform/database/connect.js';
import type {
  AccessTier,
  MediaKind,
  MediaManager,
} from '../../../platform/database/generated/enums.js';
import type { Texts } from '../../../request/scalars.js';
import { composeDocuments } from './compose-document.js';
import { type Release, readDocumentSources } from './document-sources.js';

/** A smaller copy of a picture, in a mod document. */
export interface StoredVariant {
  readonly width: number;
  readonly height: number;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** A picture in a mod document, without its URL. */
export interface StoredMedia {
  readonly id: string;
  readonly kind: MediaKind;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Narrowest first. Older documents have no variants. */
  readonly variants?: readonly StoredVariant[];
  readonly alt: Texts;
  readonly position: number;
  readonly managedBy: MediaManager;
}

/**
 * The stored document of a mod. It has the fields of PublicMod except those that change without a
 * new document (`HEAD_FIELDS`), the URLs, which depend on the host, and what `documentOf` derives.
 * Times are ISO strings.
 */
export interface StoredModDocument {
  readonly id: string;
  readonly slug: string;
  readonly localizedSlugs: Texts;
  readonly game: { readonly id: string; readonly slug: string; readonly name: string };
  readonly title: Texts;
  readonly summary: Texts;
  readonly description: Texts;
  readonly author: {
    readonly id: string;
    readonly username: string;
    readonly displayName: string;
    readonly profileOpen: boolean;
  };
  readonly categories: readonly {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
  }[];
  readonly loaders: readonly string[];
  readonly gameVersions: readonly string[];
  readonly accessTier: AccessTier;
  /** Null if the author gives none, as for the two addresses. */
  readonly license: string | null;
  /** Null without a published version. It may be a beta or an alpha. */
  readonly latestRelease: Release | null;
  readonly homepageUrl: string | null;
  readonly sourceUrl: string | null;
  /** Null for a draft without a cover. */
  readonly cover: StoredMedia | null;
  readonly gallery: readonly StoredMedia[];
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Null for a draft. */
  readonly publishedAt: string | null;
}

/**
 * Rewrites the document, the filter columns and the latest version of a mod. Raises
 * `documentRevision` even if nothing differs, but not `revision`. Call it in the transaction that
 * changes the mod or data that its readers see. It locks the mod's row until the transaction ends,
 * so two concurrent changes do not overwrite each other. It also locks the game and the author
 * (`for share`). The caller enqueues the job for the search entry. Does nothing for an unknown id.
 */
export async function rewriteModDocument(tx: Tx, modId: string): Promise<void> {
  await rewriteModDocuments(tx, [modId]);
}

/**
 * Does the same as `rewriteModDocument` for several mods, with as many statements as for one. Skips
 * unknown ids.
 */
export async function rewriteModDocuments(tx: Tx, modIds: readonly string[]): Promise<void> {
  // A fixed order prevents a deadlock.
  await tx.$queryRaw`
    select 1 from mods where id = any(${[...modIds]}::uuid[]) order by id for update`;
  const sources = await readDocumentSources(tx, modIds);
  const composed = await composeDocuments(sources);
  await tx.$executeRaw`
    update mods m set snapshot = c.document, facets = c.facets,
      latest_version_id = c."latestVersionId",
      snapshot_revision = m.snapshot_revision + 1, composed_revision = m.snapshot_revision + 1
    from jsonb_to_recordset(${JSON.stringify(composed)}::jsonb)
      as c(id uuid, document jsonb, facets text[], "latestVersionId" uuid)
    where m.id = c.id`;
}
