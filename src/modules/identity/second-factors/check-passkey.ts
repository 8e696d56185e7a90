import type { z } from 'zod';
import type { Passkey } from '../../../platform/database/generated/client.js';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { FACTOR_COLUMNS, fingerprintOfFactors } from '../sessions/factors.js';
import {
  isOwnChallenge,
  makeChallenge,
  type PasskeyRequest,
  spendChallenge,
} from './passkey-challenge.js';
import {
  challengeIn,
  parseResponse,
  passkeyResponse,
  relyingParty,
  transportsOf,
  userHandle,
} from './passkey-party.js';

type PasskeyResponse = z.infer<typeof passkeyResponse>;

/**
 * Returns the options with which a browser asks for a passkey, as JSON. If `request.userId` is
 * null, the browser may use any passkey for this service.
 */
export async function askForPasskey(
  { platform }: RequestContext,
  request: PasskeyRequest,
): Promise<string> {
  const { userId } = request;
  const known = userId === null ? [] : await platform.db.passkey.findMany({ where: { userId } });
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(platform).id,
    challenge: makeChallenge(platform, request),
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transportsOf(transports),
    })),
  });
  return JSON.stringify(options);
}

/** The owner of a verified passkey, and the fingerprint of all their factors. */
export interface PasskeyProof {
  readonly userId: string;
  readonly factorsFingerprint: string;
}

/**
 * Checks the response `text` of a browser to a request for a passkey. A right response proves both
 * factors, because the authenticator has verified its user. It uses up the challenge, and its time
 * is stored with the passkey. Throws `account_blocked` only if the signature is right. Returns null
 * for:
 * - a malformed response, or one to another request or of another account
 * - a removed passkey, or a used challenge
 * - a copy of the passkey, with an audit line
 * - a sign-in with a passkey that was last proved or added before a password reset
 */
export async function checkPasskey(
  ctx: RequestContext,
  request: PasskeyRequest,
  text: string,
): Promise<PasskeyProof | null> {
  const response = parseResponse(passkeyResponse, text);
  if (!response) return null;
  const passkey = await ctx.platform.db.passkey.findUnique({
    where: { credentialId: response.id },
    include: { user: { select: { ...FACTOR_COLUMNS, state: true, passwordResetAt: true } } },
  });
  if (!passkey || !isOf(passkey.userId, request, response)) return null;
  if (request.purpose === 'sign-in' && isFromBeforeReset(passkey)) return null;
  const state = await verifiedState(ctx, { request, response, passkey });
  if (!state) return null;
  if (passkey.user.state !== 'active') throw problem('account_blocked');
  if (!(await noteUse(ctx, passkey, { ...state, response }))) return null;
  return {
    userId: passkey.userId,
    factorsFingerprint: fingerprintOfFactors(ctx.platform, passkey.user),
  };
}

/**
 * Returns whether a password reset came after the last proof of this passkey. A thief of the
 * account may have added it, so it is only a second factor until a user has proved it with the new
 * password.
 */
function isFromBeforeReset({
  lastUsedAt,
  createdAt,
  user,
}: Pick<Passkey, 'lastUsedAt' | 'createdAt'> & {
  readonly user: { readonly passwordResetAt: Date | null };
}): boolean {
  return user.passwordResetAt !== null && (lastUsedAt ?? createdAt) <= user.passwordResetAt;
}

function isOf(userId: string, request: PasskeyRequest, { response }: PasskeyResponse): boolean {
  if (request.userId !== null && request.userId !== userId) return false;
  const named = response.userHandle ?? null;
  return named === null || named === Buffer.from(userHandle(userId)).toString('base64url');
}

/** The state of a passkey that its authenticator reports with each signature. */
interface PasskeyState {
  readonly counter: bigint;
  readonly backedUp: boolean;
}

/**
 * Verifies the signature and returns the state that it states; null if it is wrong. The caller must
 * compare the counter: `noteUse` does, in the statement that stores it.
 */
async function verifiedState(
  { platform }: RequestContext,
  given: {
    readonly request: PasskeyRequest;
    readonly response: PasskeyResponse;
    readonly passkey: Passkey;
  },
): Promise<PasskeyState | null> {
  const { request, response, passkey } = given;
  const { userHandle: _, ...signed } = response.response;
  const party = relyingParty(platform);
  try {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, response: signed },
      expectedChallenge: (challenge) => isOwnChallenge(platform, request, challenge),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: 0,
      },
    });
    const isEligible = authenticationInfo.credentialDeviceType === 'multiDevice';
    if (!verified || isEligible !== passkey.backupEligible) return null;
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return { counter: BigInt(newCounter), backedUp: credentialBackedUp };
  } catch (error) {
    platform.log.info({ part: 'passkeys', err: error }, 'a passkey was refused');
    return null;
  }
}

/**
 * Stores the use of a passkey. Returns false if the challenge is used, the passkey is gone, or its
 * counter did not rise: then someone has a copy of it. Authenticators without a counter send 0.
 */
function noteUse(
  ctx: RequestContext,
  { id }: Passkey,
  { counter, backedUp, response }: PasskeyState & { readonly response: PasskeyResponse },
): Promise<boolean> {
  const { clock, log } = ctx.platform;
  return transact(ctx, async (tx) => {
    if (!(await spendChallenge(tx, challengeIn(response.response.clientDataJSON)))) return false;
    const { count } = await tx.passkey.updateMany({
      where: { id, counter: counter === 0n ? 0n : { lt: counter } },
      data: { counter, backedUp, lastUsedAt: clock.now() },
    });
    if (count === 1) return true;
    if ((await tx.passkey.count({ where: { id } })) === 1) {
      log.warn({ part: 'passkeys', passkey: id }, 'the counter of a passkey did not increase');
      await audit(tx, ctx, { action: 'passkey.copy_refused', targetKind: 'passkey', targetId: id });
    }
    return false;
  });
}
