import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import {
  DependencyKind,
  ReleaseChannel,
  VersionState,
} from '../../../platform/database/generated/enums.js';
import { pageType } from '../../../request/page.js';
import { SafeInt } from '../../../request/scalars.js';
import { Provenance } from '../../collaboration/index.js';
import type { VersionTexts } from './version-texts.js';

registerEnumType(DependencyKind, { name: 'DependencyKind' });
registerEnumType(ReleaseChannel, { name: 'ReleaseChannel' });
registerEnumType(VersionState, { name: 'VersionState' });

/** The description of a version constraint in the API. */
export const CONSTRAINT_DESCRIPTION =
  'The exact string of a version of the mod, which takes precedence, or a range in the syntax of npm. Null means every version. A prerelease satisfies a range only if the range names a prerelease of the same version, or if the plan accepts `beta` or `alpha`.';

/** A version's dependency on another mod. */
@ObjectType({ simpleResolvers: true, description: 'A relation of a version to another mod.' })
export class Dependency {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => DependencyKind)
  readonly kind!: DependencyKind;

  @Field(() => ID, { description: 'The target mod of the dependency.' })
  readonly modId!: string;

  @Field(() => String, { nullable: true, description: CONSTRAINT_DESCRIPTION })
  readonly versionConstraint!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The only version that satisfies the dependency. Null if another one may.',
  })
  readonly versionId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The only file that satisfies the dependency. Null if another one may.',
  })
  readonly artifactId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'A note of the creator for people. Null without one.',
  })
  readonly note!: string | null;
}

/** One page of dependencies. */
export const DependencyPage = pageType('DependencyPage', () => Dependency);

/**
 * A version of a mod (PublicModVersion, Spec 2.3); its files, dependencies and long texts are added
 * elsewhere. `publishedAt` is null before the first publication. `takenDownAt` is null unless a
 * moderator took it down; `takedownReason` may then be null too.
 */
@ObjectType({ simpleResolvers: true, description: 'A version of a mod.' })
export class ModVersion implements Partial<VersionTexts> {
  // Absent if they are read only when an operation selects them (`TEXTS_BY_VERSION`).
  readonly changelog?: VersionTexts['changelog'];
  readonly requirements?: VersionTexts['requirements'];
  readonly buildMetadata?: VersionTexts['buildMetadata'];

  @Field(() => ID)
  readonly id!: string;

  @Field(() => ID)
  readonly modId!: string;

  @Field(() => String, { description: 'The version string.' })
  readonly version!: string;

  @Field(() => ReleaseChannel)
  readonly releaseChannel!: ReleaseChannel;

  @Field(() => String, { description: 'A free label of the files, by default `main`.' })
  readonly fileCategory!: string;

  @Field(() => [String], { description: 'The game versions that the version supports.' })
  readonly gameVersions!: readonly string[];

  @Field(() => [String], { description: 'The mod loaders that the version supports.' })
  readonly loaderPlatforms!: readonly string[];

  @Field(() => VersionState)
  readonly status!: VersionState;

  @Field(() => Date, { nullable: true, description: 'The first publication. Null before it.' })
  readonly publishedAt!: Date | null;

  @Field(() => Provenance, {
    nullable: true,
    description:
      'The run that uploaded and published the version. Not set if people or other programs did.',
  })
  readonly provenance!: Provenance | null;

  @Field(() => Date, {
    nullable: true,
    description:
      'When a moderator took the version down, so that its team cannot restore it. Null without a takedown.',
  })
  readonly takenDownAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: "The moderator's reason for the takedown. Null without a takedown or a reason.",
  })
  readonly takedownReason!: string | null;

  @Field(() => SafeInt, { description: 'The number of downloads of all files.' })
  readonly downloadsCount!: number;

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => Date)
  readonly updatedAt!: Date;

  @Field(() => String, { description: 'The strong ETag. A write has to send it in `If-Match`.' })
  readonly etag!: string;
}

/** One page of versions. */
export const ModVersionPage = pageType('ModVersionPage', () => ModVersion);
