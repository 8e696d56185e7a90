import { randomBytes } from 'node:crypto';
import type { Tx } from '../../../platform/database/connect.js';
import type { Keys } from '../../../platform/keys.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { lockOpenAccount } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { auditAs } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { endOldest, endSession } from './end-sessions.js';
import { FACTOR_COLUMNS, type Factors, fingerprintOfFactors } from './factors.js';

/** Returns a new session token: 256 random bits. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The keyed hash that is stored instead of the token. */
export function hashOf(keys: Keys, token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keys.mac('sessions', token));
}

/** The keyed hashes of a token under the current and the former keys, for the lookup. */
export function hashesOf(keys: Keys, token: string): Uint8Array<ArrayBuffer>[] {
  return keys.macs('sessions', token).map((mac) => new Uint8Array(mac));
}

/** The user who signed in, and whether with a second factor. */
interface NewSession {
  readonly userId: string;
  readonly aal2: boolean;
  /** The `User-Agent` of the browser. */
  readonly userAgent?: string | undefined;
  /**
   * The fingerprint of the factors of the account at the time when the caller verified one.
   * Undefined only if the caller verified none; then changed factors are not noticed.
   */
  readonly factorsFingerprint?: string;
}

/** A new session. Its token is readable only here. */
export interface StartedSession {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Starts a browser session with a new random token, for `LIMITS.webSessionLifetimeSeconds`. First
 * ends the browser's previous session, even if the start then fails. Ends the oldest sessions if
 * the account has too many, and deletes the rows of ended ones. Writes an audit line. Throws
 * `account_blocked` for an account that is not active. Throws `unauthorized` if the password or the
 * second factor was changed after its verification.
 */
export async function startSession(
  ctx: RequestContext,
  { userId, aal2, factorsFingerprint, userAgent }: NewSession,
): Promise<StartedSession> {
  const { clock, keys } = ctx.platform;
  const id = newId();
  const token = makeToken();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + LIMITS.webSessionLifetimeSeconds * 1000);
  await endSession(ctx);
  await transact(ctx, async (tx) => {
    const factors = await lockFactors(tx, userId);
    if (
      factorsFingerprint !== undefined &&
      factorsFingerprint !== fingerprintOfFactors(ctx.platform, factors)
    ) {
      throw problem('unauthorized', { log: 'the factors were changed during a sign-in' });
    }
    await tx.webSession.create({
      data: {
        id,
        tokenHash: hashOf(keys, token),
        userId,
        aal2At: aal2 ? now : null,
        userAgent: userAgent?.slice(0, LIMITS.sessionUserAgentCharacters) ?? null,
        expiresAt,
        createdAt: now,
      },
    });
    await endOldest(tx, ctx, userId);
    await auditStart(tx, ctx, id, { userId, aal2 });
  });
  return { id, token, expiresAt };
}

/** Writes the audit line. The request has no session yet, so the line names the new one. */
async function auditStart(
  tx: Tx,
  ctx: RequestContext,
  id: string,
  { userId, aal2 }: Pick<NewSession, 'userId' | 'aal2'>,
): Promise<void> {
  const actor = {
    actorId: userId,
    credentialKind: 'session',
    credentialId: id,
    requestId: ctx.request.id,
  } as const;
  await auditAs(tx, actor, {
    action: 'session.started',
    targetKind: 'session',
    targetId: id,
    data: { user_id: userId, aal2 },
  });
}

/**
 * Reads the factors of an active account and locks its row until the transaction ends. A change of
 * the account that ends its sessions locks this row first. So it either ends this session, or this
 * function sees its changes.
 */
async function lockFactors(tx: Tx, userId: string): Promise<Factors> {
  await lockOpenAccount(tx, userId);
  return tx.user.findUniqueOrThrow({ where: { id: userId }, select: FACTOR_COLUMNS });
}
