import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { pageType } from '../../../request/page.js';
import { GameFacts } from './game.type.js';

/** A category for administrators. */
@ObjectType({ simpleResolvers: true, description: 'A category of a game, for administrators.' })
export class ManagedCategory {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String, { description: 'Never changes: links and filters use it.' })
  readonly slug!: string;

  @Field(() => String)
  readonly name!: string;

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => String, { description: 'The version of the category. A change sends it.' })
  readonly etag!: string;
}

/** A game for administrators. */
@ObjectType({ description: 'A game, for administrators.' })
export class ManagedGame extends GameFacts {
  @Field(() => String, { description: 'Never changes: links and filters use it.' })
  readonly slug!: string;

  @Field(() => String, { description: 'The version of the game. A change sends it.' })
  readonly etag!: string;
}

/** One page of games for administrators. */
export const ManagedGamePage = pageType('ManagedGamePage', () => ManagedGame);

/** The lists of a game that versions of mods refer to. Null counts as omitted. */
@InputType()
class GameLists {
  @Field(() => [String], { nullable: true })
  readonly loaders?: readonly string[] | null;

  @Field(() => [String], { nullable: true, description: 'Oldest first.' })
  readonly gameVersions?: readonly string[] | null;

  @Field(() => [String], { nullable: true })
  readonly platforms?: readonly string[] | null;
}

/** A new game. */
@InputType()
export class CreateGameInput extends GameLists {
  @Field(() => String, {
    description: 'Lower-case letters, digits and single hyphens. Unique, and never changes.',
  })
  readonly slug!: string;

  @Field(() => String)
  readonly name!: string;
}

/** A change of a game. Null counts as omitted, so it leaves the member unchanged. */
@InputType({ description: 'Omitted members stay. A list replaces the old one.' })
export class UpdateGameInput extends GameLists {
  @Field(() => String, { nullable: true })
  readonly name?: string | null;
}

/** A new category. */
@InputType()
export class CreateCategoryInput {
  @Field(() => ID)
  readonly gameId!: string;

  @Field(() => String, {
    description:
      'Lower-case letters, digits and single hyphens. Unique in the game, and never changes.',
  })
  readonly slug!: string;

  @Field(() => String)
  readonly name!: string;
}
