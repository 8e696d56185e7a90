import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type { CredentialModel } from '../../../platform/database/generated/models.js';
import type { Platform } from '../../../platform/platform.js';
import type { SealedColumn } from '../../../platform/reseal.js';
import { ACCOUNT_KEY_SCOPES } from '../../../registry/scopes.js';
import { newId } from '../../../request/ids.js';
import type { AccountKey } from './account-key.type.js';
import { fingerprintOf, presentKey } from './present-key.js';
import { makeSecret } from './secret.js';

/** The vault place of an account key's secret: its own row. */
export function sealedFor(id: string): string {
  return `credentials.sealed_secret ${id}`;
}

/** The sealed secrets of account keys. */
export const ACCOUNT_KEYS: SealedColumn = {
  ...{ name: 'account_keys', table: 'credentials', id: 'id', column: 'sealed_secret' },
  placeOf: sealedFor,
};

/** The current account key of a user; an account has at most one. */
export function readAccountKey(
  db: Pick<Tx, 'credential'>,
  userId: string,
): Promise<CredentialModel | null> {
  return db.credential.findFirst({ where: { userId, kind: 'account_key', revokedAt: null } });
}

/** A new account key: its row and its secret. */
export function newAccountKey(
  { keys, vault, clock }: Platform,
  userId: string,
): { row: Prisma.CredentialCreateManyInput & { id: string }; secret: string } {
  const id = newId();
  const { text, keyId, hash } = makeSecret(keys, 'account_key');
  const row = {
    ...{ id, kind: 'account_key' as const, userId, name: 'account key' },
    ...{ keyId, secretHash: hash, sealedSecret: vault.seal(sealedFor(id), text) },
    ...{ scopes: [...ACCOUNT_KEY_SCOPES], createdAt: clock.now() },
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
