import { Field, ID, ObjectType } from 'type-graphql';
import { pageType } from '../../../request/page.type.js';
import { GameRef } from './game.type.js';

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
