import type { Tx } from '../../platform/database/connect.js';
import type { Prisma } from '../../platform/database/generated/client.js';
import type {
  AccessTier,
  MediaKind,
  MediaManager,
} from '../../platform/database/generated/enums.js';
import type { Texts } from '../../request/scalars.js';
import { excerptsOf } from './excerpt.js';
import { catalogVersion, snapshotSources } from './snapshot-sources.js';

/** A picture as it is kept in a snapshot: without its address. */
export interface MediaSnapshot {
  readonly id: string;
  readonly kind: MediaKind;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly sizeBytes: number;
  readonly sha256: string;
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
  readonly latestRelease: {
    readonly id: string;
    readonly version: string;
    readonly primaryArtifactId: string;
    readonly publishedAt: string;
    readonly updatedAt: string;
  } | null;
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
  await tx.$queryRaw`select 1 from mods where id = ${modId}::uuid for update`;
  const { mod, game, author, categories, versions, media } = await snapshotSources(tx, modId);
  const published = versions.map(catalogVersion);
  const loaders = [...new Set(published.flatMap((version) => version.loaders))].sort();
  const known = new Set(published.flatMap((version) => version.gameVersions));
  const gameVersions = game.versions.filter((version) => known.has(version));
  const latest = published.find((version) => version.release !== null);
  const snapshot = {
    id: mod.id,
    slug: mod.slug,
    localizedSlugs: mod.localizedSlugs,
    game: { id: game.id, slug: game.slug, name: game.name },
    title: mod.title,
    summary: { ...excerptsOf(mod.description as Texts), ...(mod.summary as Texts) },
    description: mod.description,
    author,
    categories,
    loaders,
    gameVersions,
    accessTier: mod.accessTier,
    license: mod.license,
    latestRelease: latest?.release ?? null,
    homepageUrl: mod.homepageUrl,
    sourceUrl: mod.sourceUrl,
    cover: media.find((picture) => picture.id === mod.coverId) ?? null,
    gallery: media.filter((picture) => picture.kind === 'gallery'),
    createdAt: mod.createdAt.toISOString(),
    updatedAt: mod.updatedAt.toISOString(),
    publishedAt: mod.publishedAt?.toISOString() ?? null,
  } satisfies Prisma.InputJsonObject;
  await tx.mod.update({
    where: { id: modId },
    data: {
      snapshot,
      snapshotRevision: { increment: 1 },
      latestVersionId: latest?.release?.id ?? null,
      facets: facetsOf({
        categories: categories.map(({ slug }) => slug),
        gameVersions,
        loaders,
      }),
    },
  });
}

/** What a mod is found by in lists and in search, as one array that one index serves. */
export function facetsOf(of: {
  readonly categories?: readonly string[];
  readonly gameVersions?: readonly string[];
  readonly loaders?: readonly string[];
}): string[] {
  return [
    ...(of.categories ?? []).map((slug) => `c:${slug}`),
    ...(of.gameVersions ?? []).map((version) => `v:${version}`),
    ...(of.loaders ?? []).map((loader) => `l:${loader}`),
  ];
}
