import * as oauth from 'oauth4webapi';
import { SignInError, TransportError } from '../core/errors.js';
import { isLoopback } from '../core/transport.js';
import { boundedSignal, connectionError, type Fetch, readBounded } from '../core/wire.js';

/** A service, and the application for which a person signs in to it. */
export interface SignInOptions {
  /** The address of the service without a path, such as `https://modport.example`. */
  readonly issuer: string;
  /** The id of a public OAuth application, as `/account/developer/applications` shows it. */
  readonly clientId: string;
  readonly fetch?: Fetch;
  readonly signal?: AbortSignal;
}

/** Tokens of one person for one application. Secrets: never log them. */
export interface Tokens {
  readonly issuer: string;
  readonly clientId: string;
  readonly accessToken: string;
  /** Null if the service gave none. Then nothing renews the access token. */
  readonly refreshToken: string | null;
  /** The end of the access token, in seconds since 1970 by the clock of this machine. */
  readonly expiresAt: number;
  /** The granted scopes, divided by spaces; empty if the service does not say. */
  readonly scope: string;
}

/** A service whose metadata has been read. */
export interface Authority {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly http: HttpOptions;
  /** Reads a token response. */
  tokensOf(response: oauth.TokenEndpointResponse): Tokens;
}

interface HttpOptions {
  readonly [oauth.customFetch]: (url: string, request: OAuthRequest) => Promise<Response>;
  readonly [oauth.allowInsecureRequests]: boolean;
}

interface OAuthRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams | undefined;
}

const TIMEOUT_MS = 30_000;
const LONGEST_BODY_BYTES = 1024 * 1024;
/** Used if the service does not say how long a token lasts. */
const SHORT_LIFE_SECONDS = 300;

/** The client authentication of a public application, which has no secret. */
export const PUBLIC_CLIENT = oauth.None();

/**
 * Reads the metadata of a service. Throws SignInError, TransportError, the reason of the signal,
 * and TypeError for an issuer without https that is not on this machine.
 */
export async function openAuthority(options: SignInOptions): Promise<Authority> {
  const issuer = new URL(options.issuer);
  const http = httpOf(options);
  const { server, skewSeconds } = await guarded(options, async () => {
    const response = await oauth.discoveryRequest(issuer, { ...http, algorithm: 'oauth2' });
    const skew = skewOf(response.headers.get('date'));
    return { server: await oauth.processDiscoveryResponse(issuer, response), skewSeconds: skew };
  });
  const client: oauth.Client = { client_id: options.clientId, [oauth.clockSkew]: skewSeconds };
  return {
    server,
    client,
    http,
    tokensOf: (response) => ({
      issuer: server.issuer,
      clientId: options.clientId,
      accessToken: response.access_token,
      refreshToken: response.refresh_token ?? null,
      expiresAt: Math.floor(Date.now() / 1000) + (response.expires_in ?? SHORT_LIFE_SECONDS),
      scope: response.scope ?? '',
    }),
  };
}

/**
 * The settings of OAuth requests to a service. Throws TypeError for an `issuer` without https that
 * is not on this machine.
 */
export function httpOf(options: SignInOptions): HttpOptions {
  const { protocol, hostname } = new URL(options.issuer);
  const isLocal = isLoopback(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) {
    throw new TypeError('issuer must be an https address');
  }
  return { [oauth.customFetch]: fetchOf(options), [oauth.allowInsecureRequests]: isLocal };
}

/**
 * How many seconds the clock of the service is ahead. With it, a wrong clock of this machine
 * refuses no valid token.
 */
function skewOf(date: string | null): number {
  const seconds = (Date.parse(date ?? '') - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.round(seconds) : 0;
}

/**
 * The `fetch` of OAuth requests. It follows no redirect, which could take a token elsewhere. It
 * limits the time and the size of a response.
 */
function fetchOf({ fetch = globalThis.fetch, signal }: SignInOptions) {
  return async (url: string, { method, headers, body }: OAuthRequest): Promise<Response> => {
    const bounded = boundedSignal(TIMEOUT_MS, signal);
    const sent = body === undefined ? {} : { body };
    try {
      const init: RequestInit = { method, headers, redirect: 'manual', signal: bounded.signal };
      const response = await fetch(url, { ...init, ...sent });
      const bytes = await readBounded(response, LONGEST_BODY_BYTES);
      const { status, statusText, headers: given } = response;
      const hasNoBody = status === 204 || status === 304;
      return new Response(hasNoBody ? null : bytes, { status, statusText, headers: given });
    } catch (error) {
      throw connectionError(error, `the request to ${new URL(url).pathname}`, signal);
    } finally {
      bounded.release();
    }
  };
}

/** The OAuth error code of a refusal, or null for any other error. */
export function oauthCodeOf(error: unknown): string | null {
  const isRefusal =
    error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError;
  return isRefusal ? error.error : null;
}

/** The code of a service that is overloaded, or whose client sent too many requests. */
const BUSY = 'temporarily_unavailable';

/**
 * Whether the same request may succeed later: the connection or the service failed, or it was busy.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof TransportError || oauthCodeOf(error) === BUSY) return true;
  const status = statusOf(error) ?? 0;
  return status >= 500 || status === 429;
}

/** The status of a response that ended a step of OAuth, or null without one. */
function statusOf(error: unknown): number | null {
  if (error instanceof oauth.ResponseBodyError) return error.status;
  // A 5xx response is no error of OAuth: only its response is the cause.
  const cause = error instanceof oauth.OperationProcessingError ? error.cause : null;
  return cause instanceof Response ? cause.status : null;
}

/**
 * Runs a step of OAuth. An error becomes a TransportError if the service failed, and otherwise a
 * SignInError, without a token in its text or cause. A SignInError, a TransportError and the reason
 * of the signal stay as they are.
 */
export async function guarded<T>(options: SignInOptions, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    if (error instanceof SignInError || error instanceof TransportError) throw error;
    const code = oauthCodeOf(error);
    if (isTransient(error)) {
      throw new TransportError(
        `a step of the sign-in failed: ${code ?? `status ${statusOf(error)}`}`,
      );
    }
    if (code !== null) throw new SignInError(code, `the service refused: ${code}`);
    const detail = error instanceof Error ? error.message : 'unknown failure';
    throw new SignInError('invalid_response', `the sign-in failed: ${detail}`);
  }
}
