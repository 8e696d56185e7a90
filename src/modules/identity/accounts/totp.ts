import { Secret, TOTP } from 'otpauth';
import type { Platform } from '../../../platform/platform.js';
import type { SealedColumn } from '../../../platform/reseal.js';
import { totpPlace } from '../sessions/factors.js';

/**
 * The parameters that every authenticator supports (RFC 6238): SHA-1, six digits, 30-second steps.
 */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Tolerance for clock drift and slow typing, in steps. */
const WINDOW_STEPS = 1;
const SECRET_BYTES = 20;

/** The column with the sealed secrets of second factors. */
export const TOTP_SECRETS: SealedColumn = {
  ...{ name: 'totp_secrets', table: 'users', id: 'id', column: 'totp_secret' },
  placeOf: totpPlace,
};

/** A new second factor. Its owner sees it once. */
export interface TotpEnrolment {
  /** In base32, for manual entry. */
  readonly secret: string;
  /** The content of the QR code. */
  readonly otpauthUrl: string;
}

/** Creates a secret for an account. */
export function newTotp(platform: Platform, username: string): TotpEnrolment {
  return enrolmentOf(platform, username, new Secret({ size: SECRET_BYTES }).base32);
}

/** The same for an existing secret. */
export function enrolmentOf(platform: Platform, username: string, secret: string): TotpEnrolment {
  const issuer = `modport (${new URL(platform.publicUrl).host})`;
  const totp = new TOTP({ ...FORM, issuer, label: username, secret });
  return { secret, otpauthUrl: totp.toString() };
}

/** Returns the time step of a code, counted since 1970. Null if the code is not valid now. */
export function stepOfCode(platform: Platform, secret: string, code: string): number | null {
  const timestamp = platform.clock.now().getTime();
  const totp = new TOTP({ ...FORM, secret });
  // Authenticators show a space in the middle, and people type it.
  const delta = totp.validate({ token: code.replace(/\s/g, ''), window: WINDOW_STEPS, timestamp });
  return delta === null ? null : TOTP.counter({ period: FORM.period, timestamp }) + delta;
}
