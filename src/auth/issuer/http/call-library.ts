import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Log } from '../../../platform/log.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { GRANT_TYPES } from '../config/settings.js';
import { isTrusted } from '../config/tokens.js';
import { errors } from '../library.js';
import { failureOf, type OauthFailure } from './failure.js';

/** Sends the response for a request that the library rejected. */
export type OnFailure = (failure: OauthFailure) => void;

/** The failure handlers of requests in the library, by response. */
const waiting = new WeakMap<ServerResponse, OnFailure>();

/** The library's events with the reason for a rejection. */
const FAILURES = [
  'authorization.error',
  'device_authorization.error',
  'discovery.error',
  'grant.error',
  'introspection.error',
  'revocation.error',
  'server_error',
] as const;

/**
 * Lets the library handle a request, and waits until it has. `onFailure` responds if the library
 * rejects it or fails; only an error of `onFailure` itself is left to the framework of the library.
 * The instance must be prepared by `configureLibrary`.
 */
export async function callLibrary(
  provider: Provider,
  req: IncomingMessage,
  res: ServerResponse,
  onFailure: OnFailure,
): Promise<void> {
  waiting.set(res, onFailure);
  await provider.callback()(req, res);
}

/**
 * Prepares a new instance of the library for `callLibrary`. Each rejection, and each page of the
 * library's own, becomes a call of `onFailure`, except errors that the library sends by a redirect.
 * Further changes: only trusted clients may introspect, devices get the poll interval, and the
 * library does not change the session cookie.
 */
export function configureLibrary(provider: Provider, log: Log): void {
  const causes = new WeakMap<KoaContextWithOIDC, unknown>();
  for (const name of FAILURES) {
    // The events differ only in name, so one type covers all.
    provider.on(name as 'grant.error', (ctx, error) => void causes.set(ctx, error));
  }
  const emitter: EventEmitter = provider;
  emitter.on('error', (error) => log.warn({ err: error }, 'a response could not be sent'));
  provider.on('device_authorization.success', (_ctx: unknown, body: Record<string, unknown>) => {
    body['interval'] = LIMITS.devicePollSeconds;
  });
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    let failure: unknown = null;
    try {
      await next();
      if (ctx.status >= 400) failure = causes.get(ctx) ?? problem('not_found');
      else if (isOwnPage(ctx)) failure = problem('invalid_request', { log: OWN_PAGE });
      else if (mayNotIntrospect(ctx))
        failure = new errors.UnauthorizedClient('not a trusted client');
    } catch (error) {
      failure = error;
    }
    if (failure instanceof errors.InvalidRequest && isGrantTypeForbidden(ctx)) {
      failure = new errors.UnauthorizedClient(failure.error_description);
    }
    if (failure instanceof errors.UnsupportedTokenType && ctx.oidc?.route === 'introspection') {
      failure = inactive(ctx);
    }
    keepSessionCookie(ctx, provider);
    const onFailure = waiting.get(ctx.res);
    if (failure === null || !onFailure) return;
    ctx.respond = false;
    // The library's framework has set the message of its own status.
    ctx.res.statusMessage = '';
    onFailure(failureOf(failure));
  });
}

const OWN_PAGE = 'the library responded with a page of its own';

/**
 * Only modport serves pages. The library's pages have scripts, no policy, and forms for disabled
 * features.
 */
function isOwnPage(ctx: KoaContextWithOIDC): boolean {
  return ctx.status < 300 && Boolean(ctx.response.is('html'));
}

/** Spec 4.7: only trusted clients may introspect a token. */
function mayNotIntrospect({ oidc }: KoaContextWithOIDC): boolean {
  return oidc?.route === 'introspection' && !isTrusted(oidc.client);
}

/** RFC 7662 2.2: a token of another issuer, or an ID token, is inactive and not an error. */
function inactive(ctx: KoaContextWithOIDC): unknown {
  if (mayNotIntrospect(ctx)) return new errors.UnauthorizedClient('not a trusted client');
  ctx.status = 200;
  ctx.body = { active: false };
  return null;
}

/**
 * RFC 6749 5.2: a known grant type that this client may not use is `unauthorized_client`, not
 * `invalid_request`.
 */
function isGrantTypeForbidden({ oidc }: KoaContextWithOIDC): boolean {
  const type = oidc?.params?.['grant_type'];
  const isKnown = Object.values<unknown>(GRANT_TYPES).includes(type);
  if (oidc?.route !== 'token' || !oidc.client || !isKnown) return false;
  return !oidc.client.grantTypeAllowed(String(type));
}

/** The library must not change the session cookie, so this drops its `Set-Cookie` for it. */
function keepSessionCookie(ctx: KoaContextWithOIDC, provider: Provider): void {
  const start = `${provider.cookieName('session')}=`;
  const cookies = [ctx.res.getHeader('Set-Cookie') ?? []].flat().map(String);
  const kept = cookies.filter((cookie) => !cookie.startsWith(start));
  if (kept.length < cookies.length) ctx.res.removeHeader('Set-Cookie');
  if (kept.length > 0 && kept.length < cookies.length) ctx.res.setHeader('Set-Cookie', kept);
}
