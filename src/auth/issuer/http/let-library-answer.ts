import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Log } from '../../../platform/log.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { GRANT_TYPES } from '../config/grant-types.js';
import { isTrusted } from '../config/token-policies.js';
import { errors } from '../library.js';
import { failureOf, type OauthFailure } from './failure.js';

/** Answers a request that the library refused. */
export type OnFailure = (failure: OauthFailure) => void;

/** What waits for the outcome of a request that the library works on, by its response. */
const waiting = new WeakMap<ServerResponse, OnFailure>();

/** The events by which the library says why it refused a request. */
const FAILURES = [
  'authorization.error',
  'device_authorization.error',
  'discovery.error',
  'grant.error',
  'introspection.error',
  'revocation.error',
  'server_error',
] as const;

/** Lets the library answer a request; what it refuses is answered by `onFailure`. */
export async function letLibraryAnswer(
  provider: Provider,
  req: IncomingMessage,
  res: ServerResponse,
  onFailure: OnFailure,
): Promise<void> {
  waiting.set(res, onFailure);
  await provider.callback()(req, res);
}

/** Prepares a new instance of the library for `letLibraryAnswer`. */
export function equipLibrary(provider: Provider, log: Log): void {
  const causes = new WeakMap<KoaContextWithOIDC, unknown>();
  for (const name of FAILURES) {
    // Its events differ in their names alone.
    provider.on(name as 'grant.error', (ctx, error) => void causes.set(ctx, error));
  }
  const emitter: EventEmitter = provider;
  emitter.on('error', (error) => log.warn({ err: error }, 'an answer could not be sent'));
  provider.on('device_authorization.success', (_ctx: unknown, body: Record<string, unknown>) => {
    body['interval'] = LIMITS.devicePollSeconds;
  });
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    let failure: unknown = null;
    try {
      await next();
      if (ctx.status >= 400) failure = causes.get(ctx) ?? problem('not_found');
      else if (isOwnPage(ctx)) failure = problem('invalid_request', { log: OWN_PAGE });
      else if (mayNotAsk(ctx)) failure = new errors.UnauthorizedClient('not a trusted client');
    } catch (error) {
      failure = error;
    }
    if (failure instanceof errors.InvalidRequest && mayNotGrant(ctx)) {
      failure = new errors.UnauthorizedClient(failure.error_description);
    }
    if (failure instanceof errors.UnsupportedTokenType && ctx.oidc?.route === 'introspection') {
      failure = inactive(ctx);
    }
    keepSessionCookie(ctx, provider);
    const onFailure = waiting.get(ctx.res);
    if (failure === null || !onFailure) return;
    ctx.respond = false;
    // The library's framework has set one that belongs to its own status.
    ctx.res.statusMessage = '';
    onFailure(failureOf(failure));
  });
}

const OWN_PAGE = 'the library answered with a page of its own';

/** All pages are ours: one of the library has scripts, no policy, and forms for what we leave out. */
function isOwnPage(ctx: KoaContextWithOIDC): boolean {
  return ctx.status < 300 && Boolean(ctx.response.is('html'));
}

/** Spec 4.7: introspection is for trusted clients, whatever they ask about. */
function mayNotAsk({ oidc }: KoaContextWithOIDC): boolean {
  return oidc?.route === 'introspection' && !isTrusted(oidc.client);
}

/** RFC 7662 2.2: a token of another issuer, or an ID token, is not active here, and no error. */
function inactive(ctx: KoaContextWithOIDC): unknown {
  if (mayNotAsk(ctx)) return new errors.UnauthorizedClient('not a trusted client');
  ctx.status = 200;
  ctx.body = { active: false };
  return null;
}

/** RFC 6749 5.2: a grant that others may use is no invalid request of who may not. */
function mayNotGrant({ oidc }: KoaContextWithOIDC): boolean {
  const type = oidc?.params?.['grant_type'];
  const isKnown = Object.values<unknown>(GRANT_TYPES).includes(type);
  if (oidc?.route !== 'token' || !oidc.client || !isKnown) return false;
  return !oidc.client.grantTypeAllowed(String(type));
}

/** The library reads the cookie of the browser's session, and never changes it. */
function keepSessionCookie(ctx: KoaContextWithOIDC, provider: Provider): void {
  const start = `${provider.cookieName('session')}=`;
  const cookies = [ctx.res.getHeader('Set-Cookie') ?? []].flat().map(String);
  const kept = cookies.filter((cookie) => !cookie.startsWith(start));
  if (kept.length < cookies.length) ctx.res.removeHeader('Set-Cookie');
  if (kept.length > 0 && kept.length < cookies.length) ctx.res.setHeader('Set-Cookie', kept);
}
