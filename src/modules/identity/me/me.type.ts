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
    description: 'Null under the same condition as the display name, and if the profile is closed.',
  })
  readonly profileUrl!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Null under the same condition as the display name.',
  })
  readonly locale!: string | null;
}

/** The credential of the request. */
@ObjectType({ simpleResolvers: true })
export class MeCredential {
  @Field(() => PresentedKind)
  readonly kind!: keyof typeof PresentedKind;

  @Field(() => ID)
  readonly id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The OAuth application that sends the request; null for other credentials.',
  })
  readonly clientId!: string | null;

  @Field(() => [String])
  readonly scopes!: readonly string[];

  @Field(() => [ResourceGrant], {
    nullable: true,
    description:
      'The mods that the credential covers. An empty list means none; null means all mods of its user.',
  })
  readonly resourceGrants!: readonly ResourceGrant[] | null;

  @Field(() => Date, { nullable: true })
  readonly expiresAt!: Date | null;

  @Field(() => Date, { nullable: true, description: 'The last use before this request.' })
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
    description: 'Increases each time the access rights of the account change.',
  })
  readonly accessRevision!: number;
}
