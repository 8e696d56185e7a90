import { Field, Int, ObjectType } from 'type-graphql';
import { LIMITS } from '../../../registry/limits.js';

/** The number of mods in a game or a category. */
@ObjectType({ simpleResolvers: true })
export class NamedCount {
  @Field(() => String, { description: 'The value of the filter.' })
  readonly slug!: string;

  @Field(() => String)
  readonly name!: string;

  @Field(() => Int)
  readonly count!: number;
}

/** The number of mods with a loader or a game version. */
@ObjectType({ simpleResolvers: true })
export class ValueCount {
  @Field(() => String, { description: 'The value of the filter.' })
  readonly value!: string;

  @Field(() => Int)
  readonly count!: number;
}

const ORDER = `The most frequent first, at most ${LIMITS.facetValues}.`;
const DECLARED =
  'Counts the mods with a version that declares it. Mods that fit any value are not counted.';

/** How many of the mods of a search or a list have each value of their filters. */
@ObjectType({
  simpleResolvers: true,
  description: 'How many of the mods of a search or a list have each value of their filters.',
})
export class SearchFacets {
  @Field(() => Int, { description: 'The number of counted mods.' })
  readonly total!: number;

  @Field(() => Boolean, {
    description: 'False if more mods match than were counted: the numbers are lower bounds.',
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
