import { ArgsType, Field, Int, registerEnumType } from 'type-graphql';
import { ModSort } from './list-mods.js';

registerEnumType(ModSort, { name: 'ModSort' });

/** How a list is walked. */
@ArgsType()
export class PageArgs {
  @Field(() => String, { nullable: true, description: 'From the previous page.' })
  readonly cursor?: string | null;

  @Field(() => Int, { nullable: true, description: '1 to 100, 25 where it is left out.' })
  readonly limit?: number | null;
}

/** What lists of mods are narrowed to. */
@ArgsType()
export class ModListArgs extends PageArgs {
  @Field(() => String, { nullable: true })
  readonly gameSlug?: string | null;

  @Field(() => String, { nullable: true })
  readonly gameVersion?: string | null;

  @Field(() => String, { nullable: true })
  readonly loader?: string | null;

  @Field(() => String, { nullable: true, description: 'The slug of a category.' })
  readonly category?: string | null;

  @Field(() => String, { nullable: true, description: 'Words to search for.' })
  readonly q?: string | null;

  @Field(() => ModSort, { nullable: true })
  readonly sort?: ModSort | null;
}
