import type { Prisma } from '../../platform/database/generated/client.js';
import type { Texts } from '../../request/scalars.js';
import { excerptsOf } from './excerpt.js';
import { catalogVersion, type SnapshotSources } from './snapshot-sources.js';

/** The columns of a mod that follow from its other rows. */
export interface ComposedSnapshot {
  readonly snapshot: Prisma.InputJsonObject;
  readonly latestVersionId: string | null;
  readonly facets: string[];
}

/** Makes the document of a mod (see `ModSnapshot`), and what lists filter by, from its rows. */
export function composeSnapshot(sources: SnapshotSources): ComposedSnapshot {
  const { mod, game, author, categories, versions, media } = sources;
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
    author: { ...author },
    categories: [...categories],
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
  return {
    snapshot,
    latestVersionId: latest?.release?.id ?? null,
    facets: facetsOf({ categories: categories.map(({ slug }) => slug), gameVersions, loaders }),
  };
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
