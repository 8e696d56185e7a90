import { Field, ID, ObjectType } from 'type-graphql';
import { pageType } from '../../../request/page.js';

/**
 * The fields of a game for everyone, except its slug. `Game` and `ManagedGame` describe the slug
 * differently, so each declares it.
 */
@ObjectType({ simpleResolvers: true })
export abstract class GameFacts {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly name!: string;

  @Field(() => [String], { description: 'The keys of the loaders that versions may use.' })
  readonly loaders!: readonly string[];

  @Field(() => [String], { description: 'The known game versions, oldest first.' })
  readonly gameVersions!: readonly string[];

  @Field(() => [String], { description: 'The platforms that a plan may request.' })
  readonly platforms!: readonly string[];

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => Date)
  readonly updatedAt!: Date;
}

/** A game of the public catalog, with or without mods. */
@ObjectType({ simpleResolvers: true, description: 'A game of the catalog, with or without mods.' })
export class Game extends GameFacts {
  @Field(() => String, {
    description: 'An alias for addresses and filters. Use the id to identify the object.',
  })
  readonly slug!: string;
}

/** One page of games. */
export const GamePage = pageType('GamePage', () => Game);

/** The game fields in a mod document. */
@ObjectType({ simpleResolvers: true, description: 'The game of a mod.' })
export class GameRef {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly slug!: string;

  @Field(() => String)
  readonly name!: string;
}

/** A category of one game. */
@ObjectType({ simpleResolvers: true, description: 'A category of mods of one game.' })
export class Category {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly slug!: string;

  @Field(() => String)
  readonly name!: string;

  @Field(() => GameRef)
  readonly game!: GameRef;
}

/** One page of categories. */
export const CategoryPage = pageType('CategoryPage', () => Category);

/** The category fields in a mod document. */
@ObjectType({ simpleResolvers: true })
export class CategoryRef {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly slug!: string;

  @Field(() => String)
  readonly name!: string;
}
