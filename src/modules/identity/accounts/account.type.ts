import { Field, ID, ObjectType } from 'type-graphql';

/** The public fields of an account. */
@ObjectType({ simpleResolvers: true })
export abstract class PublicAccount {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly username!: string;

  @Field(() => String)
  readonly displayName!: string;

  @Field(() => String, { nullable: true, description: 'Null if the profile is closed.' })
  readonly profileUrl!: string | null;
}

/** The result of a lookup by username. */
@ObjectType({ simpleResolvers: true })
export class UserAccount extends PublicAccount {}
