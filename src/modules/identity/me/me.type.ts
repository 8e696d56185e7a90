import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { ResourceGrant } from '../credentials/api-key.type.js';

/** The kinds of credentials (see `CredentialKind` of the request). */
const PresentedKind = {
  pat: 'pat',
  api_key: 'api_key',
  account_key: 'account_key',
  oauth: 'oauth',
  agent: 'agent',
  session: 'session',
  operator: 'operator',
} as const;

registerEnumType(PresentedKind, { name: 'PresentedKind' });

/** The owner of the credential. */
@ObjectType({ simpleResolvers: true })
export class MeUser {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly username!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Null for a credential without `profile:read` and `account:read`.',
  })
  readonly displayName!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Null as well where the profile is closed.',
  })
  readonly profileUrl!: string | null;

  @Field(() => String, { nullable: true, description: 'Null as the display name.' })
  readonly locale!: string | null;
}

/** The credential of the request. */
@ObjectType({ simpleResolvers: true })
export class MeCredential {
  @Field(() => PresentedKind)
  readonly kind!: keyof typeof PresentedKind;

  @Field(() => ID)
  readonly id!: string;

  @Field(() => String, { nullable: true, description: 'The OAuth application that speaks.' })
  readonly clientId!: string | null;

  @Field(() => [String])
  readonly scopes!: readonly string[];

  @Field(() => [ResourceGrant], {
    nullable: true,
    description: 'The mods that it reaches: an empty list is none, null is all mods of its user.',
  })
  readonly resourceGrants!: readonly ResourceGrant[] | null;

  @Field(() => Date, { nullable: true })
  readonly expiresAt!: Date | null;

  @Field(() => Date, { nullable: true, description: 'Before this request.' })
  readonly lastUsedAt!: Date | null;
}

/** The viewer and the credential (Spec 4.6). */
@ObjectType({ simpleResolvers: true })
export class Me {
  @Field(() => MeUser)
  readonly user!: MeUser;

  @Field(() => MeCredential)
  readonly credential!: MeCredential;

  @Field(() => Int, {
    description: 'Rises with every change of what the account may reach.',
  })
  readonly accessRevision!: number;
}
