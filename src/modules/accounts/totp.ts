import { Secret, TOTP } from 'otpauth';
import type { Platform } from '../../platform/platform.js';
import type { SealedColumn } from '../../platform/reseal.js';
import { totpPlace } from '../sessions/index.js';

/** As every authenticator takes it (RFC 6238): SHA-1, six digits, steps of 30 seconds. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** How many steps a clock may be off, and a person late. */
const WINDOW_STEPS = 1;
const SECRET_BYTES = 20;

/** The sealed secrets of second factors. */
export const TOTP_SECRETS: SealedColumn = {
  ...{ name: 'totp_secrets', table: 'users', id: 'id', column: 'totp_secret' },
  placeOf: totpPlace,
};

/** A new second factor as its owner needs it, once. */
export interface TotpEnrolment {
  /** In base32, to be typed. */
  readonly secret: string;
  /** What a QR code holds. */
  readonly otpauthUrl: string;
}

/** Makes a secret for an account. */
export function newTotp(platform: Platform, username: string): TotpEnrolment {
  return enrolmentOf(platform, username, new Secret({ size: SECRET_BYTES }).base32);
}

/** The same for a secret that exists. */
export function enrolmentOf(platform: Platform, username: string, secret: string): TotpEnrolment {
  const issuer = `modport (${new URL(platform.publicUrl).host})`;
  const totp = new TOTP({ ...FORM, issuer, label: username, secret });
  return { secret, otpauthUrl: totp.toString() };
}

/** The time step that a code belongs to, counted since 1970; null where it is none of now. */
export function stepOfCode(platform: Platform, secret: string, code: string): number | null {
  const timestamp = platform.clock.now().getTime();
  const totp = new TOTP({ ...FORM, secret });
  // People write a space in the middle, as their authenticators do.
  const delta = totp.validate({ token: code.replace(/\s/g, ''), window: WINDOW_STEPS, timestamp });
  return delta === null ? null : TOTP.counter({ period: FORM.period, timestamp }) + delta;
}
