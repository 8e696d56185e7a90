import type { Database } from '../../../src/platform/database/connect.js';
import type { SearchEntry } from '../../../src/platform/search/search.port.js';
import { SEED_GAMES } from '../../../src/seed/games.js';
import { emptyRows, insertRows, type SeedRows } from '../../../src/seed/insert-rows.js';
import { addModRows, type SeedAuthor } from '../../../src/seed/mod-rows.js';
import { planMod, type SeedMod } from '../../../src/seed/plan-mod.js';
import { addEnvironmentRows, authorsOf } from '../../../src/seed/seed-environment.js';
import { WRITTEN_MODS, type WrittenMod } from './written-mods.js';

/** A mod of the catalog, as the queries read it. */
export interface CatalogMod {
  readonly id: string;
  /** The key of a mod by hand; null for seeded ones. */
  readonly key: string | null;
  readonly gameSlug: string;
  readonly titles: Readonly<Record<string, string>>;
  readonly slug: string;
  readonly author: SeedAuthor;
  readonly categories: readonly string[];
  readonly entry: SearchEntry;
}

/** The catalog that all queries search: mods by rule, and mods by hand among them. */
export interface Catalog {
  readonly mods: readonly CatalogMod[];
  readonly rows: SeedRows;
}

const SEED = { seed: 'relevance', versionsPerMod: 1 };
/** The number of mods by rule. */
const SEEDED_MODS = 1740;
/** One of so many mods by rule makes room for one by hand, if it is of the right game. */
const SPREAD = 10;
const NOW = new Date('2026-01-01T00:00:00.000Z');

/** The slug of the game of all mods by hand. */
export const WRITTEN_GAME = SEED_GAMES[0].slug;

/** Makes the catalog, always the same. */
export function createCatalog(): Catalog {
  const authors = authorsOf(SEED.seed);
  const rows = emptyRows();
  addEnvironmentRows(rows, authors);
  const written = [...WRITTEN_MODS];
  const mods: CatalogMod[] = [];
  for (let index = 0; index < SEEDED_MODS || written.length > 0; index += 1) {
    const seeded = planMod(SEED, index);
    // Spread among the others, so that their place in the index says nothing.
    const isFree = index % SPREAD === 0 && seeded.game === SEED_GAMES[0];
    const byHand = isFree ? written.shift() : undefined;
    const mod = byHand ? replaceTexts(seeded, byHand) : seeded;
    mods.push(addMod(rows, mod, authors, byHand?.key ?? null));
  }
  return { mods, rows };
}

/** Inserts the rows of a catalog, without the search index. */
export async function insertCatalog(db: Database, { rows }: Catalog): Promise<void> {
  await db.$transaction((tx) => insertRows(tx, rows), { timeout: 60_000 });
}

function addMod(
  rows: SeedRows,
  mod: SeedMod,
  authors: readonly SeedAuthor[],
  key: string | null,
): CatalogMod {
  const author = authors[mod.author];
  if (!author) throw new Error(`no author has the number ${mod.author}`);
  const entry = addModRows(rows, mod, author, NOW);
  const categories = mod.categories.map(({ name }) => name);
  const { id, slug, game, title: titles } = mod;
  return { id, key, gameSlug: game.slug, titles, slug, author, categories, entry };
}

/** The same mod with other texts, and with the given number of downloads. */
function replaceTexts(mod: SeedMod, byHand: WrittenMod): SeedMod {
  const { title, key, summary, description, downloads = 500 } = byHand;
  return {
    ...mod,
    title,
    summary: { en: summary ?? 'Described below.' },
    description: { en: description ?? 'Read the comments before an update of this mod.' },
    slug: `${key}-${mod.id.slice(-6)}`,
    versions: mod.versions.map((version) => ({ ...version, downloads, recentDownloads: 0 })),
  };
}
