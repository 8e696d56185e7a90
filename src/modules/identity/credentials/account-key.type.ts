import { Field, ID, ObjectType } from 'type-graphql';
import { ResourceGrant } from './api-key.type.js';

/** The single, non-expiring key of an account (Spec 5.4), masked. */
@ObjectType({
  simpleResolvers: true,
  description: 'The account key: one key per account that never expires. Its secret is masked.',
})
export class AccountKey {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String, { description: 'The secret, masked after its first characters.' })
  readonly masked!: string;

  @Field(() => String, {
    description:
      'The SHA-256 of the secret in hex. Compare it to find out whether two secrets are equal.',
  })
  readonly fingerprint!: string;

  @Field(() => [String])
  readonly scopes!: readonly string[];

  @Field(() => [ResourceGrant], {
    nullable: true,
    description: 'Always null: the key covers all mods of its user.',
  })
  readonly resourceGrants!: readonly ResourceGrant[] | null;

  @Field(() => Date, { nullable: true, description: 'May lag behind by up to a minute.' })
  readonly lastUsedAt!: Date | null;

  @Field(() => ID, { nullable: true, description: 'The key that this key replaced.' })
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
