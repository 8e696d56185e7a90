import { Extensions, Field, Float, ID, ObjectType, registerEnumType } from 'type-graphql';
import { AccessTier, ModState } from '../../../platform/database/generated/enums.js';
import { pageType } from '../../../request/page.js';
import { LanguageMap, SafeInt, type Texts } from '../../../request/scalars.js';
import { PublicAccount } from '../../identity/index.js';
import { CategoryRef, GameRef } from '../games/game.type.js';
import { MediaItem } from './media.type.js';

registerEnumType(AccessTier, { name: 'AccessTier' });
registerEnumType(ModState, { name: 'ModState' });

/** The author of a mod: the user who created it. */
@ObjectType({ simpleResolvers: true })
export class ModAuthor extends PublicAccount {}

/** The latest release of a mod (Spec 2.2). */
@ObjectType({
  simpleResolvers: true,
  description:
    'The highest version of the most stable channel that has a published one. Versions compare by ' +
    'semver; those that are not semver rank below and compare by first publication.',
})
export class LatestRelease {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly version!: string;

  @Field(() => ID, { description: 'Its main file.' })
  readonly primaryArtifactId!: string;

  @Field(() => Date, { description: 'First publication.' })
  readonly publishedAt!: Date;

  @Field(() => Date)
  readonly updatedAt!: Date;
}

/** Permanent absolute addresses. */
@ObjectType({ simpleResolvers: true })
export class ModLinks {
  @Field(() => String, { description: 'The page of the mod.' })
  readonly web!: string;

  @Field(() => String, { description: 'The mod in the API.' })
  readonly api!: string;

  @Field(() => String, { description: 'The versions of the mod in the API.' })
  readonly versions!: string;
}

/** The relevance of a search hit, where a higher score is better, and the matched fields. */
@ObjectType({ simpleResolvers: true })
export class SearchMatch {
  @Field(() => Float, { description: 'The relevance of the result. A higher score is better.' })
  readonly score!: number;

  @Field(() => [String], {
    description: 'The fields that matched: title, summary, description, keywords.',
  })
  readonly matched!: readonly string[];
}

/** The fields of a mod that change without a new document. */
export const HEAD_FIELDS = ['downloadsCount', 'state', 'etag', 'search'] as const;

/**
 * The catalog fields of a mod (PublicMod, Spec 2.2). The license and the two addresses are null if
 * the author gives none, and the members about the latest release without a published version.
 * `cover` and `publishedAt` may be null only for a draft.
 */
@ObjectType({ simpleResolvers: true, description: 'A mod as the catalog shows it.' })
export class Mod {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String, {
    description: 'An alias that may change. Use the id to identify the object.',
  })
  readonly slug!: string;

  @Field(() => LanguageMap, { description: 'The slug by language.' })
  readonly localizedSlugs!: Texts;

  @Field(() => GameRef)
  readonly game!: GameRef;

  @Field(() => LanguageMap, { description: 'The title by language.' })
  readonly title!: Texts;

  @Field(() => LanguageMap, {
    description:
      'The summary of the mod. In a language without one: the start of the description, as plain text.',
  })
  readonly summary!: Texts;

  @Field(() => LanguageMap, { description: 'The full text, in Markdown.' })
  readonly description!: Texts;

  @Field(() => String, { description: 'Always `markdown`.' })
  readonly descriptionFormat!: string;

  @Field(() => ModAuthor)
  readonly author!: ModAuthor;

  @Field(() => [CategoryRef])
  readonly categories!: readonly CategoryRef[];

  @Field(() => [String], { description: 'The loaders of all published versions.' })
  readonly loaders!: readonly string[];

  @Field(() => [String], { description: 'The game versions of all published versions.' })
  readonly gameVersions!: readonly string[];

  @Field(() => AccessTier, {
    description:
      'The users who may download the files. `public`: all, also without an account. `authenticated`: every account. `paid`: subscribers. `restricted`: accounts with a right to the mod or the file.',
  })
  readonly accessTier!: AccessTier;

  @Field(() => String, {
    nullable: true,
    description: 'An SPDX identifier or the name of a license. Null if the author gave none.',
  })
  readonly license!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The version string of the latest release. Null without a published version.',
    deprecationReason: 'Read the version of the latest release itself.',
  })
  readonly latestVersion!: string | null;

  @Field(() => LatestRelease, { nullable: true, description: 'Null without a published version.' })
  readonly latestRelease!: LatestRelease | null;

  @Field(() => ModLinks)
  readonly links!: ModLinks;

  @Field(() => String, {
    nullable: true,
    description: 'A page about the mod. Null if the author gave none.',
  })
  readonly homepageUrl!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The upstream page, as the author gave it. Null if the author gave none.',
  })
  readonly sourceUrl!: string | null;

  @Field(() => MediaItem, { nullable: true, description: 'Null only for a draft without a cover.' })
  readonly cover!: MediaItem | null;

  @Field(() => [MediaItem])
  readonly gallery!: readonly MediaItem[];

  @Field(() => SafeInt, { description: 'The number of downloads of all files.' })
  readonly downloadsCount!: number;

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => Date)
  readonly updatedAt!: Date;

  @Field(() => Date, { nullable: true, description: 'First publication; null for a draft.' })
  readonly publishedAt!: Date | null;

  @Field(() => ModState, {
    description:
      '`published`, or `archived` if read by id. Team members also read `draft` and `hidden`.',
  })
  readonly state!: ModState;

  @Field(() => String, { description: 'The strong ETag. A write has to send it in `If-Match`.' })
  readonly etag!: string;

  @Field(() => SearchMatch, { nullable: true, description: 'Set only in search results.' })
  readonly search?: SearchMatch | null;

  @Extensions({ documentWithout: HEAD_FIELDS })
  @Field(() => String, {
    description:
      'Changes with every write of a field other than `downloadsCount`, `state`, `etag` and `search`. ' +
      'A new release or public URL of the service may change fields without it.',
  })
  readonly documentVersion!: string;
}

/** One page of mods. */
export const ModPage = pageType('ModPage', () => Mod);
