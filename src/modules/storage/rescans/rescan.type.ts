import { Field, ID, ObjectType } from 'type-graphql';

/** An order to scan stored bytes again. */
@ObjectType({ simpleResolvers: true, description: 'A request to scan stored bytes again.' })
export class RescanOrder {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String, { nullable: true, description: 'Null for all bytes of available files.' })
  readonly sha256!: string | null;

  @Field(() => Date)
  readonly createdAt!: Date;
}
