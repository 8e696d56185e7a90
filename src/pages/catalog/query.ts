import { isStorable } from '../../platform/json.js';
import { type FieldCode, problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import type { Visit } from '../kit/index.js';

/** The orders of a list of mods. */
export const SORTS = ['relevance', 'latest', 'trending', 'downloads'] as const;

/** An order of a list of mods. */
export type Sort = (typeof SORTS)[number];

/** The filters of the list of mods; null filters nothing. */
export interface CatalogFilters {
  readonly game: string | null;
  readonly gameVersion: string | null;
  readonly loader: string | null;
  readonly category: string | null;
  readonly author: string | null;
}

/** The parameters of the list of mods. */
export interface CatalogQuery extends CatalogFilters {
  /** The text of the search; null for a plain list. */
  readonly q: string | null;
  /** Null for the order that fits: by relevance for a search, else the newest first. */
  readonly sort: Sort | null;
  /** Null for the first page. */
  readonly cursor: string | null;
  /** The size of a page; null for the default. */
  readonly limit: number | null;
}

/**
 * Reads the parameters of the list of mods. Empty ones count as absent, as a form sends them.
 * Ignores the order `relevance` without a text. Throws `invalid_input` for a repeated parameter, a
 * text that PostgreSQL cannot store, an unknown order, or a limit that is not from 1 to
 * `LIMITS.pageSizeMax`.
 */
export function readQuery({ query }: Pick<Visit, 'query'>): CatalogQuery {
  const one = (name: string): string | null => {
    const value = query[name];
    if (value === undefined) return null;
    if (typeof value !== 'string') throw fault(name, 'repeated_parameter');
    if (!isStorable(value, 1)) throw fault(name, 'invalid_format');
    return value.trim() === '' ? null : value.trim();
  };
  const q = one('q');
  const sort = sortOf(one('sort'));
  return {
    q,
    game: one('game'),
    gameVersion: one('game_version'),
    loader: one('loader'),
    category: one('category'),
    author: one('author'),
    // A form keeps the order when its text was removed.
    sort: q === null && sort === 'relevance' ? null : sort,
    cursor: one('cursor'),
    limit: limitOf(one('limit')),
  };
}

/** A name in the path. Throws `not_found` for a text that PostgreSQL cannot store. */
export function nameIn({ req }: Pick<Visit, 'req'>, parameter: string): string {
  const name = String(req.params[parameter]);
  if (!isStorable(name, 1)) throw problem('not_found');
  return name;
}

function sortOf(text: string | null): Sort | null {
  if (text === null) return null;
  const sort = SORTS.find((known) => known === text);
  if (sort === undefined) throw fault('sort', 'unknown_value');
  return sort;
}

function limitOf(text: string | null): number | null {
  if (text === null) return null;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1) throw fault('limit', 'too_small');
  if (limit > LIMITS.pageSizeMax) throw fault('limit', 'too_large');
  return limit;
}

function fault(field: string, code: FieldCode) {
  return problem('invalid_input', { fields: [{ field, code }] });
}
