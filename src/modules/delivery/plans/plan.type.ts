import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { PlanConstraint, PlanItem, PlanStep } from './plan-item.type.js';
import { PlanRequest } from './plan-request.js';

/** Whether a plan was found. */
export const PlanStatus = { resolved: 'resolved', unsatisfiable: 'unsatisfiable' } as const;
export type PlanStatus = keyof typeof PlanStatus;
registerEnumType(PlanStatus, { name: 'PlanStatus' });

/**
 * Why mods cannot be installed together. `itemIds` are those of their newest files, or of the
 * selected files that conflict, although a plan with a conflict has no items.
 */
@ObjectType({ simpleResolvers: true })
export class PlanConflict {
  @Field(() => String, {
    description: '`no_compatible_version`, `version_constraint` or `declared_conflict`.',
  })
  readonly code!: string;

  @Field(() => [ID], { description: 'The mods that cannot be installed together.' })
  readonly modIds!: readonly string[];

  @Field(() => [ID], {
    description:
      'The ids that their files would have as items: the newest file of each mod, or the selected files that conflict. A plan with a conflict has no items.',
  })
  readonly itemIds!: readonly string[];

  @Field(() => String, {
    description:
      'An explanation for people, in English: the mods, the ranges and the filters of the request.',
  })
  readonly explanation!: string;
}

/** The rule that chose a file: `exact_artifact`, `exact_version` or `newest_compatible`. */
@ObjectType({ simpleResolvers: true })
export class PlanSelection {
  @Field(() => ID)
  readonly itemId!: string;

  @Field(() => ID)
  readonly artifactId!: string;

  @Field(() => String, {
    description:
      'The rule that chose the file: `exact_artifact`, `exact_version` or `newest_compatible`.',
  })
  readonly rule!: string;
}

/**
 * Why an item is pinned or not the newest version that fits the request, or why a mod has no item.
 * The code `combination` means that no single dependency was found that excludes a newer version.
 */
@ObjectType({ simpleResolvers: true })
export class PlanReason {
  @Field(() => ID, { nullable: true, description: 'Null if the mod has no item of its own.' })
  readonly itemId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The mod that the decision is about, always set.',
  })
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

/** The install plan in order, or the reason why none exists (Spec 2.7). */
@ObjectType({ simpleResolvers: true })
export class InstallPlan {
  @Field(() => ID, { description: 'Equal requests with equal plans have equal ids.' })
  readonly planId!: string;

  @Field(() => PlanStatus, {
    description:
      '`resolved`, or `unsatisfiable`: then `items` is empty and `conflicts` has the reason.',
  })
  readonly status!: PlanStatus;

  @Field(() => PlanRequest, {
    description: 'The request in its normal form: sorted, without duplicates, with defaults.',
  })
  readonly request!: PlanRequest;

  @Field(() => [PlanItem], { description: 'In the order of installation.' })
  readonly items!: readonly PlanItem[];

  @Field(() => [PlanConstraint], {
    description: 'The dependencies of all items, satisfied or not.',
  })
  readonly dependencyConstraints!: readonly PlanConstraint[];

  @Field(() => [PlanConflict], {
    description: 'The reasons for which no plan exists. Empty if `status` is `resolved`.',
  })
  readonly conflicts!: readonly PlanConflict[];

  @Field(() => [PlanSelection], { description: 'The rule that chose the file of each item.' })
  readonly artifactSelection!: readonly PlanSelection[];

  @Field(() => [PlanReason], {
    description:
      'The reasons for which items are pinned or are not the newest versions, and for which mods have no item.',
  })
  readonly decisionReasons!: readonly PlanReason[];

  @Field(() => [PlanConstraint], {
    description: 'The constraints that the plan satisfies.',
    deprecationReason: 'Read the dependency constraints.',
  })
  readonly dependencies!: readonly PlanConstraint[];

  @Field(() => [PlanStep], {
    description: 'The installation steps: all items that no other item contains.',
    deprecationReason: 'Read the items, which stand in the same order.',
  })
  readonly steps!: readonly PlanStep[];

  @Field(() => String, { description: 'The ETag of the plan. Equal plans have equal ones.' })
  readonly etag!: string;
}
