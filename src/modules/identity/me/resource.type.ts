import { ArgsType, Extensions, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { ModState, TeamRole } from '../../../platform/database/generated/enums.js';
import { LIMITS } from '../../../registry/limits.js';
import { paged, pageType } from '../../../request/page.js';
import { LanguageMap, SafeInt, type Texts } from '../../../request/scalars.js';
import { ResourceGrant } from '../credentials/api-key.type.js';

/** The orders of the viewer's mods. Numbers and times begin with the highest, titles with A. */
export enum ResourceSort {
  joined = 'joined',
  updated = 'updated',
  downloads = 'downloads',
  title = 'title',
}

registerEnumType(ResourceSort, { name: 'ResourceSort' });

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

  @Field(() => String)
  readonly gameName!: string;

  @Field(() => SafeInt)
  readonly downloadsCount!: number;

  @Field(() => Int, { description: 'In any state, except deleted ones.' })
  readonly versionsCount!: number;

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => Date)
  readonly updatedAt!: Date;

  @Field(() => Date, { nullable: true, description: 'The first publication. Null before it.' })
  readonly publishedAt!: Date | null;

  /** For the field `cover`, which the catalog resolves. */
  readonly coverId!: string | null;
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

/** The mods of the viewer in one state. */
@ObjectType({ simpleResolvers: true })
export class ResourcesInState {
  @Field(() => ModState)
  readonly state!: ModState;

  @Field(() => Int)
  readonly count!: number;
}

/** The filters of the viewer's mods. */
@ArgsType()
export class ResourceFilterArgs {
  @Field(() => String, { nullable: true, description: 'A part of the slug or of a title.' })
  @Extensions({ jsonSchema: { maxLength: LIMITS.searchTextCharacters } })
  readonly search?: string | null;

  @Field(() => ModState, { nullable: true })
  readonly state?: ModState | null;

  @Field(() => TeamRole, { nullable: true, description: 'The role of the viewer.' })
  readonly role?: TeamRole | null;
}

/** Filters, order and page of the viewer's mods. */
@ArgsType()
export class ResourceListArgs extends paged(ResourceFilterArgs) {
  @Field(() => ResourceSort, {
    nullable: true,
    description:
      '`joined` if omitted: the latest membership first. A walk by `updated` or `downloads` may miss mods that change meanwhile.',
  })
  readonly sort?: ResourceSort | null;
}
