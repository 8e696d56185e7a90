import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { AppKind, AppReview } from '../../../platform/database/generated/enums.js';
import { pageType } from '../../../request/page.type.js';

registerEnumType(AppKind, {
  name: 'AppKind',
  description: 'A public application cannot keep a secret; a confidential one has one.',
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

/** A registered OAuth application for its owner and reviewers (Spec 5.2). */
@ObjectType({ description: 'A registered OAuth application; nothing in it is a secret.' })
export class App {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String, { description: 'What the application is known by to the issuer.' })
  readonly clientId!: string;

  @Field(() => AppKind)
  readonly kind!: AppKind;

  @Field(() => String)
  readonly name!: string;

  @Field(() => [String])
  readonly redirectUris!: readonly string[];

  @Field(() => [String], { description: 'What the owner asked for.' })
  readonly scopes!: readonly string[];

  @Field(() => [String], { description: 'The sensitive ones that a review allowed.' })
  readonly approvedScopes!: readonly string[];

  @Field(() => [String], { description: 'What it may ask people for now.' })
  readonly effectiveScopes!: readonly string[];

  @Field(() => [String], { description: 'What waits for a review.' })
  readonly unreviewedScopes!: readonly string[];

  @Field(() => AppReview, { description: 'How the last review ended, or that one is going on.' })
  readonly review!: AppReview;

  @Field(() => String, { nullable: true, description: 'What the reviewer told the owner.' })
  readonly reviewNote!: string | null;

  @Field(() => Date, { nullable: true })
  readonly reviewedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'What the secret begins with.' })
  readonly secretHint!: string | null;

  @Field(() => Date, { nullable: true, description: 'When the secret was made.' })
  readonly secretAt!: Date | null;

  @Field(() => Date, { nullable: true, description: 'Since when an administrator has it off.' })
  readonly disabledAt!: Date | null;

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => Date)
  readonly updatedAt!: Date;

  @Field(() => String, { description: 'The validator that changes and reviews name.' })
  readonly etag!: string;

  /** Shown as `owner`. */
  readonly ownerId!: string;
}

/** An application with its secret, at the only time when it can be read. */
@ObjectType({ simpleResolvers: true })
export class AppWithSecret {
  @Field(() => App)
  readonly app!: App;

  @Field(() => String, {
    nullable: true,
    description: 'Shown this once; null for a public application.',
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

  @Field(() => Date, { nullable: true, description: 'Since when the application is off.' })
  readonly disabledAt!: Date | null;

  @Field(() => Date)
  readonly createdAt!: Date;
}

/** One page of applications. */
export const AppPage = pageType('AppPage', () => App);

/** One page of the viewer's approvals. */
export const AppGrantPage = pageType('AppGrantPage', () => AppGrant);
