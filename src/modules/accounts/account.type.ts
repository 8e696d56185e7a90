import { Field, ID, ObjectType } from 'type-graphql';

/** An account as others see it. */
@ObjectType({ simpleResolvers: true })
export abstract class PublicAccount {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly username!: string;

  @Field(() => String)
  readonly displayName!: string;

  @Field(() => String, { nullable: true, description: 'Null where the profile is closed.' })
  readonly profileUrl!: string | null;
}

/** An account that was looked up by its username. */
@ObjectType({ simpleResolvers: true })
export class UserAccount extends PublicAccount {}
