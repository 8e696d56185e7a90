import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { TeamRole } from '../../../platform/database/generated/enums.js';
import { pageType } from '../../../request/page.js';
import { PublicAccount } from '../../identity/index.js';

registerEnumType(TeamRole, { name: 'TeamRole' });

/** An account as shown to its team. */
@ObjectType({ simpleResolvers: true })
export class TeamUser extends PublicAccount {}

/** A member of a mod's team (Spec 4.5). */
@ObjectType({ simpleResolvers: true })
export class TeamMember {
  @Field(() => TeamUser)
  readonly user!: TeamUser;

  @Field(() => TeamRole)
  readonly role!: TeamRole;

  @Field(() => [String], { description: 'The permissions of the role. New ones may be added.' })
  readonly permissions!: readonly string[];

  @Field(() => Date, {
    description: 'When the member joined. A change of role does not change it.',
  })
  readonly since!: Date;
}

/** One page of a team. */
export const TeamMemberPage = pageType('TeamMemberPage', () => TeamMember);
