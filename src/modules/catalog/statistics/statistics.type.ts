import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { LIMITS } from '../../../registry/limits.js';
import { LanguageMap, SafeInt, type Texts } from '../../../request/scalars.js';

const DAY = 'A day in UTC, as YYYY-MM-DD.';

/** The downloads of a day. */
@ObjectType({ simpleResolvers: true })
export class DownloadsOfDay {
  @Field(() => String, { description: DAY })
  readonly day!: string;

  @Field(() => SafeInt)
  readonly downloads!: number;
}

/** The downloads of a version. */
@ObjectType({ simpleResolvers: true })
export class DownloadsOfVersion {
  @Field(() => ID)
  readonly versionId!: string;

  @Field(() => ID)
  readonly modId!: string;

  @Field(() => String)
  readonly version!: string;

  @Field(() => SafeInt)
  readonly downloads!: number;
}

/** The downloads of a mod. */
@ObjectType({ simpleResolvers: true })
export class DownloadsOfMod {
  @Field(() => ID)
  readonly modId!: string;

  @Field(() => LanguageMap)
  readonly title!: Texts;

  @Field(() => SafeInt)
  readonly downloads!: number;
}

/** The downloads that share a name, such as a game version. */
@ObjectType({ simpleResolvers: true })
export class DownloadsOfName {
  @Field(() => String)
  readonly name!: string;

  @Field(() => SafeInt)
  readonly downloads!: number;
}

/** The scans of uploads that ended on a day. */
@ObjectType({ simpleResolvers: true })
export class ChecksOfDay {
  @Field(() => String, { description: DAY })
  readonly day!: string;

  @Field(() => Int)
  readonly checks!: number;

  @Field(() => Float, { description: 'From the end of an upload to the end of its checks.' })
  readonly meanSeconds!: number;

  @Field(() => Float)
  readonly longestSeconds!: number;
}

/**
 * Numbers of one mod, or of several, in a period. `days` and `checks` have a row per day, in order
 * of time. `days` includes days without downloads, and `checks` omits days without a scan. The
 * other lists have at most `LIMITS.statisticsRows` rows, the largest first.
 */
@ObjectType({
  simpleResolvers: true,
  description: `Numbers of a period. \`days\` and \`checks\` have a row per day, in order of time. The other lists have at most ${LIMITS.statisticsRows} rows, the largest first. Days are in UTC, and the last one is today.`,
})
export class Statistics {
  @Field(() => String, { description: `The first day. ${DAY}` })
  readonly since!: string;

  @Field(() => String, { description: `The last day. ${DAY}` })
  readonly until!: string;

  @Field(() => SafeInt, {
    description: `Counted downloads: of each file, an account or address counts once in ${LIMITS.countedDownloadWindowSeconds / 3600} hours.`,
  })
  readonly downloads!: number;

  @Field(() => SafeInt, { description: 'The counted downloads of the equally long period before.' })
  readonly downloadsBefore!: number;

  @Field(() => [DownloadsOfDay], { description: 'Each day of the period.' })
  readonly days!: readonly DownloadsOfDay[];

  @Field(() => [DownloadsOfMod])
  readonly mods!: readonly DownloadsOfMod[];

  @Field(() => [DownloadsOfVersion])
  readonly versions!: readonly DownloadsOfVersion[];

  @Field(() => [DownloadsOfName], {
    description: 'A version for several game versions counts for each of them.',
  })
  readonly gameVersions!: readonly DownloadsOfName[];

  @Field(() => [DownloadsOfName], {
    description:
      'Continents, as AF, AN, AS, EU, NA, OC or SA. Downloads without a known region are missing.',
  })
  readonly regions!: readonly DownloadsOfName[];

  @Field(() => [DownloadsOfName], {
    description:
      'The host names of the sites that led to the downloads. Downloads without one are missing.',
  })
  readonly referrers!: readonly DownloadsOfName[];

  @Field(() => [ChecksOfDay], { description: 'The days on which checks ended.' })
  readonly checks!: readonly ChecksOfDay[];
}
