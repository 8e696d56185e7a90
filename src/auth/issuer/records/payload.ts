import type { AdapterPayload } from 'oidc-provider';
import type { OauthRecord, Prisma } from '../../../platform/database/generated/client.js';

/** What the row of a record is made from. */
export type RecordRow = Pick<OauthRecord, 'consumedAt' | 'expiresAt'> & {
  readonly payload: unknown;
};

/**
 * What is kept of a payload: nothing that somebody could present. The value of the record itself
 * and its user code are put back by whoever presents them, and its times stand in columns of their
 * own. An interaction forgets the cookie of the session that it began in, and who that was: its
 * pages ask who is signed in when a user decides, and the approval names that user.
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
  // The library serializes payloads as JSON wherever it keeps them.
  return JSON.parse(JSON.stringify(kept)) as Prisma.InputJsonObject;
}

/** The payload of a record for whoever presented its value. */
export function presentedPayload(row: RecordRow, value: string): AdapterPayload {
  return {
    // The column holds what keptPayload made.
    ...(row.payload as AdapterPayload),
    jti: value,
    ...(row.expiresAt ? { exp: Math.floor(row.expiresAt.getTime() / 1000) } : {}),
    ...(row.consumedAt ? { consumed: Math.floor(row.consumedAt.getTime() / 1000) } : {}),
  };
}
