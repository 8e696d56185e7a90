import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { AppKind, AppReview } from '../../../platform/database/generated/enums.js';
import { pageType } from '../../../request/page.js';

registerEnumType(AppKind, {
  name: 'AppKind',
  description:
    'A confidential application has a client secret. A public application has none, because it cannot keep one.',
});
registerEnumType(AppReview, { name: 'AppReview' });

/** The owner of an application. */
@ObjectType({ simpleResolvers: true })
export class AppOwner {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly username!: string;
}

/**
 * A registered OAuth application for its owner and reviewers (Spec 5.2). `reviewedAt` is null before
 * the first decision, and `reviewNote` without a note. `secretHint` and `secretAt` are null for a
 * public application.
 */
@ObjectType({ description: 'A registered OAuth application, without its secret.' })
export class App {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String, { description: 'The OAuth client ID.' })
  readonly clientId!: string;

  @Field(() => AppKind)
  readonly kind!: AppKind;

  @Field(() => String)
  readonly name!: string;

  @Field(() => [String])
  readonly redirectUris!: readonly string[];

  @Field(() => [String], { description: 'The scopes that the owner requested.' })
  readonly scopes!: readonly string[];

  @Field(() => [String], { description: 'The sensitive scopes that a review approved.' })
  readonly approvedScopes!: readonly string[];

  @Field(() => [String], { description: 'The scopes that the application can request now.' })
  readonly effectiveScopes!: readonly string[];

  @Field(() => [String], { description: 'The requested scopes that wait for a review.' })
  readonly unreviewedScopes!: readonly string[];

  /** `none` if no review was requested or is needed. */
  @Field(() => AppReview, {
    description:
      'The result of the last review, or `pending`. `none` if no review was requested or needed.',
  })
  readonly review!: AppReview;

  @Field(() => String, {
    nullable: true,
    description:
      "The reviewer's note to the owner. Null without one, and after a new request for a review.",
  })
  readonly reviewNote!: string | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When the last review ended. Null before the first decision.',
  })
  readonly reviewedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'The first characters of the secret. Null for a public application.',
  })
  readonly secretHint!: string | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When the secret was created. Null for a public application.',
  })
  readonly secretAt!: Date | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When an administrator disabled the application; null if it is enabled.',
  })
  readonly disabledAt!: Date | null;

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => Date)
  readonly updatedAt!: Date;

  @Field(() => String, { description: 'The ETag. Changes and reviews have to send it.' })
  readonly etag!: string;

  /** Shown as `owner`; null for an application of modport itself. */
  readonly ownerId!: string | null;
}

/** An application with its secret, at the only time when it can be read. */
@ObjectType({ simpleResolvers: true })
export class AppWithSecret {
  @Field(() => App)
  readonly app!: App;

  @Field(() => String, {
    nullable: true,
    description: 'Returned only once; null for a public application.',
  })
  readonly secret!: string | null;
}

/** The viewer's approval of an application. */
@ObjectType({ simpleResolvers: true })
export class AppGrant {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly clientId!: string;

  @Field(() => String)
  readonly appName!: string;

  @Field(() => [String])
  readonly scopes!: readonly string[];

  @Field(() => Date, {
    nullable: true,
    description: 'When an administrator disabled the application; null if it is enabled.',
  })
  readonly disabledAt!: Date | null;

  @Field(() => Date)
  readonly createdAt!: Date;
}

/** One page of applications. */
export const AppPage = pageType('AppPage', () => App);

/** One page of the viewer's approvals. */
export const AppGrantPage = pageType('AppGrantPage', () => AppGrant);

/** The possible decisions of a review. */
export enum AppDecision {
  approve = 'approve',
  reject = 'reject',
}

registerEnumType(AppDecision, { name: 'AppDecision' });

/** A new application. It has the base scopes even if `scopes` omits them. */
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

/** A change of an application; omitted and null members stay. */
@InputType({ description: 'Omitted members and null members stay unchanged.' })
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
