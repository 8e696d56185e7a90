import type { Prisma } from '../../../platform/database/generated/client.js';
import type { Texts } from '../../../request/scalars.js';
import { latestRelease } from '../../../request/version-order.js';
import { excerptsOf } from './excerpt.js';
import { facetsOf } from './facets.js';
import { releaseOf, type SnapshotSources } from './snapshot-sources.js';

/** The columns of a mod that derive from its other rows. */
export interface ComposedSnapshot {
  readonly snapshot: Prisma.InputJsonObject;
  readonly latestVersionId: string | null;
  readonly facets: string[];
}

/** Composes the document of a mod (see `ModSnapshot`) and its filter columns from its rows. */
export function composeSnapshot(sources: SnapshotSources): ComposedSnapshot {
  const { mod, game, author, categories, versions, media } = sources;
  const loaders = [...new Set(versions.flatMap((version) => version.loaderPlatforms))].sort();
  const known = new Set(versions.flatMap((version) => version.gameVersions));
  const gameVersions = game.versions.filter((version) => known.has(version));
  const latest = latestRelease(versions.flatMap((version) => releaseOf(version) ?? []));
  const snapshot = {
    id: mod.id,
    slug: mod.slug,
    localizedSlugs: { en: mod.slug, ...(mod.localizedSlugs as Texts) },
    game: { id: game.id, slug: game.slug, name: game.name },
    title: mod.title,
    summary: { ...excerptsOf(mod.description as Texts), ...(mod.summary as Texts) },
    description: mod.description,
    author: { ...author },
    categories: [...categories],
    loaders,
    gameVersions,
    accessTier: mod.accessTier,
    license: mod.license,
    latestRelease: latest ? { ...latest.release } : null,
    homepageUrl: mod.homepageUrl,
    sourceUrl: mod.sourceUrl,
    cover: media.find((picture) => picture.id === mod.coverId) ?? null,
    gallery: media.filter((picture) => picture.kind === 'gallery'),
    createdAt: mod.createdAt.toISOString(),
    updatedAt: mod.updatedAt.toISOString(),
    publishedAt: mod.publishedAt?.toISOString() ?? null,
  } satisfies Prisma.InputJsonObject;
  return {
    snapshot,
    latestVersionId: latest?.versionId ?? null,
    facets: facetsOf({
      categories: categories.map(({ slug }) => slug),
      versions: versions.map((version) => ({
        gameVersions: version.gameVersions,
        loaders: version.loaderPlatforms,
      })),
    }),
  };
}
