import { createVocabulary } from '../../../src/platform/search/plan/vocabulary.js';
import type {
  SearchEntry,
  SearchFilter,
  SearchHit,
  SearchQuery,
} from '../../../src/platform/search/search.port.js';
import type { World } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { type Shelf, seedMods, shelfOf } from '../../routes/catalog/catalog-rows.js';

/** The texts of a mod in the contract tests. A plain text is in English. */
export interface MadeMod extends Partial<Pick<SearchEntry, 'keywords' | 'facets' | 'popularity'>> {
  readonly title: string | Readonly<Record<string, string>>;
  readonly summary?: string;
  readonly description?: string;
}

/** A game with indexed mods, and searches in it. */
export interface SearchGame extends Shelf {
  readonly slug: string;
  /** Publishes mods and indexes them; returns their entries in the same order. */
  add(...mods: readonly MadeMod[]): Promise<SearchEntry[]>;
  /** Publishes a mod without indexing it. */
  publish(mod: MadeMod): Promise<SearchEntry>;
  find(text: string, query?: Partial<SearchQuery>): Promise<SearchHit[]>;
  /** The titles of the hits in their order. */
  titles(text: string, query?: Partial<SearchQuery>): Promise<string[]>;
}

const NO_SYNONYMS = createVocabulary({ groups: [] });

/** The filter of a search for a text in one game. */
export function filterOf(text: string, gameSlug: string | null): SearchFilter {
  return { text, vocabulary: NO_SYNONYMS, gameSlug, facets: [], author: null };
}

/** A new game of a world. */
export async function searchGame(world: World, slug: string): Promise<SearchGame> {
  await newGame(world, slug);
  const shelf = await shelfOf(world, slug);
  const { db, search } = world.platform;
  const titles = new Map<string, string>();
  const publishAll = async (mods: readonly MadeMod[]): Promise<SearchEntry[]> => {
    const seeded = await seedMods(
      world,
      shelf,
      mods.map(() => ({})),
    );
    const ids = seeded.map(({ modId }) => modId);
    for (const [at, { facets = [] }] of mods.entries()) {
      if (facets.length === 0) continue;
      await db.mod.update({ where: { id: ids[at] ?? '' }, data: { facets: [...facets] } });
    }
    const entries = mods.map((mod, at) => entryOf(ids[at] ?? '', shelf.gameId, mod));
    for (const entry of entries) titles.set(entry.modId, Object.values(entry.titles).join(' | '));
    return entries;
  };
  const find: SearchGame['find'] = (text, query) =>
    search.find({
      ...filterOf(text, slug),
      sort: 'relevance',
      snapshot: null,
      after: null,
      limit: 50,
      ...query,
    });
  return {
    ...shelf,
    slug,
    find,
    async add(...mods) {
      const entries = await publishAll(mods);
      await search.index(entries);
      return entries;
    },
    async publish(mod) {
      const [entry] = await publishAll([mod]);
      if (!entry) throw new Error('no mod was published');
      return entry;
    },
    async titles(text, query) {
      return (await find(text, query)).map(({ modId }) => titles.get(modId) ?? modId);
    },
  };
}

function entryOf(modId: string, gameId: string, mod: MadeMod): SearchEntry {
  const { title, summary, description, keywords = [], facets = [], popularity = 0 } = mod;
  return {
    modId,
    gameId,
    revision: 1,
    keywords,
    facets,
    popularity,
    titles: typeof title === 'string' ? { en: title } : title,
    summaries: summary === undefined ? {} : { en: summary },
    descriptions: description === undefined ? {} : { en: description },
  };
}

/** A page of a walk, and how to read the next one. */
export interface WalkedPage {
  readonly hits: readonly SearchHit[];
  next(): Promise<WalkedPage>;
}

/** The first page of a walk. */
export async function walk(game: SearchGame, text: string, limit: number): Promise<WalkedPage> {
  const page = async (snapshot: string | null, after: string | null): Promise<WalkedPage> => {
    const hits = await game.find(text, { snapshot, after, limit });
    const last = hits.at(-1);
    const next = () => page(snapshot ?? last?.snapshot ?? null, last?.position ?? after);
    return { hits, next };
  };
  return page(null, null);
}
