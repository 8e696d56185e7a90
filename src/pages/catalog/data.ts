import { z } from 'zod';
import { RegisteredError } from '../../registry/errors.js';
import { author, listOf, modSummary, moment, type PageKit, type Visit } from '../kit/index.js';
import type { CatalogQuery } from './query.js';

const card = modSummary.extend({
  latestRelease: z.object({ version: z.string(), publishedAt: moment }).nullable(),
});

const game = z.object({
  slug: z.string(),
  name: z.string(),
  loaders: z.array(z.string()),
  gameVersions: z.array(z.string()),
});

const named = z.object({ slug: z.string(), name: z.string() });
const counted = z.object({ value: z.string(), count: z.number() });
const countedName = named.extend({ count: z.number() });
const cards = z.object({ items: z.array(card) });
const games = z.object({ items: z.array(game) });
const cardPage = listOf(card);
const gamePage = listOf(game);
const categories = z.object({ items: z.array(named) });

const facets = z.object({
  total: z.number(),
  isComplete: z.boolean(),
  games: z.array(countedName),
  categories: z.array(countedName),
  loaders: z.array(counted),
  gameVersions: z.array(counted),
});

const home = z.object({ games, trending: cards, newest: cards });
const gameList = z.object({ games: gamePage });
const gameFilters = z.object({ game, categories });
const oneGame = gameFilters.extend({ trending: cards, newest: cards });
const list = z.object({ mods: cardPage });
const profile = author.extend({ bio: z.string().nullable(), links: z.array(z.string()) });
const oneAuthor = z.object({ author: profile, mods: cardPage });
const gameFeed = z.object({ game: named.extend({ createdAt: moment }), mods: cards });

/** A mod as a card shows it. */
export type ShownCard = z.output<typeof card>;

/** A game as its card and its page show it. */
export type ShownGame = z.output<typeof game>;

/** The values of the filters of one game. */
export type GameFilters = z.output<typeof gameFilters>;

/** The numbers of mods by the values of the filters; lower bounds unless `isComplete`. */
export type ShownFacets = z.output<typeof facets>;

/** One page of mods. */
export type CardPage = z.output<typeof cardPage>;

/**
 * The first games, and the first trending and newest mods. Three statements, and one for the mod
 * documents.
 */
export async function readHome(kit: PageKit, { ctx }: Visit) {
  return home.parse(await kit.run(ctx, 'pageHome'));
}

/** One page of the active games, oldest first. */
export async function readGames(kit: PageKit, { ctx }: Visit, cursor: string | null) {
  return gameList.parse(await kit.run(ctx, 'pageGames', { cursor })).games;
}

/** A game with its categories and some of its mods. Throws `not_found`. */
export async function readGame(kit: PageKit, { ctx }: Visit, slug: string) {
  return oneGame.parse(await kit.run(ctx, 'pageGame', { slug }));
}

/** The newest mods of a game. Throws `not_found`. */
export async function readGameFeed(kit: PageKit, { ctx }: Visit, slug: string) {
  return gameFeed.parse(await kit.run(ctx, 'pageGameFeed', { slug }));
}

/** The values of the filters of a game; null for an unknown game. */
export async function readGameFilters(
  kit: PageKit,
  { ctx }: Visit,
  slug: string,
): Promise<GameFilters | null> {
  try {
    return gameFilters.parse(await kit.run(ctx, 'pageGameFilters', { slug }));
  } catch (error) {
    if (error instanceof RegisteredError && error.code === 'not_found') return null;
    throw error;
  }
}

/** One page of a list or a search of mods. Throws `invalid_input`. */
export async function readMods(
  kit: PageKit,
  { ctx }: Visit,
  { game: gameSlug, ...query }: CatalogQuery,
): Promise<CardPage> {
  const operation = query.q === null ? 'pageCatalog' : 'pageSearch';
  return list.parse(await kit.run(ctx, operation, { ...query, gameSlug })).mods;
}

/** Counts the mods of a list or a search, by the values of the filters. Throws `invalid_input`. */
export async function readFacets(
  kit: PageKit,
  { ctx }: Visit,
  { game: gameSlug, ...query }: CatalogQuery,
): Promise<ShownFacets> {
  const { facets: found } = z
    .object({ facets })
    .parse(await kit.run(ctx, 'pageFacets', { ...query, gameSlug }));
  return found;
}

/** An author and one page of their mods. Throws `user_not_found`, the 404 of accounts. */
export async function readAuthor(
  kit: PageKit,
  { ctx }: Visit,
  username: string,
  cursor: string | null,
) {
  return oneAuthor.parse(await kit.run(ctx, 'pageAuthor', { username, cursor }));
}
