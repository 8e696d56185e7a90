import { Field, ID, ObjectType } from 'type-graphql';
import { ModState, TeamRole } from '../../../platform/database/generated/enums.js';
import { pageType } from '../../../request/page.type.js';
import { LanguageMap, type Texts } from '../../../request/scalars.js';
import { ResourceGrant } from '../credentials/api-key.type.js';

/** A mod in the viewer's list of resources. */
@ObjectType({ simpleResolvers: true })
export class ResourceMod {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly slug!: string;

  @Field(() => LanguageMap)
  readonly title!: Texts;

  @Field(() => ModState)
  readonly state!: ModState;
}

/** A mod that the viewer works on, and the viewer's permissions (Spec 4.6). */
@ObjectType({ simpleResolvers: true })
export class MyResource extends ResourceGrant {
  @Field(() => TeamRole)
  readonly role!: TeamRole;

  @Field(() => [String], { description: 'The permissions of the role.' })
  readonly permissions!: readonly string[];

  @Field(() => ResourceMod)
  readonly mod!: ResourceMod;
}

/** One page of resources. */
export const MyResourcePage = pageType('MyResourcePage', () => MyResource);
