import {
  composeDocument,
  type StoredModDocument,
  searchEntryOf,
} from '../modules/catalog/index.js';
import type { SearchEntry } from '../platform/search/search.port.js';
import { inventedDigestOf, seedIdOf } from './draws.js';
import type { SeedRows } from './insert-rows.js';
import type { SeedMod } from './plan-mod.js';
import { downloadDaysOf } from './plan-versions.js';
import { addVersionRows, type SeedVersionRow, versionRowOf } from './version-rows.js';

/** An author as referenced by rows. */
export interface SeedAuthor {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
}

const COVER = { contentType: 'image/webp', width: 1200, height: 675, sizeBytes: 24_000 } as const;

/**
 * Adds a published mod with all its related rows to `rows`, in the state after a regular upload,
 * scan and publication. Its recent downloads precede `now`. Returns its search entry.
 */
export function addModRows(
  rows: SeedRows,
  mod: SeedMod,
  author: SeedAuthor,
  now: Date,
): SearchEntry {
  const { key, id, game, createdAt } = mod;
  const versions = mod.versions.map((version) => versionRowOf(mod, version, author.id));
  const row = modRowOf(mod, versions, author);
  const teamId = row.teamId;
  rows.teams.push({ id: teamId, createdAt });
  rows.team_members.push({ teamId, userId: author.id, role: 'owner', createdAt });
  rows.mods.push(row);
  for (const category of mod.categories) {
    rows.mod_categories.push({ modId: id, categoryId: category.id });
  }
  rows.mod_publications.push({ modId: id, gameId: game.id, publishedAt: row.updatedAt });
  rows.media.push({
    ...coverOf(mod),
    modId: id,
    storageKey: `media/${inventedDigestOf(key)}`,
    createdAt,
  });
  mod.versions.forEach((version, at) => {
    const versionRow = versions[at];
    if (!versionRow) return;
    addVersionRows(rows, mod, version, versionRow);
    rows.download_days.push(...downloadDaysOf(versionRow.primaryArtifactId, version, now));
  });
  return searchEntryOf({ ...row, document: row.document as unknown as StoredModDocument });
}

function modRowOf(mod: SeedMod, versions: readonly SeedVersionRow[], author: SeedAuthor) {
  const cover = coverOf(mod);
  const shown = shownOf(mod, versions, cover.id);
  const { game } = mod;
  const { document, latestVersionId, facets } = composeDocument({
    mod: shown,
    game: { id: game.id, slug: game.slug, name: game.name, versions: [...game.versions] },
    author: { ...author, profileOpen: true },
    categories: mod.categories.map(({ id, slug, name }) => ({ id, slug, name })),
    versions: versions.toReversed(),
    media: [cover],
  });
  return {
    ...shown,
    gameId: game.id,
    teamId: seedIdOf(`${mod.key}/team`, mod.createdAt),
    authorId: author.id,
    state: 'published' as const,
    latestVersionId,
    downloadsCount: mod.versions.reduce((sum, { downloads }) => sum + downloads, 0),
    // Created, given a cover, and published once per version. Each step rewrote the mod document.
    revision: 2 + versions.length,
    document,
    documentRevision: 3 + versions.length,
    composedRevision: 3 + versions.length,
    facets,
  };
}

/** The columns of a mod that its document shows. */
function shownOf(mod: SeedMod, versions: readonly SeedVersionRow[], coverId: string) {
  const first = versions[0];
  const last = versions.at(-1);
  if (!first || !last) throw new Error('a mod of the seed has at least one version');
  return {
    id: mod.id,
    slug: mod.slug,
    localizedSlugs: {},
    title: mod.title,
    summary: mod.summary,
    description: mod.description,
    license: mod.license,
    homepageUrl: null,
    sourceUrl: null,
    accessTier: 'public' as const,
    coverId,
    createdAt: mod.createdAt,
    updatedAt: last.publishedAt,
    takenDownAt: null,
    takedownReason: null,
    publishedAt: first.publishedAt,
  };
}

function coverOf({ key, title, createdAt }: SeedMod) {
  return {
    ...COVER,
    id: seedIdOf(`${key}/cover`, createdAt),
    kind: 'fallback_cover' as const,
    managedBy: 'service' as const,
    sha256: inventedDigestOf(key),
    variants: [],
    alt: title,
    position: 0,
  };
}
