import { createHash } from 'node:crypto';
import type { CredentialModel } from '../../../platform/database/generated/models.js';
import type { Platform } from '../../../platform/platform.js';
import type { ApiKey, ResourceGrant } from './api-key.type.js';
import { prefixOf } from './secret.js';
import { stateOf } from './state.js';

/** A credential for its owner, without anything that could be presented. */
export function presentKey({ clock, lastUses }: Platform, row: CredentialModel): ApiKey {
  const state = stateOf(row, clock.now());
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    displayPrefix: `${prefixOf(row.kind)}_${row.keyId}`,
    fingerprint: fingerprintOf(row),
    scopes: row.scopes,
    resourceGrants: grantsOf(row.limited ? row.modIds : null),
    state,
    expiresAt: row.expiresAt,
    lastUsedAt: lastUses.of(row.id) ?? row.lastUsedAt,
    rotatedFromId: row.rotatedFromId,
    retiresAt: row.retiresAt,
    // The end of an overlap is not stored separately.
    revokedAt: row.revokedAt ?? (state === 'revoked' ? row.retiresAt : null),
    createdAt: row.createdAt,
  };
}

/** The resources that a credential is limited to; null if it covers its whole account. */
export function grantsOf(modIds: readonly string[] | null): ResourceGrant[] | null {
  return modIds?.map((id) => ({ type: 'mod', id })) ?? null;
}

/** Hex of a hash of the stored hash. It distinguishes secrets and reveals neither. */
export function fingerprintOf({ secretHash }: Pick<CredentialModel, 'secretHash'>): string {
  return createHash('sha256').update(secretHash).digest('hex');
}
