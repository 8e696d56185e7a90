import { PAGE_ADDRESSES } from '../../registry/addresses.js';
import type { Locale } from '../../registry/error-texts.js';
import type { CatalogQuery } from './query.js';

/** The paths of the pages of the catalog. */
export const CATALOG_PATHS = {
  home: '/',
  games: '/games',
  game: (slug: string) => `/games/${encodeURIComponent(slug)}`,
  /** A feed names its language: feed readers send no preferred one. */
  gameFeed: (slug: string, locale: Locale) =>
    `${CATALOG_PATHS.game(slug)}/feed.atom?lang=${locale}`,
  mods: (query: Partial<CatalogQuery> = {}) => `/mods${queryOf(parametersOf(query))}`,
  mod: PAGE_ADDRESSES.mod,
  user: PAGE_ADDRESSES.user,
  userFeed: (username: string, locale: Locale) =>
    `${PAGE_ADDRESSES.user(username)}/feed.atom?lang=${locale}`,
} as const;

/**
 * The parameters of the list of mods under their names in an address. Omits those without a value.
 */
export function parametersOf(query: Partial<CatalogQuery>): readonly [string, string][] {
  const all = [
    ['q', query.q],
    ['game', query.game],
    ['game_version', query.gameVersion],
    ['loader', query.loader],
    ['category', query.category],
    ['author', query.author],
    ['sort', query.sort],
    ['limit', query.limit],
    ['cursor', query.cursor],
  ] as const;
  return all.flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
}

/** Adds a cursor to a path that has no parameters. */
export function pathWithCursor(path: string, cursor: string): string {
  return `${path}${queryOf([['cursor', cursor]])}`;
}

function queryOf(pairs: readonly [string, string][]): string {
  return pairs.length === 0 ? '' : `?${new URLSearchParams([...pairs])}`;
}
