import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { PlatformRole } from '../../../platform/database/generated/enums.js';
import { STAFF_CAPABILITIES, type StaffCapability } from '../../../registry/access.js';
import { problem } from '../../../registry/errors.js';
import { satisfiesScope } from '../../../registry/scopes.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import type { CredentialFacts } from '../../../request/viewer.js';
import { ResourceGrant } from '../credentials/api-key.type.js';
import { resourceGrantsOf } from '../credentials/read-keys.js';
import { PROFILE, presentProfile } from './profile.js';
import { capabilitiesOf } from './staff-capabilities.js';

/** The kinds of credentials (see `CredentialKind` of the request). */
const PresentedKind = {
  pat: 'pat',
  api_key: 'api_key',
  account_key: 'account_key',
  oauth: 'oauth',
  agent: 'agent',
  trusted_publisher: 'trusted_publisher',
  session: 'session',
  operator: 'operator',
} as const;

registerEnumType(PresentedKind, { name: 'PresentedKind' });

const StaffCapabilityEnum = Object.fromEntries(
  Object.keys(STAFF_CAPABILITIES).map((name) => [name, name]),
);
registerEnumType(StaffCapabilityEnum, { name: 'StaffCapability' });

/** The owner of the credential. */
@ObjectType({ simpleResolvers: true })
class MeUser {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly username!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Null for a credential with neither `profile:read` nor `account:read`.',
  })
  readonly displayName!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Null for a credential with neither `profile:read` nor `account:read`, and if the profile is closed.',
  })
  readonly profileUrl!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Null for a credential with neither `profile:read` nor `account:read`.',
  })
  readonly locale!: string | null;

  @Field(() => PlatformRole, {
    nullable: true,
    description: 'Null for a credential with neither `profile:read` nor `account:read`.',
  })
  readonly role!: PlatformRole | null;
}

/**
 * The credential of the request. `expiresAt` is null if it has no end of its own. `lastUsedAt` is
 * null if this is its first use, or if its uses are not recorded.
 */
@ObjectType({ simpleResolvers: true })
class MeCredential {
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

  @Field(() => Date, {
    nullable: true,
    description: 'When the credential expires. Null if it does not.',
  })
  readonly expiresAt!: Date | null;

  @Field(() => Date, {
    nullable: true,
    description:
      'The last use before this request. Null for the first use, and for credentials other than personal tokens and keys.',
  })
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

  @Field(() => [StaffCapabilityEnum], {
    description:
      'The rights of a moderator or admin that this credential may use. Empty for other accounts.',
  })
  readonly capabilities!: readonly StaffCapability[];

  @Field(() => Boolean, {
    description:
      'Whether the session needs a recent second factor before it may use the capabilities.',
  })
  readonly needsSecondFactor!: boolean;
}

/**
 * Returns the viewer and the credential; any valid credential will do. In `user`, the fields beyond
 * id and username need `profile:read` or `account:read`. Spec 4.6. Throws `unauthorized`.
 */
export async function getMe(ctx: RequestContext): Promise<Me> {
  const { userId, credential, role } = requireUser(ctx);
  const { db, publicUrl } = ctx.platform;
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { ...PROFILE, accessRevision: true },
  });
  if (!user) throw problem('unauthorized');
  const { accessRevision, ...profile } = user;
  const { id, username, displayName, profileUrl, locale } = presentProfile(profile, publicUrl);
  const mayRead =
    satisfiesScope(credential.scopes, 'profile:read') ||
    satisfiesScope(credential.scopes, 'account:read');
  return {
    user: mayRead
      ? { id, username, displayName, profileUrl, locale, role }
      : { id, username, displayName: null, profileUrl: null, locale: null, role: null },
    credential: presentCredential(credential),
    accessRevision,
    ...capabilitiesOf(ctx),
  };
}

function presentCredential(facts: CredentialFacts): MeCredential {
  const { kind, id, clientId, scopes, modIds, expiresAt, lastUsedAt = null } = facts;
  return {
    kind,
    id,
    clientId,
    scopes,
    resourceGrants: resourceGrantsOf(modIds),
    expiresAt,
    lastUsedAt,
  };
}
