import { Field, InputType, registerEnumType } from 'type-graphql';
import { AppKind } from '../../../platform/database/generated/enums.js';

/** The possible decisions of a review. */
export enum AppDecision {
  approve = 'approve',
  reject = 'reject',
}

registerEnumType(AppDecision, { name: 'AppDecision' });

/** A new application. */
@InputType()
export class RegisterAppInput {
  @Field(() => AppKind)
  readonly kind!: AppKind;

  @Field(() => String, { description: 'Unique among the applications of its owner.' })
  readonly name!: string;

  @Field(() => [String], {
    description: 'Exact: `https`, `http` on loopback with any port, or a scheme of its own.',
  })
  readonly redirectUris!: readonly string[];

  @Field(() => [String], {
    description: 'Base scopes need not be named; sensitive ones are handed out after a review.',
  })
  readonly scopes!: readonly string[];
}

/** A change of an application; omitted members stay. */
@InputType()
export class UpdateAppInput {
  @Field(() => String, { nullable: true })
  readonly name?: string | null;

  @Field(() => [String], { nullable: true })
  readonly redirectUris?: readonly string[] | null;

  @Field(() => [String], { nullable: true })
  readonly scopes?: readonly string[] | null;
}

/** The decision of a review. */
@InputType()
export class ReviewAppInput {
  @Field(() => AppDecision)
  readonly decision!: AppDecision;

  @Field(() => [String], {
    nullable: true,
    description: 'The sensitive scopes that are allowed; all that wait where it is left out.',
  })
  readonly approvedScopes?: readonly string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'What the owner is told; needed to reject.',
  })
  readonly note?: string | null;
}
