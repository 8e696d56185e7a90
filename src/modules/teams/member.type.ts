import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { TeamRole } from '../../platform/database/generated/enums.js';
import { pageType } from '../../request/page.type.js';

registerEnumType(TeamRole, { name: 'TeamRole' });

/** An account as others of its team see it. */
@ObjectType({ simpleResolvers: true })
export class TeamUser {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly username!: string;

  @Field(() => String)
  readonly displayName!: string;

  @Field(() => String, { nullable: true, description: 'Null where the profile is closed.' })
  readonly profileUrl!: string | null;
}

/** Somebody's part in the team of a mod (Spec 4.5). */
@ObjectType({ simpleResolvers: true })
export class TeamMember {
  @Field(() => TeamUser)
  readonly user!: TeamUser;

  @Field(() => TeamRole)
  readonly role!: TeamRole;

  @Field(() => [String], { description: 'What the role allows; more may be added.' })
  readonly permissions!: readonly string[];

  @Field(() => Date, { description: 'When they joined; another role does not change it.' })
  readonly since!: Date;
}

/** One page of a team. */
export const TeamMemberPage = pageType('TeamMemberPage', () => TeamMember);
