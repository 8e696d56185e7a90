import type { AdapterPayload } from 'oidc-provider';
import type { OauthRecord, Prisma } from '../../../platform/database/generated/client.js';

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
export function keptPayload(payload: AdapterPayload): Prisma.InputJsonObject {
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
    // The column holds the result of keptPayload.
    ...(row.payload as AdapterPayload),
    jti: value,
    ...(row.expiresAt ? { exp: Math.floor(row.expiresAt.getTime() / 1000) } : {}),
    ...(row.consumedAt ? { consumed: Math.floor(row.consumedAt.getTime() / 1000) } : {}),
  };
}
