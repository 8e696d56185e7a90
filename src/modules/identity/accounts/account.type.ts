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
export class UserAccount extends PublicAccount {
  @Field(() => String, {
    nullable: true,
    description: 'About the user, in Markdown. Null if there is no text or the profile is closed.',
  })
  readonly bio!: string | null;

  @Field(() => [String], {
    description: 'Pages of the user, as addresses with https. Empty if the profile is closed.',
  })
  readonly links!: readonly string[];
}
