import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { recordApproval, recordDenial } from '../../modules/identity/index.js';
import type { Tx } from '../../platform/database/connect.js';
import { isSensitive, type Scope } from '../../registry/scopes.js';
import { requireStepUp } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import type { UserViewer } from '../../request/viewer.js';
import { errors } from './library.js';
import { discardFamily } from './records/families.js';
import { recordHash } from './records/payload.js';

/** A browser's request to a page on which a user decides about an authorization. */
export interface Visitor {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** An authorization that waits for its user. */
export interface Interaction {
  readonly uid: string;
  /** The step that it waits for. */
  readonly waitsFor: 'login' | 'consent';
  /** True if an existing session does not suffice, because the client requires a fresh sign-in. */
  readonly signInAgain: boolean;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
}

/**
 * Finds the authorization with the id `uid`, which is in the page's URL. Null if another browser
 * started it, if it was already decided, or if it expired.
 */
export async function openInteraction(
  provider: Provider,
  { req, res }: Visitor,
  uid: string,
): Promise<Interaction | null> {
  const found = await provider.interactionDetails(req, res).catch((error: unknown) => {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  });
  if (found?.uid !== uid) return null;
  const { prompt, params } = found;
  const text = (name: string) => (typeof params[name] === 'string' ? params[name] : '');
  const again = ['login_prompt', 'max_age', 'id_token_hint'];
  return {
    uid,
    waitsFor: prompt.name === 'login' ? 'login' : 'consent',
    signInAgain: prompt.reasons.some((reason) => again.includes(reason)),
    clientId: text('client_id'),
    redirectUri: text('redirect_uri'),
    scope: text('scope'),
  };
}

/** Returns whether the user signed in after the authorization began. */
export async function signedInFor(
  { platform: { db, keys } }: RequestContext,
  user: UserViewer,
  { uid }: Interaction,
): Promise<boolean> {
  const kind_idHash = { kind: 'Interaction', idHash: recordHash(keys, uid) };
  const select = { createdAt: true };
  const [began, session] = await Promise.all([
    db.oauthRecord.findUnique({ where: { kind_idHash }, select }),
    db.webSession.findUnique({ where: { id: user.credential.id }, select }),
  ]);
  return began !== null && session !== null && session.createdAt > began.createdAt;
}

/** Continues an authorization after sign-in. Sends a redirect as the response. */
export async function continueSignedIn(
  provider: Provider,
  { req, res }: Visitor,
  user: UserViewer,
): Promise<void> {
  await provider.interactionFinished(req, res, { login: loginOf(user) });
}

/** The login that the library stores. It ends with the session (`interactionAdapter`). */
function loginOf({ userId, credential }: UserViewer) {
  return { accountId: userId, sessionId: credential.id };
}

/**
 * Ends an authorization that its user denied, and writes the audit line. Sends a redirect, with
 * which the client gets `access_denied` (Spec 5.2).
 */
export async function denyConsent(
  provider: Provider,
  ctx: RequestContext,
  { req, res }: Visitor,
  { clientId, scope }: Interaction,
): Promise<void> {
  await recordDenial(ctx.platform.db, ctx, { clientId, scope, of: 'authorization' });
  const result = { error: 'access_denied', error_description: 'the user denied the request' };
  await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
}

/** The parts of an approval. */
export interface Approved {
  readonly appId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  /** The target of the browser's redirect with the code; null for a device. */
  readonly redirectUri: string | null;
}

/**
 * Creates the token family of an approval, stores the approval (`recordApproval`), and returns the
 * family's id. `decide` runs in the same transaction; if it returns false, nothing stays stored and
 * the result is null. Throws `step_up_required` for sensitive scopes without a recent second factor
 * (Spec 5.3).
 */
export async function approve(
  provider: Provider,
  ctx: RequestContext,
  user: UserViewer,
  { appId, clientId, scopes, redirectUri }: Approved,
  decide?: (tx: Tx, oauthGrantId: string) => Promise<boolean>,
): Promise<string | null> {
  if (scopes.some(isSensitive)) requireStepUp(ctx);
  const { userId } = user;
  const oauthGrant = new provider.Grant({ accountId: userId, clientId });
  oauthGrant.addOIDCScope(scopes.join(' '));
  const oauthGrantId = await oauthGrant.save();
  const familyHash = recordHash(ctx.platform.keys, oauthGrantId);
  const approval = { appId, clientId, userId, scopes, redirectUri, familyHash };
  const kept = await recordApproval(ctx, approval, decide && ((tx) => decide(tx, oauthGrantId)));
  if (!kept) await discardFamily(ctx.platform, oauthGrantId);
  return kept ? oauthGrantId : null;
}

/**
 * Continues an authorization that its user approved. Sends a redirect as the response. The user may
 * have switched accounts after sign-in ("Not you?"), so the result names the user who decided.
 */
export async function finishConsent(
  provider: Provider,
  { req, res }: Visitor,
  user: UserViewer,
  oauthGrantId: string,
): Promise<void> {
  const { lastSubmission } = await provider.interactionDetails(req, res);
  const login = lastSubmission?.login ? { login: loginOf(user) } : {};
  await provider.interactionFinished(req, res, { ...login, consent: { grantId: oauthGrantId } });
}
