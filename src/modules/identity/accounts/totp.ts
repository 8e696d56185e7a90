import { Secret, TOTP } from 'otpauth';
import type { Platform } from '../../../platform/platform.js';
import type { SealedColumn } from '../../../platform/reseal.js';
import type { RequestContext } from '../../../request/context.js';
import { totpPlace } from '../sessions/factors.js';
import { guardedGuess } from './guarded-guess.js';

/**
 * The parameters that every authenticator supports (RFC 6238): SHA-1, six digits, 30-second steps.
 */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Tolerance for clock drift and slow typing, in steps. */
const WINDOW_STEPS = 1;
const SECRET_BYTES = 20;

/** The column with the sealed secrets of second factors. */
export const TOTP_SECRET_COLUMN: SealedColumn = {
  name: 'totp_secrets',
  table: 'users',
  id: 'id',
  column: 'totp_secret',
  placeOf: totpPlace,
};

/** A new second factor. Its owner sees it once. */
export interface TotpEnrolment {
  /** In base32, for manual entry. */
  readonly secret: string;
  /** The content of the QR code. */
  readonly otpauthUrl: string;
}

/** Creates a random secret for an account, without storing it. */
export function generateTotp(platform: Platform, username: string): TotpEnrolment {
  return enrolmentOf(platform, username, new Secret({ size: SECRET_BYTES }).base32);
}

/** Returns an existing secret with the content of its QR code. Stores nothing. */
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

/**
 * Whether a code is valid for the authenticator app of an account, with a tolerance of one
 * 30-second step. Each code works once, also for concurrent requests; codes of earlier steps are
 * wrong after it. Returns false if the account has no authenticator app. Throws `rate_limited`
 * after too many wrong codes.
 */
export async function checkTotp(
  ctx: RequestContext,
  { userId, code }: { readonly userId: string; readonly code: string },
): Promise<boolean> {
  const guess = { purpose: 'totp', account: userId, userId } as const;
  const taken = await guardedGuess(ctx, guess, async () =>
    takeCode(ctx, userId, code, await sealedSecretOf(ctx, userId)),
  );
  return taken !== null;
}

/** Returns the step of a valid, unused code, or null. */
async function takeCode(
  ctx: RequestContext,
  userId: string,
  code: string,
  sealed: Uint8Array<ArrayBuffer> | null,
): Promise<number | null> {
  if (!sealed) return null;
  const { db, vault } = ctx.platform;
  const secret = vault.open(totpPlace(userId), sealed).toString('utf8');
  const step = stepOfCode(ctx.platform, secret, code);
  if (step === null) return null;
  const { count } = await db.user.updateMany({
    where: {
      id: userId,
      totpSecret: sealed,
      OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }],
    },
    data: { totpLastStep: step },
  });
  if (count === 1) return step;
  // A key rotation may have sealed the secret again in the meantime. If so, check the code again.
  const now = await sealedSecretOf(ctx, userId);
  return now && !Buffer.from(now).equals(sealed) ? takeCode(ctx, userId, code, now) : null;
}

async function sealedSecretOf({ platform: { db } }: RequestContext, id: string) {
  const user = await db.user.findUnique({ where: { id }, select: { totpSecret: true } });
  return user?.totpSecret ?? null;
}
