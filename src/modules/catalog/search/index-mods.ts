import type { Platform } from '../../../platform/platform.js';
import {
  type ModRevision,
  noteRefused,
  type SearchEntry,
} from '../../../platform/search/search.port.js';
import type { StoredModDocument } from '../documents/mod-document.js';
import { compactFacetCounts } from './count-facets.js';

/** The columns that the search index needs: the document, and values that change without it. */
export interface IndexedMod {
  readonly id: string;
  readonly gameId: string;
  readonly documentRevision: number;
  readonly document: StoredModDocument;
  readonly facets: readonly string[];
  readonly downloadsCount: bigint | number;
}

/** The columns of `IndexedMod` as they are stored. */
type StoredMod = Omit<IndexedMod, 'document'> & { readonly document: unknown };

const REINDEX_BATCH = 500;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Updates the search entry of one mod: indexes it if published, else removes it. */
export async function indexMod(platform: Platform, modId: string): Promise<void> {
  const mod = await platform.db.mod.findUnique({ where: { id: modId } });
  if (mod?.state !== 'published') return platform.search.remove([modId]);
  await platform.search.index([storedEntryOf(mod)]);
}

/**
 * Updates the search entries of some mods in one call of the search engines: indexes published
 * ones, and removes all others. It also writes entries that the index in the database already has.
 * So a run after a killed one reaches the engine that the killed one did not. Logs the mods that
 * PostgreSQL refuses. The job `index-mods` runs it after a change of many mods.
 */
export async function indexMods(
  { db, search, log }: Platform,
  modIds: readonly string[],
): Promise<void> {
  const mods = await db.mod.findMany({ where: { id: { in: [...modIds] } } });
  const published = mods.filter(({ state }) => state === 'published');
  if (published.length > 0) {
    await search.index(published.map(storedEntryOf)).catch((error) => noteRefused(log, error));
  }
  const kept = new Set(published.map(({ id }) => id));
  const removed = modIds.filter((id) => !kept.has(id));
  if (removed.length > 0) await search.remove(removed);
}

/**
 * Indexes published mods that the index in the database misses or knows by an older document, and
 * removes mods that are not published. This repairs what the jobs for each change did not reach,
 * and fills a new index. It logs the mods that PostgreSQL refuses, and continues. Then it compacts
 * the counts of facets and updates the statistics of the index. It may stop anywhere. After `signal`
 * is aborted, it resolves early. The job `refresh-search` runs it.
 */
export async function refreshSearch(platform: Platform, signal: AbortSignal): Promise<void> {
  const done = new Set<string>();
  while (!signal.aborted) {
    const ids = (await platform.search.outdated()).filter((id) => !done.has(id));
    if (ids.length === 0) break;
    await indexMods(platform, ids);
    for (const id of ids) done.add(id);
  }
  if (signal.aborted) return;
  await compactFacetCounts(platform);
  await platform.search.refresh(signal);
}

/** Rebuilds the whole index and returns the number of indexed mods. */
export function reindexAll(platform: Platform): Promise<number> {
  return platform.search.rebuild(publishedEntries(platform));
}

/**
 * Fills and repairs a search index outside of the database (Meilisearch), which `refreshSearch`
 * does not check. It fills a missing index, and compares an existing one with the mods once an hour,
 * after a failed write and after repairs by `refreshSearch`, and more often after a fill. Returns the
 * number of written and removed mods; 0 without such an index, or while it fails. The job
 * `catch-up-search` runs it.
 */
export async function catchUpSearch(platform: Platform): Promise<number> {
  const { db, search } = platform;
  if (!search.catchUp) return 0;
  return search.catchUp({
    revisions: () => publishedRevisions(platform),
    async entries(modIds) {
      const mods = await db.mod.findMany({
        where: { state: 'published', id: { in: [...modIds] } },
      });
      return mods.map(storedEntryOf);
    },
  });
}

async function* publishedRevisions({ db }: Platform): AsyncGenerator<ModRevision[]> {
  for (let after = FIRST_ID; ; ) {
    const mods = await db.mod.findMany({
      where: { state: 'published', id: { gt: after } },
      select: { id: true, documentRevision: true, downloadsCount: true },
      orderBy: { id: 'asc' },
      take: REINDEX_BATCH,
    });
    const last = mods.at(-1);
    if (!last) return;
    yield mods.map(({ id, documentRevision, downloadsCount }) => {
      return { modId: id, revision: documentRevision, popularity: Number(downloadsCount) };
    });
    after = last.id;
  }
}

async function* publishedEntries({ db }: Platform): AsyncGenerator<SearchEntry[]> {
  let after = FIRST_ID;
  for (;;) {
    const mods = await db.mod.findMany({
      where: { state: 'published', id: { gt: after } },
      orderBy: { id: 'asc' },
      take: REINDEX_BATCH,
    });
    const last = mods.at(-1);
    if (!last) return;
    yield mods.map(storedEntryOf);
    after = last.id;
  }
}

function storedEntryOf(mod: StoredMod): SearchEntry {
  // Only documents are written to the column, so it holds a StoredModDocument.
  return searchEntryOf({ ...mod, document: mod.document as unknown as StoredModDocument });
}

/** The search entry of a published mod. */
export function searchEntryOf(mod: IndexedMod): SearchEntry {
  const { document } = mod;
  return {
    modId: mod.id,
    gameId: mod.gameId,
    revision: mod.documentRevision,
    titles: document.title,
    summaries: document.summary,
    descriptions: document.description,
    // Without duplicates: a repeated word would weigh more.
    keywords: [
      ...new Set([
        ...[document.slug, ...Object.values(document.localizedSlugs)].flatMap((slug) =>
          slugKeywords(slug, document.title),
        ),
        document.author.username,
        ...document.categories.flatMap(({ slug, name }) => [slug, name]),
        ...document.loaders,
      ]),
    ],
    facets: mod.facets,
    popularity: Number(mod.downloadsCount),
  };
}

/**
 * The keywords of a slug: its words if a title contains one of them, else the whole slug. A whole
 * slug with the suffix of a slug that was taken would be a term of this mod alone.
 */
function slugKeywords(slug: string, titles: Readonly<Record<string, string>>): readonly string[] {
  const words = slug.split('-');
  const title = Object.values(titles).join(' ').toLowerCase();
  return words.some((word) => title.includes(word)) ? words : [slug];
}
