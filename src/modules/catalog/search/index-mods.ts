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
  // Only `rewriteModDocument` writes the column, so it holds a StoredModDocument.
  const document = mod.snapshot as unknown as StoredModDocument;
  await platform.search.index([searchEntryOf({ ...mod, snapshot: document })]);
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
    yield mods.map((mod) =>
      searchEntryOf({ ...mod, snapshot: mod.snapshot as unknown as StoredModDocument }),
    );
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
