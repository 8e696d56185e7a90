import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import {
  AccessTier,
  ArtifactSource,
  DependencyKind,
} from '../../../platform/database/generated/enums.js';
import { LanguageMap, SafeInt, type Texts } from '../../../request/scalars.js';

/** Why an item is in a plan. */
export const PlanRole = {
  selected: 'selected',
  required: 'required',
  optional: 'optional',
} as const;
export type PlanRole = keyof typeof PlanRole;
registerEnumType(PlanRole, { name: 'PlanRole' });

/**
 * The file that an item installs. `originalFilename` is null for a file without one. `fileVersion`
 * is always set, although it is nullable: an optional file can have its own, any other has that of
 * the version. A POST to `resolveEndpoint` starts the download.
 */
@ObjectType({ simpleResolvers: true })
export class PlanFile {
  @Field(() => ID)
  readonly artifactId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The version string of the file, always set. An optional file may have its own.',
  })
  readonly fileVersion!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the file as uploaded; null if it has none.',
  })
  readonly originalFilename!: string | null;

  @Field(() => SafeInt, { description: 'The size of the whole file in bytes.' })
  readonly sizeBytes!: number;

  @Field(() => String, { description: 'Of the whole file, in lower-case hex.' })
  readonly sha256!: string;

  @Field(() => String, {
    description: 'Send POST to this path to start the download. Relative to the API base.',
  })
  readonly resolveEndpoint!: string;
}

/** One file to install. */
@ObjectType({ simpleResolvers: true })
export class PlanItem {
  @Field(() => ID, { description: 'Stable: the same file has the same item id in every plan.' })
  readonly itemId!: string;

  @Field(() => PlanRole, {
    description: '`selected`: the request names the mod. `required` and `optional`: a dependency.',
  })
  readonly role!: PlanRole;

  @Field(() => ID)
  readonly modId!: string;

  @Field(() => LanguageMap, { description: 'The title of the mod by language.' })
  readonly title!: Texts;

  @Field(() => String, { description: 'The slug of the mod.' })
  readonly slug!: string;

  @Field(() => AccessTier, {
    description:
      'The users who may download the files. `public`: all, also without an account. `authenticated`: every account. `paid`: subscribers. `restricted`: accounts with a right to the mod or the file.',
  })
  readonly accessTier!: AccessTier;

  @Field(() => ID)
  readonly versionId!: string;

  @Field(() => String, { description: 'The version string.' })
  readonly version!: string;

  @Field(() => ID)
  readonly artifactId!: string;

  @Field(() => ArtifactSource, {
    description: 'Whether this service or an external provider hosts the file.',
  })
  readonly artifactSource!: ArtifactSource;

  @Field(() => ID, {
    nullable: true,
    description:
      'The item whose file contains this version of the mod. Such an item needs no download and no step. Null for an item with a file of its own.',
  })
  readonly embeddedIn!: string | null;

  @Field(() => PlanFile, {
    description: 'The file to install. For an embedded item, another item brings its content.',
  })
  readonly file!: PlanFile;
}

/** A dependency of one item, and the item that satisfies it. */
@ObjectType({ simpleResolvers: true })
export class PlanConstraint {
  @Field(() => ID, { description: 'The item that has the dependency.' })
  readonly fromItemId!: string;

  @Field(() => ID, { description: 'The mod on which it depends.' })
  readonly modId!: string;

  @Field(() => DependencyKind)
  readonly kind!: DependencyKind;

  @Field(() => String, {
    nullable: true,
    description:
      'The exact string of a published version, or a range in the syntax of npm. Null means every version.',
  })
  readonly versionConstraint!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The item that is or contains the mod; null if the plan has none.',
  })
  readonly satisfiedByItemId!: string | null;
}

/** One step of the plan, for old clients. `order` starts at 1, `action` is always `install`. */
@ObjectType({ simpleResolvers: true })
export class PlanStep {
  @Field(() => Int, { description: 'From 1.' })
  readonly order!: number;

  @Field(() => String, { description: 'Always `install`.' })
  readonly action!: string;

  @Field(() => ID)
  readonly itemId!: string;

  @Field(() => PlanFile)
  readonly file!: PlanFile;
}
