import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { CredentialKind } from '../../../platform/database/generated/enums.js';
import type { CredentialModel } from '../../../platform/database/generated/models.js';
import { pageType } from '../../../request/page.js';

/**
 * The state of a token or key:
 * - active: valid
 * - retiring: rotated, and valid until the overlap ends
 * - revoked: revoked, or rotated and the overlap has ended
 * - expired: its own expiry has passed
 */
const ApiKeyState = {
  active: 'active',
  retiring: 'retiring',
  revoked: 'revoked',
  expired: 'expired',
} as const;

/** The name of one state of a token or key. */
export type ApiKeyState = keyof typeof ApiKeyState;

type Ends = Pick<CredentialModel, 'revokedAt' | 'retiresAt' | 'expiresAt'>;

/** The current state of a credential. It derives from times, so no job has to update it. */
export function stateOf({ revokedAt, retiresAt, expiresAt }: Ends, now: Date): ApiKeyState {
  if (revokedAt) return 'revoked';
  if (expiresAt && expiresAt <= now) return 'expired';
  if (!retiresAt) return 'active';
  return retiresAt <= now ? 'revoked' : 'retiring';
}

registerEnumType(CredentialKind, { name: 'CredentialKind' });
registerEnumType(ApiKeyState, { name: 'ApiKeyState' });

/** The kinds of resources that a key may be limited to. */
export const ResourceType = { mod: 'mod' } as const;

/** The kind of a resource that a key may be limited to. */
export type ResourceType = keyof typeof ResourceType;

registerEnumType(ResourceType, { name: 'ResourceType' });

/** A resource that a credential may use. */
@ObjectType({ simpleResolvers: true })
export class ResourceGrant {
  @Field(() => ResourceType)
  readonly type!: ResourceType;

  @Field(() => ID, { description: 'The id of the mod.' })
  readonly id!: string;
}

/** The description of a fingerprint in the API. */
export const FINGERPRINT_DESCRIPTION =
  'Identifies the secret: the SHA-256, in hex, of the keyed hash that the service stores. Only the service can compute it. It changes only if the secret does.';

/**
 * A token or key for its owner (Spec 2.11). `lastUsedAt` is null before the first use, and
 * `rotatedFromId` unless a rotation created it.
 */
@ObjectType({
  simpleResolvers: true,
  description: 'A token or key without its secret.',
})
export class ApiKey {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => CredentialKind)
  readonly kind!: CredentialKind;

  @Field(() => String, { description: 'The name that its user chose.' })
  readonly name!: string;

  @Field(() => String, { description: 'The first characters of the secret.' })
  readonly displayPrefix!: string;

  @Field(() => String, { description: FINGERPRINT_DESCRIPTION })
  readonly fingerprint!: string;

  @Field(() => [String])
  readonly scopes!: readonly string[];

  @Field(() => [ResourceGrant], {
    nullable: true,
    description:
      'The mods that the credential covers. An empty list means none; null means all mods of its user.',
  })
  readonly resourceGrants!: readonly ResourceGrant[] | null;

  @Field(() => ApiKeyState, {
    description:
      '`active`: valid. `retiring`: rotated, but still valid. `revoked`: revoked, or rotated and no longer valid. `expired`: its own expiry has passed.',
  })
  readonly state!: ApiKeyState;

  @Field(() => Date, {
    nullable: true,
    description: 'When the credential expires. Null if it does not.',
  })
  readonly expiresAt!: Date | null;

  @Field(() => Date, {
    nullable: true,
    description: 'The last use, up to a minute late. Null before the first use.',
  })
  readonly lastUsedAt!: Date | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The key that this key replaced. Null unless a rotation created it.',
  })
  readonly rotatedFromId!: string | null;

  @Field(() => Date, {
    nullable: true,
    description:
      'When a rotated key stops being valid. Until then, it is valid beside the new one. Null unless it was rotated.',
  })
  readonly retiresAt!: Date | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When the credential was revoked. Null if it was not.',
  })
  readonly revokedAt!: Date | null;

  @Field(() => Date)
  readonly createdAt!: Date;
}

/** A key with its secret, at the only time when it can be read. */
@ObjectType({ simpleResolvers: true })
export class CreatedApiKey extends ApiKey {
  @Field(() => String, {
    description: 'Returned only once. Store it now; if you lose it, create another key.',
  })
  readonly secret!: string;
}

/** One page of keys. */
export const ApiKeyPage = pageType('ApiKeyPage', () => ApiKey);
