import { Field, ID, InputType } from 'type-graphql';
import { z } from 'zod';
import { DependencyKind, ReleaseChannel } from '../../../platform/database/generated/enums.js';
import { LIMITS } from '../../../registry/limits.js';
import { CheckedBy } from '../../../request/checked.js';
import { isId } from '../../../request/ids.js';
import { JsonObject, LanguageMap, type Texts } from '../../../request/scalars.js';
import { displayName, textsOf } from '../../../request/texts.js';
import { CONSTRAINT_DESCRIPTION } from './version.type.js';

const id = z.string().refine(isId);
const version = displayName(z.string().trim().min(1).max(LIMITS.versionStringCharacters));
const fileCategory = displayName(z.string().trim().min(1).max(LIMITS.labelCharacters));

/** A JSON object that is small enough to be read with every version. */
const objectOf = (bytes: number) =>
  z
    .record(z.string(), z.json())
    .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= bytes);
const requirements = objectOf(LIMITS.requirementsBytes);
const buildMetadata = objectOf(LIMITS.buildMetadataBytes);

/** The schema of one dependency. */
export const dependencySchema = z.object({
  kind: z.enum(['required', 'optional', 'conflict', 'embedded']),
  modId: id,
  // An npm range, or the string of a version of the mod, which only the database can check.
  versionConstraint: z.string().trim().min(1).max(LIMITS.versionStringCharacters).nullish(),
  versionId: id.nullish(),
  artifactId: id.nullish(),
  note: z.string().trim().max(LIMITS.labelCharacters).nullish(),
});

const texts = textsOf(z.string().max(LIMITS.changelogCharacters));
const keys = z.array(z.string().min(1)).max(LIMITS.keysPerVersion);

/** The schema of a change. Null clears an optional member, and is invalid for the others. */
export const updateVersionSchema = z.object({
  version: version.optional(),
  changelog: texts.nullish(),
  releaseChannel: z.enum(['release', 'beta', 'alpha']).optional(),
  fileCategory: fileCategory.optional(),
  gameVersions: keys.nullish(),
  loaderPlatforms: keys.nullish(),
  dependencies: z.array(dependencySchema).max(LIMITS.dependenciesPerVersion).nullish(),
  requirements: requirements.nullish(),
  buildMetadata: buildMetadata.nullish(),
});

/** The schema of a new version (Spec 4.3). */
export const createVersionSchema = updateVersionSchema.extend({
  version,
  releaseChannel: z.enum(['release', 'beta', 'alpha']).nullish(),
  fileCategory: fileCategory.nullish(),
});

/** Validated values of a version. */
export type VersionValues = z.output<typeof updateVersionSchema>;

/** One validated dependency. */
export type DependencyValues = z.output<typeof dependencySchema>;

/** A dependency in a creator's input. */
@InputType()
@CheckedBy(dependencySchema)
class DependencyInput {
  @Field(() => DependencyKind)
  readonly kind!: DependencyKind;

  @Field(() => ID)
  readonly modId!: string;

  @Field(() => String, { nullable: true, description: CONSTRAINT_DESCRIPTION })
  readonly versionConstraint?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The only version that satisfies the dependency.',
  })
  readonly versionId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The only file that satisfies the dependency.' })
  readonly artifactId?: string | null;

  @Field(() => String, { nullable: true, description: 'A note for people.' })
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

  @Field(() => String, {
    nullable: true,
    description: 'A free label of the files. For a new version, `main` if omitted.',
  })
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
