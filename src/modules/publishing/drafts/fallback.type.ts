import { Field, ID, ObjectType } from 'type-graphql';

/** Whether downloads of a mod may use the second store. */
@ObjectType({ simpleResolvers: true })
export class ModFallback {
  @Field(() => ID)
  readonly modId!: string;

  @Field(() => Boolean)
  readonly isAllowed!: boolean;
}
