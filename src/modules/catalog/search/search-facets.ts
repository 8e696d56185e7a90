import { Field, Int, ObjectType } from 'type-graphql';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { FacetCounts } from '../../../platform/search/search.port.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { unlessUnchanged } from '../../../request/validator.js';
import { countedKeys, type FacetValue, facetValue } from '../documents/facets.js';
import type { ModFilter, ModSort } from '../mods/list-mods.js';
import { countFacets } from './count-facets.js';
import { searchFilter, searchText } from './search-input.js';

/** The number of mods in a game or a category. */
@ObjectType({ simpleResolvers: true })
class NamedCount {
  @Field(() => String, { description: 'The value of the filter.' })
  readonly slug!: string;

  @Field(() => String)
  readonly name!: string;

  @Field(() => Int, { description: 'The number of mods.' })
  readonly count!: number;
}

/** The number of mods with a loader or a game version. */
@ObjectType({ simpleResolvers: true })
class ValueCount {
  @Field(() => String, { description: 'The value of the filter.' })
  readonly value!: string;

  @Field(() => Int, { description: 'The number of mods.' })
  readonly count!: number;
}

const ORDER = `The most frequent first, at most ${LIMITS.facetValues}.`;
const DECLARED =
  'Counts the mods with a version that declares the value. If the search filters by loader or game ' +
  'version, the same version fits that filter. Mods that fit any value are not counted.';

/** How many of the mods of a search or a list have each value that a filter accepts. */
@ObjectType({
  simpleResolvers: true,
  description: 'How many of the mods of a search or a list have each value of their filters.',
})
export class SearchFacets {
  @Field(() => Int, { description: 'The number of counted mods.' })
  readonly total!: number;

  @Field(() => Boolean, {
    description:
      'False if more mods may match than were counted. The numbers are lower bounds then.',
  })
  readonly isComplete!: boolean;

  @Field(() => [NamedCount], { description: ORDER })
  readonly games!: readonly NamedCount[];

  @Field(() => [NamedCount], {
    description: `${ORDER} Categories of several games with the same slug count together.`,
  })
  readonly categories!: readonly NamedCount[];

  @Field(() => [ValueCount], { description: `${ORDER} ${DECLARED}` })
  readonly loaders!: readonly ValueCount[];

  @Field(() => [ValueCount], { description: `${ORDER} ${DECLARED}` })
  readonly gameVersions!: readonly ValueCount[];
}

/** The number of mods by each value of one kind. */
type Counts = ReadonlyMap<string, number>;

interface NameRow {
  readonly kind: 'game' | 'category';
  /** The id of a game, the slug of a category. */
  readonly key: string;
  readonly slug: string;
  readonly name: string;
}

/**
 * Counts mods by the values that the filters of lists accept. With a text, these are the mods that
 * a search in this order finds; without one, the published mods that pass `filter`. One statement
 * besides those of the counts. `unlessUnchanged` may end the read with a 304. Throws `invalid_input`
 * for an empty or overlong text.
 */
export async function searchFacets(
  ctx: RequestContext,
  text: string | null | undefined,
  filter: ModFilter,
  sort: ModSort,
): Promise<SearchFacets> {
  const { total, isComplete, games, facets } = await countsFor(ctx, text ?? null, filter, sort);
  const categories = countsOf('category', facets);
  const names = total > 0 ? await readNames(ctx, [...games.keys()], [...categories.keys()]) : [];
  const found: SearchFacets = {
    total,
    isComplete,
    games: named('game', games, names),
    categories: named('category', categories, names),
    loaders: values(countsOf('loader', facets)),
    gameVersions: values(countsOf('gameVersion', facets)),
  };
  unlessUnchanged(ctx, found);
  return found;
}

async function countsFor(
  ctx: RequestContext,
  text: string | null,
  filter: ModFilter,
  sort: ModSort,
): Promise<FacetCounts> {
  if (text === null) return countFacets(ctx.platform, filter);
  const query = await searchFilter(ctx, searchText(text), filter);
  return ctx.platform.search.countFacets({ ...query, sort, keysOf: countedKeys(filter) });
}

function countsOf(kind: FacetValue['kind'], facets: Counts): Map<string, number> {
  return new Map(
    [...facets].flatMap(([key, count]): [string, number][] => {
      const facet = facetValue(key);
      return facet?.kind === kind ? [[facet.value, count]] : [];
    }),
  );
}

/**
 * Reads the names of games and categories. If categories of several games share a slug, the
 * alphabetically first name stands for all of them.
 */
function readNames(ctx: RequestContext, gameIds: string[], slugs: string[]): Promise<NameRow[]> {
  const games = Prisma.sql`${gameIds}::uuid[]`;
  return ctx.platform.db.$queryRaw<NameRow[]>`
    select 'game' as kind, id::text as key, slug, name from games
    where id = any(${games}) and state <> 'deleted'
    union all
    select 'category', slug, slug, min(name) from categories
    where game_id = any(${games}) and slug = any(${slugs}::text[]) group by slug`;
}

/** Values without a name, such as a deleted game, are omitted. */
function named(kind: NameRow['kind'], counts: Counts, rows: readonly NameRow[]): NamedCount[] {
  const found = rows
    .filter((row) => row.kind === kind)
    .map(({ key, slug, name }) => ({ slug, name, count: counts.get(key) ?? 0 }));
  return mostFrequent(found, ({ name, slug }) => `${name}\0${slug}`);
}

function values(counts: Counts): ValueCount[] {
  const found = [...counts].map(([value, count]) => ({ value, count }));
  return mostFrequent(found, ({ value }) => value);
}

function mostFrequent<T extends { readonly count: number }>(
  found: readonly T[],
  nameOf: (value: T) => string,
): T[] {
  const byName = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  return found
    .toSorted((a, b) => b.count - a.count || byName(nameOf(a), nameOf(b)))
    .slice(0, LIMITS.facetValues);
}
