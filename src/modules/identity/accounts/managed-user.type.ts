import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { PlatformRole, UserState } from '../../../platform/database/generated/enums.js';
import { PageArgs, pageType } from '../../../request/page.js';

registerEnumType(PlatformRole, { name: 'PlatformRole' });
registerEnumType(UserState, { name: 'UserState' });

/** An account as administrators see it, without its address. */
@ObjectType({ simpleResolvers: true, description: 'An account, for administrators.' })
export class ManagedUser {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly username!: string;

  @Field(() => String)
  readonly displayName!: string;

  @Field(() => PlatformRole)
  readonly role!: PlatformRole;

  @Field(() => UserState)
  readonly state!: UserState;

  @Field(() => Boolean, { description: 'Whether it has a second factor.' })
  readonly hasSecondFactor!: boolean;

  @Field(() => Date)
  readonly createdAt!: Date;
}

/** One page of accounts. */
export const ManagedUserPage = pageType('ManagedUserPage', () => ManagedUser);

/** Filters and page of the accounts. */
@ArgsType()
export class ManagedUserListArgs extends PageArgs {
  @Field(() => String, {
    nullable: true,
    description: 'A part of the username or of the display name.',
  })
  readonly q?: string | null;

  @Field(() => PlatformRole, { nullable: true })
  readonly role?: PlatformRole | null;

  @Field(() => UserState, { nullable: true })
  readonly state?: UserState | null;
}
