import { ArgsType, Extensions, Field, ID, Int, ObjectType } from 'type-graphql';
import { LIMITS } from '../../../registry/limits.js';
import { LanguageMap, type Texts } from '../../../request/scalars.js';
import { PublicAccount } from '../../identity/index.js';
import { Category } from '../games/game.type.js';

/** A mod whose title matches. */
@ObjectType({ simpleResolvers: true })
export class SuggestedMod {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly slug!: string;

  @Field(() => LanguageMap)
  readonly title!: Texts;

  @Field(() => String)
  readonly gameSlug!: string;
}

/** An author whose name begins with the text. */
@ObjectType({ simpleResolvers: true })
export class SuggestedAuthor extends PublicAccount {}

/** Suggestions for a text while a user types it. */
@ObjectType({
  simpleResolvers: true,
  description: 'Mods, authors and categories for a text while a user types it.',
})
export class Suggestions {
  @Field(() => [SuggestedMod], {
    description: 'Mods whose title matches as in a search. The last word may be incomplete.',
  })
  readonly mods!: readonly SuggestedMod[];

  @Field(() => [SuggestedAuthor], {
    description:
      'Authors of published mods with an open profile, whose username or display name begins with the text.',
  })
  readonly authors!: readonly SuggestedAuthor[];

  @Field(() => [Category], { description: 'Categories whose name or slug begins with the text.' })
  readonly categories!: readonly Category[];
}

/** A text to complete, in one game or, without `gameSlug`, in all games. */
@ArgsType()
export class SuggestArgs {
  @Field(() => String, { description: 'The beginning of a title or a name.' })
  @Extensions({ jsonSchema: { maxLength: LIMITS.searchTextCharacters } })
  readonly q!: string;

  @Field(() => String, { nullable: true, description: 'The slug of the game.' })
  readonly gameSlug?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `Of each kind: 1 to ${LIMITS.suggestionsMax}, ${LIMITS.suggestionsDefault} if omitted.`,
  })
  @Extensions({
    jsonSchema: { minimum: 1, maximum: LIMITS.suggestionsMax, default: LIMITS.suggestionsDefault },
  })
  readonly limit?: number | null;
}
