import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { recordApproval, recordDenial } from '../../modules/apps/index.js';
import type { Tx } from '../../platform/database/connect.js';
import type { Scope } from '../../registry/scopes.js';
import type { RequestContext } from '../../request/context.js';
import type { UserViewer } from '../../request/viewer.js';
import { errors } from './library.js';
import { recordHash } from './records/record-hash.js';

/** A request of a browser at a page that a user decides on. */
export interface Visitor {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** An authorization that waits for its user. */
export interface Interaction {
  readonly uid: string;
  /** What it waits for. */
  readonly waitsFor: 'login' | 'consent';
  /** Whether being signed in is not enough: the client wants to know that it is so now. */
  readonly signInAgain: boolean;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
}

/**
 * The authorization of a page's address, for the browser that began it; null where there is none:
 * another browser has it, or it was decided, or it expired.
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

/** Whether somebody signed in to answer an authorization: after it began. */
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

/** Goes on with an authorization whose user has signed in. */
export async function continueSignedIn(
  provider: Provider,
  { req, res }: Visitor,
  user: UserViewer,
): Promise<void> {
  await provider.interactionFinished(req, res, { login: { accountId: user.userId } });
}

/** Ends an authorization that its user denied; the client is told so (Spec 5.2). */
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

/** What a user approves. */
export interface Approved {
  readonly appId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  /** Where the browser takes the code; null for a device. */
  readonly redirectUri: string | null;
}

/**
 * Begins the family of what follows from an approval, and keeps the approval; answers the id of the
 * former. Null, and nothing is kept, where what is decided in the same transaction has no effect.
 */
export async function approve(
  provider: Provider,
  ctx: RequestContext,
  user: UserViewer,
  { appId, clientId, scopes, redirectUri }: Approved,
  decide?: (tx: Tx, grantId: string) => Promise<boolean>,
): Promise<string | null> {
  const { userId } = user;
  const grant = new provider.Grant({ accountId: userId, clientId });
  grant.addOIDCScope(scopes.join(' '));
  const grantId = await grant.save();
  const familyHash = recordHash(ctx.platform.keys, grantId);
  const approval = { appId, clientId, userId, scopes, redirectUri, familyHash };
  const kept = await recordApproval(ctx, approval, decide && ((tx) => decide(tx, grantId)));
  if (!kept) await grant.destroy();
  return kept ? grantId : null;
}

/**
 * Goes on with an authorization that its user approved. Where somebody signed in for it, that was
 * perhaps not whoever decided in the end ("Not you?"): the answer is about the latter alone.
 */
export async function grantConsent(
  provider: Provider,
  { req, res }: Visitor,
  user: UserViewer,
  grantId: string,
): Promise<void> {
  const { lastSubmission } = await provider.interactionDetails(req, res);
  const login = lastSubmission?.login ? { login: { accountId: user.userId } } : {};
  await provider.interactionFinished(req, res, { ...login, consent: { grantId } });
}
