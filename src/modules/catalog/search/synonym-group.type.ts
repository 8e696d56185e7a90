import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { termKey } from '../../../platform/search/plan/vocabulary.js';
import { LIMITS } from '../../../registry/limits.js';
import { CheckedBy } from '../../../request/checked.js';
import { PageArgs, pageType } from '../../../request/page.js';
import { GameRef } from '../games/game.type.js';

/** Search terms that mean the same. */
@ObjectType({ simpleResolvers: true, description: 'Search terms that mean the same.' })
export class SynonymGroup {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => GameRef, { nullable: true, description: 'Null if the group is for all games.' })
  readonly game!: GameRef | null;

  @Field(() => [String])
  readonly terms!: readonly string[];

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => Date)
  readonly updatedAt!: Date;

  @Field(() => String, { description: 'The version of the group. A change sends it.' })
  readonly etag!: string;
}

/** One page of synonym groups. */
export const SynonymGroupPage = pageType('SynonymGroupPage', () => SynonymGroup);

const HIDDEN_CHARACTERS = /[\p{Cc}\p{Cf}]/u;

const term = z
  .string()
  .transform((text) => text.normalize('NFC').trim().replace(/\s+/gu, ' '))
  .pipe(z.string().max(LIMITS.synonymCharacters))
  .refine((text) => !HIDDEN_CHARACTERS.test(text) && termKey(text) !== null);

/**
 * The terms of a group: each has one to six words and no hidden characters. The results are in NFC
 * with single spaces. It does not check whether the terms differ.
 */
export const termsSchema = z.array(term).min(2).max(LIMITS.termsPerSynonymGroup);

/** The rules for a new group. */
export const synonymGroupSchema = z.object({
  gameSlug: z.string().nullish(),
  terms: termsSchema,
});

/** A new group of synonyms. */
@InputType()
@CheckedBy(synonymGroupSchema)
export class SynonymGroupInput {
  @Field(() => String, {
    nullable: true,
    description: 'The slug of the game. If omitted, the group is for all games.',
  })
  readonly gameSlug?: string | null;

  @Field(() => [String], {
    description:
      `Two to ${LIMITS.termsPerSynonymGroup} terms, each with one to six words and at most ` +
      `${LIMITS.synonymCharacters} characters. Case and diacritics do not matter.`,
  })
  readonly terms!: readonly string[];
}

/** Filters of the list of groups. */
@ArgsType()
export class SynonymGroupListArgs extends PageArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'The slug of the game. If omitted, the groups of each game and those for all games.',
  })
  readonly gameSlug?: string | null;
}
