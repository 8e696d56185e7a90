import { Field, ID, ObjectType } from 'type-graphql';

/** Whether the files of a mod may be fetched from the second store as well. */
@ObjectType({ simpleResolvers: true })
export class ModFallback {
  @Field(() => ID)
  readonly modId!: string;

  @Field(() => Boolean)
  readonly isAllowed!: boolean;
}
