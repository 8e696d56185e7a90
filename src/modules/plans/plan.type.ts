import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DependencyKind } from '../../platform/database/generated/enums.js';
import { SafeInt } from '../../request/scalars.js';
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
  @Field(() => ID, { description: 'The same for the same file in every plan.' })
  readonly itemId!: string;

  @Field(() => PlanRole)
  readonly role!: PlanRole;

  @Field(() => ID)
  readonly modId!: string;

  @Field(() => ID)
  readonly versionId!: string;

  @Field(() => String)
  readonly version!: string;

  @Field(() => ID)
  readonly artifactId!: string;

  @Field(() => PlanFile)
  readonly file!: PlanFile;
}

/** What one item demands of another mod, and what meets it. */
@ObjectType({ simpleResolvers: true })
export class PlanConstraint {
  @Field(() => ID)
  readonly fromItemId!: string;

  @Field(() => ID)
  readonly modId!: string;

  @Field(() => DependencyKind)
  readonly kind!: DependencyKind;

  @Field(() => String, { nullable: true })
  readonly versionConstraint!: string | null;

  @Field(() => ID, { nullable: true })
  readonly satisfiedByItemId!: string | null;
}

/** Why mods cannot be installed together. */
@ObjectType({ simpleResolvers: true })
export class PlanConflict {
  @Field(() => String)
  readonly code!: string;

  @Field(() => [ID])
  readonly modIds!: readonly string[];

  @Field(() => [ID])
  readonly itemIds!: readonly string[];

  @Field(() => String)
  readonly explanation!: string;
}

/** By which rule a file was chosen. */
@ObjectType({ simpleResolvers: true })
export class PlanSelection {
  @Field(() => ID)
  readonly itemId!: string;

  @Field(() => ID)
  readonly artifactId!: string;

  @Field(() => String)
  readonly rule!: string;
}

/** Why something was decided that a reader may wonder about. */
@ObjectType({ simpleResolvers: true })
export class PlanReason {
  @Field(() => ID, { nullable: true })
  readonly itemId!: string | null;

  @Field(() => ID, { nullable: true })
  readonly modId!: string | null;

  @Field(() => String)
  readonly code!: string;

  @Field(() => String)
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

/** What to install, in order, or why there is nothing to install (Spec 2.7). */
@ObjectType({ simpleResolvers: true })
export class InstallPlan {
  @Field(() => ID, { description: 'Equal for equal requests and answers.' })
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
    description: 'The met constraints.',
    deprecationReason: 'Read the dependency constraints.',
  })
  readonly dependencies!: readonly PlanConstraint[];

  @Field(() => [PlanStep], {
    description: 'The items as steps.',
    deprecationReason: 'Read the items, which stand in the same order.',
  })
  readonly steps!: readonly PlanStep[];

  @Field(() => String)
  readonly etag!: string;
}
