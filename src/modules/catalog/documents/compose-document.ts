import { setImmediate } from 'node:timers/promises';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type { Texts } from '../../../request/scalars.js';
import { latestRelease } from '../../../request/version-order.js';
import { type DocumentSources, releaseOf } from './document-sources.js';
import { excerptOf } from './excerpt.js';
import { facetsOf } from './facets.js';

/** The descriptions in the languages in which the author wrote no summary. */
function descriptionsToCut({ mod }: DocumentSources): [language: string, text: string][] {
  const summaries = mod.summary as Texts;
  return Object.entries(mod.description as Texts).filter(([language]) => !(language in summaries));
}

/**
 * The summaries of an author, and an excerpt of the description in each language that has none
 * (`excerptOf`; Spec 2.2, `summary`).
 */
function summariesOf(sources: DocumentSources): Texts {
  const excerpts = descriptionsToCut(sources).map(([language, text]) => [
    language,
    excerptOf(text),
  ]);
  return { ...Object.fromEntries(excerpts), ...(sources.mod.summary as Texts) };
}

/** The columns of a mod that derive from its row and from related rows. */
interface ComposedDocument {
  readonly document: Prisma.InputJsonObject;
  readonly latestVersionId: string | null;
  readonly facets: string[];
}

/**
 * Composes the document of a mod (see `StoredModDocument`) and its filter columns from its rows.
 * Loaders and game versions are those of all versions in `sources`. The document has only game
 * versions that the game lists, in the order of the game.
 */
export function composeDocument(sources: DocumentSources): ComposedDocument {
  const { mod, game, author, categories, versions, media } = sources;
  const loaders = [...new Set(versions.flatMap((version) => version.loaderPlatforms))].sort();
  const known = new Set(versions.flatMap((version) => version.gameVersions));
  const gameVersions = game.versions.filter((version) => known.has(version));
  const latest = latestRelease(versions.flatMap((version) => releaseOf(version) ?? []));
  const document = {
    id: mod.id,
    slug: mod.slug,
    localizedSlugs: { en: mod.slug, ...(mod.localizedSlugs as Texts) },
    game: { id: game.id, slug: game.slug, name: game.name },
    title: mod.title,
    summary: summariesOf(sources),
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
    document,
    latestVersionId: latest?.versionId ?? null,
    facets: facetsIn(sources),
  };
}

/**
 * Composes the documents of several mods, with the ids of the mods. Other work of the process runs
 * between two of them, and between two excerpts: those of fifty languages take a tenth of a second.
 */
export async function composeDocuments(
  sources: readonly DocumentSources[],
): Promise<(ComposedDocument & { readonly id: string })[]> {
  const composed = [];
  for (const source of sources) {
    if (composed.length > 0) await setImmediate();
    composed.push({ id: source.mod.id, ...composeDocument(await withExcerpts(source)) });
  }
  return composed;
}

/** Adds the excerpts of a mod to its summaries, each in a turn of the event loop of its own. */
async function withExcerpts(source: DocumentSources): Promise<DocumentSources> {
  const { mod } = source;
  const summary: Record<string, string> = { ...(mod.summary as Texts) };
  for (const [at, [language, text]] of descriptionsToCut(source).entries()) {
    if (at > 0) await setImmediate();
    summary[language] = excerptOf(text);
  }
  return { ...source, mod: { ...mod, summary } };
}

function facetsIn({ categories, versions }: DocumentSources): string[] {
  return facetsOf({
    categories: categories.map(({ slug }) => slug),
    versions: versions.map((version) => ({
      gameVersions: version.gameVersions,
      loaders: version.loaderPlatforms,
    })),
  });
}
