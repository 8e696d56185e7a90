import { Field, ID, InputType } from 'type-graphql';
import { DependencyKind, ReleaseChannel } from '../../../platform/database/generated/enums.js';
import { LIMITS } from '../../../registry/limits.js';
import { CheckedBy } from '../../../request/checked-by.js';
import { JsonObject, LanguageMap, type Texts } from '../../../request/scalars.js';
import { createVersionSchema, dependencySchema, updateVersionSchema } from './version.schema.js';

/** A dependency in a creator's input. */
@InputType()
@CheckedBy(dependencySchema)
export class DependencyInput {
  @Field(() => DependencyKind)
  readonly kind!: DependencyKind;

  @Field(() => ID)
  readonly modId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'A range in the syntax of npm, or the exact string of a version of the mod, which takes precedence. A prerelease satisfies a range only if the range names a prerelease of the same version.',
  })
  readonly versionConstraint?: string | null;

  @Field(() => ID, { nullable: true })
  readonly versionId?: string | null;

  @Field(() => ID, { nullable: true })
  readonly artifactId?: string | null;

  @Field(() => String, { nullable: true })
  readonly note?: string | null;
}

/** The common members of new versions and changes. */
@InputType()
abstract class VersionFields {
  @Field(() => LanguageMap, { nullable: true })
  readonly changelog?: Texts | null;

  @Field(() => ReleaseChannel, {
    nullable: true,
    description: 'For a new version, `release` if omitted.',
  })
  readonly releaseChannel?: ReleaseChannel | null;

  @Field(() => String, { nullable: true })
  readonly fileCategory?: string | null;

  @Field(() => [String], { nullable: true })
  readonly gameVersions?: readonly string[] | null;

  @Field(() => [String], { nullable: true })
  readonly loaderPlatforms?: readonly string[] | null;

  @Field(() => [DependencyInput], { nullable: true })
  readonly dependencies?: readonly DependencyInput[] | null;

  @Field(() => JsonObject, { nullable: true })
  readonly requirements?: object | null;

  @Field(() => JsonObject, { nullable: true })
  readonly buildMetadata?: object | null;
}

/** A change of a version; members fixed by its publication cannot change (Spec 3.3). */
@InputType()
@CheckedBy(updateVersionSchema)
export class UpdateModVersionInput extends VersionFields {
  @Field(() => String, {
    nullable: true,
    description: `Free form, at most ${LIMITS.versionStringCharacters} characters.`,
  })
  readonly version?: string | null;
}

/** A new version. */
@InputType()
@CheckedBy(createVersionSchema)
export class CreateModVersionInput extends VersionFields {
  @Field(() => String, {
    description: `Free form, at most ${LIMITS.versionStringCharacters} characters.`,
  })
  readonly version!: string;
}
