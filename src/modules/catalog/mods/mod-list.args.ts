import { ArgsType, Extensions, Field, ID, registerEnumType } from 'type-graphql';
import { LIMITS } from '../../../registry/limits.js';
import { paged } from '../../../request/page.js';
import { ModSort } from './list-mods.js';

registerEnumType(ModSort, { name: 'ModSort' });

/** The filters of a list of mods. */
@ArgsType()
export class ModFilterArgs {
  @Field(() => String, { nullable: true, description: 'The slug of the game.' })
  readonly gameSlug?: string | null;

  @Field(() => String, { nullable: true, description: 'A supported game version.' })
  readonly gameVersion?: string | null;

  @Field(() => String, { nullable: true, description: 'The key of a supported loader.' })
  readonly loader?: string | null;

  @Field(() => String, { nullable: true, description: 'The slug of a category.' })
  readonly category?: string | null;

  @Field(() => String, { nullable: true, description: 'The username or the id of the author.' })
  readonly author?: string | null;

  @Field(() => String, { nullable: true, description: 'Words to search for.' })
  @Extensions({ jsonSchema: { maxLength: LIMITS.searchTextCharacters } })
  readonly q?: string | null;
}

/** The filters and the order of a search whose facets are counted. */
@ArgsType()
export class ModFacetsArgs extends ModFilterArgs {
  @Field(() => ModSort, {
    nullable: true,
    description: 'The order of the search; `relevance` by default. Without `q`, it has no effect.',
  })
  readonly sort?: ModSort | null;
}

/** Filters, order and page of a list of mods. */
@ArgsType()
export class ModListArgs extends paged(ModFilterArgs) {
  @Field(() => ModSort, {
    nullable: true,
    description:
      'The order. If omitted, `relevance` in `searchCatalog` and `latest` in other lists.',
  })
  readonly sort?: ModSort | null;
}

/** Arguments of the list of mods: filters and an order, or ids. */
@ArgsType()
export class ModBrowseArgs extends ModListArgs {
  @Field(() => [ID], {
    nullable: true,
    description:
      `Up to ${LIMITS.pageSizeMax} ids, in a URL separated by commas. The mods come on one page in this ` +
      'order; unknown ids are omitted. Not allowed together with `cursor`, `limit`, `sort` or a filter.',
  })
  @Extensions({ jsonSchema: { maxItems: LIMITS.pageSizeMax } })
  readonly ids?: readonly string[] | null;
}
