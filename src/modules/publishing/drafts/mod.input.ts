import { Field, InputType } from 'type-graphql';
import { AccessTier } from '../../../platform/database/generated/enums.js';
import { CheckedBy } from '../../../request/checked-by.js';
import { LanguageMap, type Texts } from '../../../request/scalars.js';
import { createModSchema, updateModSchema } from './mod.schema.js';

/** The common fields of new mods and changes. */
@InputType()
abstract class ModFields {
  @Field(() => String, {
    nullable: true,
    description: 'Unique within the game. For a new mod, derived from the title if omitted.',
  })
  readonly slug?: string | null;

  @Field(() => LanguageMap, {
    nullable: true,
    description: 'For omitted languages, the catalog shows an excerpt of the description.',
  })
  readonly summary?: Texts | null;

  @Field(() => LanguageMap, { nullable: true })
  readonly localizedSlugs?: Texts | null;

  @Field(() => [String], { nullable: true, description: 'Slugs of categories of the game.' })
  readonly categories?: readonly string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'An SPDX identifier or the name of a license.',
  })
  readonly license?: string | null;

  @Field(() => String, { nullable: true })
  readonly homepageUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'The upstream page, stored unchanged.' })
  readonly sourceUrl?: string | null;

  @Field(() => AccessTier, { nullable: true })
  readonly accessTier?: AccessTier | null;
}

/** The mutable fields of a mod. */
@InputType()
@CheckedBy(updateModSchema)
export class UpdateModInput extends ModFields {
  @Field(() => LanguageMap, { nullable: true })
  readonly title?: Texts | null;

  @Field(() => LanguageMap, { nullable: true, description: 'Markdown.' })
  readonly description?: Texts | null;
}

/** A new mod. */
@InputType()
@CheckedBy(createModSchema)
export class CreateModInput extends ModFields {
  @Field(() => String)
  readonly gameSlug!: string;

  @Field(() => LanguageMap)
  readonly title!: Texts;

  @Field(() => LanguageMap, { description: 'Markdown.' })
  readonly description!: Texts;
}
