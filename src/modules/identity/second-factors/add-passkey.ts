import type { z } from 'zod';
import type { Tx } from '../../../platform/database/connect.js';
import { isUniqueViolation } from '../../../platform/database/failures.js';
import { isModerator } from '../../../registry/access.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { hasSteppedUp, lockCaller, requireSession } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { bumpAccess } from '../accounts/change-user.js';
import { confirmPassword } from '../accounts/check-sign-in.js';
import { requireEnrolment, staffEnrolment } from '../accounts/enrol-totp.js';
import { notify } from '../notices/notify.js';
import { endSessions } from '../sessions/end-sessions.js';
import { isProtected, readOwnFactors, readSecondFactors } from './own-factors.js';
import {
  isOwnChallenge,
  makeChallenge,
  type PasskeyRequest,
  spendChallenge,
} from './passkey-challenge.js';
import {
  ALGORITHMS,
  challengeIn,
  newPasskeyResponse,
  parseResponse,
  relyingParty,
  transportsOf,
  userHandle,
} from './passkey-party.js';
import { replaceRecoveryCodes } from './recovery-codes.js';

/**
 * Offers the viewer a new passkey: the options for the browser, as JSON. The first second factor of
 * an account needs the password. Later ones need a step-up and ignore `password`. `sessionRef`
 * names the session, as in `PasskeyRequest`. Stores nothing until `addPasskey`. Returns null for a
 * wrong password. Throws `unauthorized`, `step_up_required`, and the errors of `checkSignIn`.
 * Throws `forbidden` for a token or key, and for staff without a second factor, whom only an
 * operator enrols.
 */
export async function offerPasskey(
  ctx: RequestContext,
  { sessionRef, password }: { readonly sessionRef: string; readonly password: string },
): Promise<string | null> {
  const { userId, username } = requireSession(ctx);
  await requireEnrolment(ctx);
  const needsPassword = !isProtected(await readOwnFactors(ctx));
  if (needsPassword && !(await confirmPassword(ctx, password))) return null;
  const party = relyingParty(ctx.platform);
  const known = await ctx.platform.db.passkey.findMany({ where: { userId } });
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: userHandle(userId),
    userName: username,
    challenge: makeChallenge(ctx.platform, requestOf(sessionRef, userId)),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transportsOf(transports),
    })),
  });
  return JSON.stringify(options);
}

function requestOf(sessionRef: string, userId: string): PasskeyRequest {
  return { purpose: 'add', sessionRef, userId };
}

/** The response (`answer`) of the browser to an offer with the same `sessionRef`. */
interface NewPasskey {
  readonly sessionRef: string;
  readonly name: string;
  readonly answer: string;
}

/** A passkey that was added. */
interface AddedPasskey {
  /** The recovery codes, if it is the first second factor of the account; else none. */
  readonly codes: readonly string[];
}

/**
 * Stores the passkey that the browser made for an offer, ends all other sessions and mails the
 * user. Returns null if the response is not valid or belongs to no offer in this session, or the
 * passkey is stored already. Throws the errors of `lockCaller`, `step_up_required`, `invalid_state`
 * for too many passkeys, and `forbidden` for a token or key and for a first second factor of staff.
 */
export async function addPasskey(
  ctx: RequestContext,
  { sessionRef, name, answer }: NewPasskey,
): Promise<AddedPasskey | null> {
  const { userId, credential } = requireSession(ctx);
  const read = parseResponse(newPasskeyResponse, answer);
  if (!read) return null;
  const made = await verified(ctx, read, requestOf(sessionRef, userId));
  if (!made) return null;
  try {
    return await transact(ctx, async (tx) => {
      await lockCaller(tx, ctx);
      if (!(await spendChallenge(tx, challengeIn(read.response.clientDataJSON)))) return null;
      const isFirst = await requireRoom(tx, ctx, userId);
      const { id } = await tx.passkey.create({
        data: {
          ...made,
          id: newId(),
          userId,
          name: passkeyName(name),
          createdAt: ctx.platform.clock.now(),
        },
      });
      const codes = isFirst ? await replaceRecoveryCodes(tx, ctx, userId) : [];
      await endSessions(tx, ctx, userId, credential.id);
      await announcePasskey(tx, ctx, userId, { id, name: passkeyName(name) });
      return { codes };
    });
  } catch (error) {
    // The passkey belongs to this account or to another one already.
    if (isUniqueViolation(error, 'passkeys_credential_id_key')) return null;
    throw error;
  }
}

/** Writes the audit line, raises the access revision and mails the user. */
async function announcePasskey(
  tx: Tx,
  ctx: RequestContext,
  userId: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await audit(tx, ctx, { action: 'passkey.added', targetKind: 'passkey', targetId: id });
  await bumpAccess(tx, userId, ['account']);
  const params = { change: 'added', name } as const;
  await notify(tx, ctx, { userIds: [userId], template: 'passkey_changed', params });
}

/** Trims and shortens the name of a passkey. Returns `Passkey` for an empty one. */
export function passkeyName(text: string): string {
  const name = [...text.trim()].slice(0, LIMITS.passkeyNameCharacters).join('');
  return name === '' ? 'Passkey' : name;
}

/**
 * Checks under the lock of the account that it may have one passkey more. Returns whether the
 * passkey is its first second factor.
 */
async function requireRoom(tx: Tx, ctx: RequestContext, userId: string): Promise<boolean> {
  const factors = await readSecondFactors(tx, userId);
  const { role } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { role: true },
  });
  const isFirst = !isProtected(factors);
  if (isFirst && isModerator(role)) throw staffEnrolment();
  if (!isFirst && !hasSteppedUp(ctx)) throw problem('step_up_required');
  if (factors.passkeys >= LIMITS.passkeysPerUser)
    throw problem('invalid_state', { detail: TOO_MANY });
  return isFirst;
}

const { passkeysPerUser: MOST } = LIMITS;
const TOO_MANY = {
  en: `An account has at most ${MOST} passkeys; remove one first.`,
  ru: `У аккаунта может быть не больше ${MOST} ключей доступа; сначала удалите один из них.`,
  de: `Ein Konto hat höchstens ${MOST} Passkeys; entfernen Sie zuerst einen.`,
};

/** The columns of the passkey that an authenticator made, or null if its response is not valid. */
async function verified(
  { platform }: RequestContext,
  response: z.infer<typeof newPasskeyResponse>,
  request: PasskeyRequest,
) {
  const party = relyingParty(platform);
  try {
    if (!(await isPlain(response.response.attestationObject))) return null;
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...response,
        response: { ...response.response, transports: transportsOf(response.response.transports) },
      },
      expectedChallenge: (challenge) => isOwnChallenge(platform, request, challenge),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: true,
    });
    if (!registrationInfo) return null;
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: BigInt(credential.counter),
      transports: transportsOf(response.response.transports),
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    };
  } catch (error) {
    platform.log.info({ part: 'passkeys', err: error }, 'a new passkey was refused');
    return null;
  }
}

/**
 * Whether an attestation has no certificates, as browsers send it. The library would ask other
 * hosts about certificates.
 */
async function isPlain(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(
    new Uint8Array(Buffer.from(attestationObject, 'base64url')),
  );
  const format = decoded.get('fmt');
  return (
    format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
  );
}
