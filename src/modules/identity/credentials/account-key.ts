import { Field, ID, ObjectType } from 'type-graphql';
import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type { CredentialModel } from '../../../platform/database/generated/models.js';
import type { Platform } from '../../../platform/platform.js';
import type { SealedColumn } from '../../../platform/reseal.js';
import { ACCOUNT_KEY_SCOPES } from '../../../registry/scopes.js';
import { newId } from '../../../request/ids.js';
import { FINGERPRINT_DESCRIPTION, ResourceGrant } from './api-key.type.js';
import { fingerprintOf, presentKey } from './read-keys.js';
import { makeSecret } from './secret.js';

/**
 * The single, non-expiring key of an account (Spec 5.4), masked. `lastUsedAt` is null before the
 * first use, and `rotatedFromId` unless a rotation created it.
 */
@ObjectType({
  simpleResolvers: true,
  description: 'The account key: one key per account that never expires. Its secret is masked.',
})
export class AccountKey {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String, { description: 'The secret, masked after its first characters.' })
  readonly masked!: string;

  @Field(() => String, { description: FINGERPRINT_DESCRIPTION })
  readonly fingerprint!: string;

  @Field(() => [String])
  readonly scopes!: readonly string[];

  @Field(() => [ResourceGrant], {
    nullable: true,
    description: 'Always null: the key covers all mods of its user.',
  })
  readonly resourceGrants!: readonly ResourceGrant[] | null;

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

  @Field(() => Date)
  readonly createdAt!: Date;
}

/** The account key with its secret. */
@ObjectType({ simpleResolvers: true })
export class RevealedAccountKey extends AccountKey {
  @Field(() => String)
  readonly secret!: string;
}

/** The vault place of an account key's secret. A sealed secret does not open in another row. */
export function accountKeyPlace(id: string): string {
  return `credentials.sealed_secret ${id}`;
}

/** The column with the sealed secrets of account keys. */
export const ACCOUNT_KEY_COLUMN: SealedColumn = {
  name: 'account_keys',
  table: 'credentials',
  id: 'id',
  column: 'sealed_secret',
  placeOf: accountKeyPlace,
};

/** Returns the current account key of a user, or null. An account has at most one. */
export function readAccountKey(
  db: Pick<Tx, 'credential'>,
  userId: string,
): Promise<CredentialModel | null> {
  return db.credential.findFirst({ where: { userId, kind: 'account_key', revokedAt: null } });
}

/** A new account key: its row, which the caller stores, and its secret. */
export function newAccountKey(
  { keys, vault, clock }: Platform,
  userId: string,
): { row: Prisma.CredentialCreateManyInput & { id: string }; secret: string } {
  const id = newId();
  const { text, keyId, hash } = makeSecret(keys, 'account_key');
  const row = {
    id,
    kind: 'account_key' as const,
    userId,
    name: 'account key',
    keyId,
    secretHash: hash,
    sealedSecret: vault.seal(accountKeyPlace(id), text),
    scopes: [...ACCOUNT_KEY_SCOPES],
    createdAt: clock.now(),
  };
  return { row, secret: text };
}

/** The masked form of an account key. */
export function presentAccountKey(platform: Platform, row: CredentialModel): AccountKey {
  const { id, scopes, lastUsedAt, rotatedFromId, createdAt, displayPrefix } = presentKey(
    platform,
    row,
  );
  const masked = `${displayPrefix}_${'•'.repeat(8)}`;
  const fingerprint = fingerprintOf(row);
  const shown = { id, masked, fingerprint, scopes, resourceGrants: null };
  return { ...shown, lastUsedAt, rotatedFromId, createdAt };
}
