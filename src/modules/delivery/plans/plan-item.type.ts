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

  @Field(() => String, { nullable: true })
  readonly fileVersion!: string | null;

  @Field(() => String, { nullable: true })
  readonly originalFilename!: string | null;

  @Field(() => SafeInt)
  readonly sizeBytes!: number;

  @Field(() => String)
  readonly sha256!: string;

  @Field(() => String)
  readonly resolveEndpoint!: string;
}

/** One file to install. */
@ObjectType({ simpleResolvers: true })
export class PlanItem {
  @Field(() => ID, { description: 'Stable: the same file has the same item id in every plan.' })
  readonly itemId!: string;

  @Field(() => PlanRole)
  readonly role!: PlanRole;

  @Field(() => ID)
  readonly modId!: string;

  @Field(() => LanguageMap, { description: 'The title of the mod by language.' })
  readonly title!: Texts;

  @Field(() => String, { description: 'The slug of the mod.' })
  readonly slug!: string;

  @Field(() => AccessTier)
  readonly accessTier!: AccessTier;

  @Field(() => ID)
  readonly versionId!: string;

  @Field(() => String)
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

  @Field(() => PlanFile)
  readonly file!: PlanFile;
}

/** A dependency of one item, and the item that satisfies it. */
@ObjectType({ simpleResolvers: true })
export class PlanConstraint {
  @Field(() => ID)
  readonly fromItemId!: string;

  @Field(() => ID)
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
  @Field(() => Int)
  readonly order!: number;

  @Field(() => String)
  readonly action!: string;

  @Field(() => ID)
  readonly itemId!: string;

  @Field(() => PlanFile)
  readonly file!: PlanFile;
}
