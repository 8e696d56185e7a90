import type { ModModel } from '../../../platform/database/generated/models.js';
import type { Platform } from '../../../platform/platform.js';
import type { SearchEntry } from '../../../platform/search/search.port.js';
import type { StoredModDocument } from '../documents/mod-document.js';

/** The columns that the search index needs: the document, and values that change without it. */
export interface IndexedMod {
  readonly id: string;
  readonly gameId: string;
  readonly snapshotRevision: number;
  readonly snapshot: StoredModDocument;
  readonly facets: readonly string[];
  readonly downloadsCount: bigint | number;
}

const REINDEX_BATCH = 500;

/** Updates the search entry of one mod: indexes it if published, else removes it. */
export async function indexMod(platform: Platform, modId: string): Promise<void> {
  const mod = await platform.db.mod.findUnique({ where: { id: modId } });
  if (mod?.state !== 'published') return platform.search.remove([modId]);
  await platform.search.index([entryOfRow(mod)]);
}

/** Only `rewriteModDocument` writes the column, so it holds a `StoredModDocument`. */
function entryOfRow(mod: ModModel): SearchEntry {
  return searchEntryOf({ ...mod, snapshot: mod.snapshot as unknown as StoredModDocument });
}

/**
 * Indexes published mods that search misses or knows by an older document, and removes others. Jobs
 * do the same for each change; this repairs what they did not reach, and fills a new index. Then it
 * updates the statistics of the index. It may stop anywhere.
 */
export async function refreshSearch(platform: Platform, signal: AbortSignal): Promise<void> {
  const done = new Set<string>();
  while (!signal.aborted) {
    const ids = (await platform.search.outdated()).filter((id) => !done.has(id));
    if (ids.length === 0) break;
    await reindex(platform, ids);
    for (const id of ids) done.add(id);
  }
  if (!signal.aborted) await platform.search.refresh(signal);
}

async function reindex({ db, search }: Platform, ids: readonly string[]): Promise<void> {
  const mods = await db.mod.findMany({ where: { id: { in: [...ids] } } });
  const published = mods.filter(({ state }) => state === 'published');
  await search.index(published.map(entryOfRow));
  const left = new Set(published.map(({ id }) => id));
  await search.remove(ids.filter((id) => !left.has(id)));
}

/** Rebuilds the whole index and returns the number of indexed mods. */
export function reindexAll(platform: Platform): Promise<number> {
  return platform.search.rebuild(publishedEntries(platform));
}

async function* publishedEntries({ db }: Platform): AsyncGenerator<SearchEntry[]> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const mods = await db.mod.findMany({
      where: { state: 'published', id: { gt: after } },
      orderBy: { id: 'asc' },
      take: REINDEX_BATCH,
    });
    const last = mods.at(-1);
    if (!last) return;
    yield mods.map(entryOfRow);
    after = last.id;
  }
}

/** The search entry of a published mod. */
export function searchEntryOf(mod: IndexedMod): SearchEntry {
  const { snapshot: document } = mod;
  return {
    modId: mod.id,
    gameId: mod.gameId,
    revision: mod.snapshotRevision,
    titles: document.title,
    summaries: document.summary,
    descriptions: document.description,
    // Without duplicates: a repeated word would weigh more.
    keywords: [
      ...new Set([
        document.slug,
        document.author.username,
        ...Object.values(document.localizedSlugs),
        ...document.categories.flatMap(({ slug, name }) => [slug, name]),
        ...document.loaders,
      ]),
    ],
    facets: mod.facets,
    popularity: Number(mod.downloadsCount),
  };
}
