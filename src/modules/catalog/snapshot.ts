import type { Tx } from '../../platform/database/connect.js';
import type {
  AccessTier,
  MediaKind,
  MediaManager,
} from '../../platform/database/generated/enums.js';
import type { Texts } from '../../request/scalars.js';
import { composeSnapshot } from './compose-snapshot.js';
import { type Release, snapshotSources } from './snapshot-sources.js';

/** A smaller copy of a picture, as it is kept with it. */
export interface VariantSnapshot {
  readonly width: number;
  readonly height: number;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** A picture as it is kept in a snapshot: without its address. */
export interface MediaSnapshot {
  readonly id: string;
  readonly kind: MediaKind;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Narrowest first; documents that were written before there were any have none. */
  readonly variants?: readonly VariantSnapshot[];
  readonly alt: Texts;
  readonly position: number;
  readonly managedBy: MediaManager;
}

/**
 * A mod as it is kept for readers: all of PublicMod but what moves without a write (its counter)
 * and what depends on where the service runs (its addresses). Times are ISO texts.
 */
export interface ModSnapshot {
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
  readonly license: string | null;
  readonly latestRelease: Release | null;
  readonly homepageUrl: string | null;
  readonly sourceUrl: string | null;
  readonly cover: MediaSnapshot | null;
  readonly gallery: readonly MediaSnapshot[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string | null;
}

/**
 * Rewrites the snapshot of a mod and what lists filter by, in the transaction that changed the mod
 * or something that its readers see. The mod's row is locked until the transaction ends, so that
 * two changes at once do not lose one another's part.
 */
export async function rewriteSnapshot(tx: Tx, modId: string): Promise<void> {
  await rewriteSnapshots(tx, [modId]);
}

/** The same for several mods, with as many statements as for one. */
export async function rewriteSnapshots(tx: Tx, modIds: readonly string[]): Promise<void> {
  // In one order, so that two of these never wait for one another.
  await tx.$queryRaw`
    select 1 from mods where id = any(${[...modIds]}::uuid[]) order by id for update`;
  const sources = await snapshotSources(tx, modIds);
  const composed = sources.map((source) => ({ id: source.mod.id, ...composeSnapshot(source) }));
  await tx.$executeRaw`
    update mods m set snapshot = c.snapshot, facets = c.facets,
      latest_version_id = c."latestVersionId",
      snapshot_revision = m.snapshot_revision + 1, composed_revision = m.snapshot_revision + 1
    from jsonb_to_recordset(${JSON.stringify(composed)}::jsonb)
      as c(id uuid, snapshot jsonb, facets text[], "latestVersionId" uuid)
    where m.id = c.id`;
}
