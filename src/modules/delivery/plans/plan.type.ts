import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import {
  AccessTier,
  ArtifactSource,
  DependencyKind,
} from '../../../platform/database/generated/enums.js';
import { LanguageMap, SafeInt, type Texts } from '../../../request/scalars.js';
import { PlanRequest } from './plan-request.type.js';

/** Whether a plan was found. */
export const PlanStatus = { resolved: 'resolved', unsatisfiable: 'unsatisfiable' } as const;
export type PlanStatus = keyof typeof PlanStatus;
registerEnumType(PlanStatus, { name: 'PlanStatus' });

/** Why an item is in a plan. */
export const PlanRole = {
  selected: 'selected',
  required: 'required',
  optional: 'optional',
} as const;
export type PlanRole = keyof typeof PlanRole;
registerEnumType(PlanRole, { name: 'PlanRole' });

/** The file that an item installs. */
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

/** Why mods cannot be installed together. */
@ObjectType({ simpleResolvers: true })
export class PlanConflict {
  @Field(() => String, {
    description: '`no_compatible_version`, `version_constraint` or `declared_conflict`.',
  })
  readonly code!: string;

  @Field(() => [ID])
  readonly modIds!: readonly string[];

  @Field(() => [ID])
  readonly itemIds!: readonly string[];

  @Field(() => String, {
    description:
      'An explanation for people, in English: the mods, the ranges and the filters of the request.',
  })
  readonly explanation!: string;
}

/** The rule that chose a file. */
@ObjectType({ simpleResolvers: true })
export class PlanSelection {
  @Field(() => ID)
  readonly itemId!: string;

  @Field(() => ID)
  readonly artifactId!: string;

  @Field(() => String)
  readonly rule!: string;
}

/** Why an item is not the newest version that fits the request, or why a mod has no item. */
@ObjectType({ simpleResolvers: true })
export class PlanReason {
  @Field(() => ID, { nullable: true, description: 'Null if the mod has no item of its own.' })
  readonly itemId!: string | null;

  @Field(() => ID, { nullable: true })
  readonly modId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The item that led to the decision; null if it was not another item.',
  })
  readonly byItemId!: string | null;

  @Field(() => String, {
    description:
      '`exact_version` and `exact_artifact`: the request names it. `version_constraint`, `declared_conflict`, `no_compatible_version` and `combination`: the reason against a newer version that fits the request. `embedded`: an item contains the mod.',
  })
  readonly code!: string;

  @Field(() => String, {
    description:
      'An explanation for people, in English: the item or constraint that led to the decision.',
  })
  readonly detail!: string;
}

/** One step of the plan, for old clients. */
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

/** The install plan in order, or the reason why none exists (Spec 2.7). */
@ObjectType({ simpleResolvers: true })
export class InstallPlan {
  @Field(() => ID, { description: 'Equal requests with equal plans have equal ids.' })
  readonly planId!: string;

  @Field(() => PlanStatus)
  readonly status!: PlanStatus;

  @Field(() => PlanRequest)
  readonly request!: PlanRequest;

  @Field(() => [PlanItem], { description: 'In the order of installation.' })
  readonly items!: readonly PlanItem[];

  @Field(() => [PlanConstraint])
  readonly dependencyConstraints!: readonly PlanConstraint[];

  @Field(() => [PlanConflict])
  readonly conflicts!: readonly PlanConflict[];

  @Field(() => [PlanSelection])
  readonly artifactSelection!: readonly PlanSelection[];

  @Field(() => [PlanReason])
  readonly decisionReasons!: readonly PlanReason[];

  @Field(() => [PlanConstraint], {
    description: 'The constraints that the plan satisfies.',
    deprecationReason: 'Read the dependency constraints.',
  })
  readonly dependencies!: readonly PlanConstraint[];

  @Field(() => [PlanStep], {
    description: 'The installation steps: all items without `embedded_in`.',
    deprecationReason: 'Read the items, which stand in the same order.',
  })
  readonly steps!: readonly PlanStep[];

  @Field(() => String)
  readonly etag!: string;
}
