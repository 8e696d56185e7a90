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
    description:
      'Matched exactly: `https`, `http` on a loopback address with any port, or a private-use scheme.',
  })
  readonly redirectUris!: readonly string[];

  @Field(() => [String], {
    description: 'Base scopes can be omitted. Sensitive scopes need a review first.',
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
    description: 'The sensitive scopes to approve. All waiting scopes if omitted.',
  })
  readonly approvedScopes?: readonly string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'The note to the owner. Required to reject.',
  })
  readonly note?: string | null;
}
