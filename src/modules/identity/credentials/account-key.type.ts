import { Field, ID, ObjectType } from 'type-graphql';
import { ResourceGrant } from './api-key.type.js';

/** The single, non-expiring key of an account (Spec 5.4), masked. */
@ObjectType({
  simpleResolvers: true,
  description: 'The key of an account that does not run out; masked.',
})
export class AccountKey {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String, { description: 'The secret with all but its beginning hidden.' })
  readonly masked!: string;

  @Field(() => String, { description: 'Tells two secrets apart; a SHA-256 in hex.' })
  readonly fingerprint!: string;

  @Field(() => [String])
  readonly scopes!: readonly string[];

  @Field(() => [ResourceGrant], {
    nullable: true,
    description: 'Always null: it reaches all mods of its user.',
  })
  readonly resourceGrants!: readonly ResourceGrant[] | null;

  @Field(() => Date, { nullable: true, description: 'Up to a minute late.' })
  readonly lastUsedAt!: Date | null;

  @Field(() => ID, { nullable: true, description: 'The key whose place it took.' })
  readonly rotatedFromId!: string | null;

  @Field(() => Date)
  readonly createdAt!: Date;
}

/** The account key with its secret. */
@ObjectType({ simpleResolvers: true })
export class RevealedAccountKey extends AccountKey {
  @Field(() => String)
  readonly secret!: string;
}
