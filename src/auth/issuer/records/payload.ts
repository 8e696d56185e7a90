import type { AdapterPayload } from 'oidc-provider';
import type { OauthRecord, Prisma } from '../../../platform/database/generated/client.js';
import type { Keys } from '../../../platform/keys.js';

/** The columns from which a record is rebuilt. */
export type RecordRow = Pick<OauthRecord, 'consumedAt' | 'expiresAt'> & {
  readonly payload: unknown;
};

/**
 * The stored part of a payload, without anything that could be presented as a credential. The
 * caller presents the record's value and user code again, and its times have their own columns. An
 * interaction also drops the cookie and the user of its first session. Its pages determine the
 * signed-in user at the decision, and the approval names that user.
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
 * The keyed hash by which a record is found. A copy of the table contains nothing that could be
 * presented.
 */
export function recordHash(keys: Keys, value: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keys.mac('oauth', value));
}

/**
 * The keyed hash by which a user code is found. User codes are short, because people type them. The
 * key is outside the database, else a copy of the rows would suffice to guess them.
 */
export function userCodeHash(keys: Keys, normalizedCode: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keys.mac('user-codes', normalizedCode));
}
