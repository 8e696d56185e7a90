import { Prisma } from '../../../platform/database/generated/client.js';
import { PREPARED, rowsAsJson } from '../../../platform/database/queries.js';
import { PAGE_ADDRESSES } from '../../../registry/addresses.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import type { Category } from '../games/game.type.js';
import type { SuggestedAuthor } from './suggestions.type.js';

/** A text to complete. `limit` is the maximum number of suggestions of each kind. */
export interface Typed {
  readonly text: string;
  /** Null for all games. An unknown slug finds nothing. */
  readonly gameSlug: string | null;
  readonly limit: number;
}

/** The authors and the categories whose names or slugs begin with a text. */
export interface SuggestedNames {
  readonly authors: SuggestedAuthor[];
  readonly categories: Category[];
}

type AuthorRow = Omit<SuggestedAuthor, 'profileUrl'>;

interface NamesRow {
  readonly authors: readonly AuthorRow[];
  readonly categories: Category[];
}

/** Invisible characters. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/**
 * Finds active accounts with an open profile and a published mod, and categories of active games,
 * whose names or slugs begin with a text. One statement. Usernames come before display names, and a
 * complete username before all. Categories come by name. A text without visible characters finds
 * nothing.
 */
export async function suggestNames(ctx: RequestContext, typed: Typed): Promise<SuggestedNames> {
  const prefix = prefixOf(typed.text);
  if (prefix === '') return { authors: [], categories: [] };
  const { db, publicUrl } = ctx.platform;
  const [found] = await db.$queryRaw<NamesRow[]>`${PREPARED}
    select ${rowsAsJson(authorsBy(prefix, typed))} as authors,
      ${rowsAsJson(categoriesBy(prefix, typed))} as categories`;
  const { authors = [], categories = [] } = found ?? {};
  // An account that both names find keeps its first place.
  const byId = new Map(authors.map((row) => [row.id, row]));
  const shown = [...byId.values()].slice(0, typed.limit);
  return {
    authors: shown.map((row) => ({
      ...row,
      profileUrl: `${publicUrl}${PAGE_ADDRESSES.user(row.username)}`,
    })),
    categories,
  };
}

function authorsBy(prefix: string, typed: Typed): Prisma.Sql {
  return Prisma.sql`
    select id, username, display_name as "displayName" from (
      select 1 as turn, * from ${authorsByName('username', prefix, typed)} a union all
      select 2, * from ${authorsByName('display_name', prefix, typed)} b) found
    order by turn, name using ~<~, id`;
}

/**
 * Selects authors by the beginning of one name. The index has the accounts in the order of that
 * name, so the statement ends once it has enough authors. It examines at most
 * `LIMITS.suggestedAccounts`; later authors are missing. The lateral join probes the mods of each
 * account; a semi-join could read all mods.
 */
function authorsByName(
  name: 'username' | 'display_name',
  prefix: string,
  { gameSlug, limit }: Typed,
): Prisma.Sql {
  const column = Prisma.raw(`u.${name}`);
  const inGame = gameSlug
    ? Prisma.sql`and m.game_id = (select id from games where slug = ${gameSlug})`
    : Prisma.empty;
  return Prisma.sql`(
    select a.id, a.username, a.display_name, a.name
    from (
      select u.id, u.username, u.display_name, lower(${column}) as name from users u
      where u.author_since is not null and u.state = 'active' and u.profile_open
        and ${beginsWith(Prisma.sql`lower(${column})`, prefix)}
      order by lower(${column}) using ~<~ limit ${Prisma.raw(String(LIMITS.suggestedAccounts))}
    ) a, lateral (
      select from mods m where m.author_id = a.id and m.state = 'published' ${inGame} limit 1
    ) published
    order by a.name using ~<~, a.id limit ${limit})`;
}

function categoriesBy(prefix: string, typed: Typed): Prisma.Sql {
  return Prisma.sql`
    select c.id, c.slug, c.name,
      json_build_object('id', g.id, 'slug', g.slug, 'name', g.name) as game
    from (${categoriesByName('slug', prefix, typed)} union
      ${categoriesByName('name', prefix, typed)}) c
    join games g on g.id = c.game_id
    order by c.name, g.slug, c.id limit ${typed.limit}`;
}

/**
 * Selects categories by the beginning of one name. The limit is a constant, so that the plan of the
 * prepared statement expects few rows.
 */
function categoriesByName(name: 'slug' | 'name', prefix: string, { gameSlug }: Typed): Prisma.Sql {
  const column = Prisma.sql`lower(${Prisma.raw(`c.${name}`)})`;
  return Prisma.sql`(
    select c.id, c.slug, c.name, c.game_id from categories c join games g on g.id = c.game_id
    where ${beginsWith(column, prefix)} and g.state = 'active'
      ${gameSlug ? Prisma.sql`and g.slug = ${gameSlug}` : Prisma.empty}
    order by ${column} using ~<~ limit ${Prisma.raw(String(LIMITS.suggestionsMax))})`;
}

/**
 * The SQL condition that a column begins with a text. `column` must be in lower case; the text may
 * be in any case. It reads a range of an index with text_pattern_ops. Unlike with LIKE, the text may
 * be a parameter of a prepared statement.
 */
function beginsWith(column: Prisma.Sql, prefix: string): Prisma.Sql {
  const first = Prisma.sql`lower(${prefix}::text)`;
  return Prisma.sql`${column} ~>=~ ${first} and ${column} ~<~ (${first} || chr(1114111))`;
}

/** The text as names have it: without invisible characters and needless spaces. */
function prefixOf(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
