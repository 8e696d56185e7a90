import { Field, InputType } from 'type-graphql';
import { z } from 'zod';
import { AccessTier } from '../../../platform/database/generated/enums.js';
import { ACCESS_TIERS } from '../../../registry/access.js';
import { LIMITS } from '../../../registry/limits.js';
import { CheckedBy } from '../../../request/checked.js';
import { LanguageMap, type Texts } from '../../../request/scalars.js';
import { displayName, showsHost, someTextsOf, textsOf } from '../../../request/texts.js';

/** A non-blank text with a maximum length, trimmed. */
const text = (maxCharacters: number) =>
  z.string().trim().min(1, { abort: true }).max(maxCharacters);

const slug = z
  .string()
  .max(LIMITS.slugCharacters)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);

/** Like a slug, with letters and digits of any script. */
const localizedSlug = displayName(text(LIMITS.slugCharacters)).refine((it) =>
  it.split('-').every((word) => /^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{Nd}]+$/u.test(word)),
);

/** The title of a mod in one language. Links to the mod show it as their text. */
const title = displayName(text(LIMITS.titleCharacters));

const link = z
  .url({ protocol: /^https?$/ })
  .max(LIMITS.urlCharacters)
  .refine(showsHost);

const accessTier = z.enum(ACCESS_TIERS);

const fields = {
  slug: slug.nullish(),
  localizedSlugs: textsOf(localizedSlug).nullish(),
  summary: textsOf(text(LIMITS.summaryCharacters)).nullish(),
  categories: z.array(z.string()).max(LIMITS.categoriesPerMod).nullish(),
  license: displayName(text(LIMITS.licenseCharacters)).nullish(),
  homepageUrl: link.nullish(),
  sourceUrl: link.nullish(),
  accessTier: accessTier.nullish(),
};

/** The rules of a new mod (Spec 4.3). */
export const createModSchema = z.object({
  ...fields,
  gameSlug: z.string(),
  title: someTextsOf(title),
  description: someTextsOf(text(LIMITS.descriptionCharacters)),
});

/** The rules of a change. Omitted fields stay unchanged; null clears a nullable field. */
export const updateModSchema = z.object({
  ...fields,
  slug: slug.optional(),
  title: someTextsOf(title).optional(),
  description: someTextsOf(text(LIMITS.descriptionCharacters)).optional(),
  accessTier: accessTier.optional(),
});

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

  @Field(() => String, { nullable: true, description: 'A page about the mod.' })
  readonly homepageUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'The upstream page, stored unchanged.' })
  readonly sourceUrl?: string | null;

  @Field(() => AccessTier, { nullable: true, description: 'For a new mod, `public` if omitted.' })
  readonly accessTier?: AccessTier | null;
}

/** The mutable fields of a mod. `slug`, `title`, `description` and `accessTier` reject null. */
@InputType()
@CheckedBy(updateModSchema)
export class UpdateModInput extends ModFields {
  @Field(() => LanguageMap, { nullable: true })
  readonly title?: Texts | null;

  @Field(() => LanguageMap, { nullable: true, description: 'Markdown.' })
  readonly description?: Texts | null;
}

/** A new mod. An omitted `accessTier` means `public`. */
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
