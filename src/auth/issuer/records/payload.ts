import type { AdapterPayload } from 'oidc-provider';
import type { OauthRecord, Prisma } from '../../../platform/database/generated/client.js';
import type { Keys } from '../../../platform/keys.js';

/** The columns from which a record is rebuilt. */
export type RecordRow = Pick<OauthRecord, 'consumedAt' | 'expiresAt'> & {
  readonly payload: unknown;
};

/**
 * The part of a payload that is stored: everything but the record's value and user code, its times,
 * and the browser session of an interaction. So nothing stored can be presented as a credential.
 * The times have columns of their own.
 */
export function storedPayload(payload: AdapterPayload): Prisma.InputJsonObject {
  const {
    jti: _value,
    userCode: _userCode,
    session: _session,
    exp: _expiry,
    consumed: _consumed,
    ...kept
  } = payload;
  // The library always serializes payloads as JSON.
  return JSON.parse(JSON.stringify(kept)) as Prisma.InputJsonObject;
}

/** Rebuilds the payload of a record for the caller who presented its value. */
export function presentedPayload(row: RecordRow, value: string): AdapterPayload {
  return {
    // The column holds the result of storedPayload.
    ...(row.payload as AdapterPayload),
    jti: value,
    ...(row.expiresAt ? { exp: Math.floor(row.expiresAt.getTime() / 1000) } : {}),
    ...(row.consumedAt ? { consumed: Math.floor(row.consumedAt.getTime() / 1000) } : {}),
  };
}

/**
 * The keyed hash by which a record is found, instead of its value. So a copy of the table has
 * nothing that could be presented as a credential.
 */
export function recordHash(keys: Keys, value: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keys.mac('oauth', value));
}

/**
 * The keyed hash by which a user code is found. User codes are short, so they could be guessed from
 * plain hashes. The key is outside the database, so a copy of the rows does not suffice.
 */
export function userCodeHash(keys: Keys, normalizedCode: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keys.mac('user-codes', normalizedCode));
}
