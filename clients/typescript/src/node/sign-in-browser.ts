import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import * as oauth from 'oauth4webapi';
import { SignInError } from '../core/errors.js';
import {
  type Authority,
  guarded,
  openAuthority,
  PUBLIC_CLIENT,
  type SignInOptions,
  type Tokens,
} from './authority.js';
import { checkedTokens } from './issued-tokens.js';

/** Settings of a sign-in in the browser of this machine. */
export interface BrowserSignInOptions extends SignInOptions {
  readonly scopes: readonly string[];
  /** Opens the address in the browser of the person, or shows it. */
  readonly open: (url: string) => void | Promise<void>;
  /** The path of the registered redirect URI, for any port of 127.0.0.1; `/callback` by default. */
  readonly callbackPath?: string;
  /** The time that the person has, in milliseconds; 300,000 by default. */
  readonly timeoutMs?: number;
  /** The languages of the pages of the service, the first preferred. */
  readonly languages?: readonly string[];
  /** The texts of the last page, after a success or a failure; English by default. */
  readonly texts?: { readonly done: string; readonly failed: string };
}

const TEXTS = {
  done: 'You are signed in. You can close this window.',
  failed: 'The sign-in failed. Close this window and try again.',
};

/**
 * Signs a person in by the code flow with PKCE on a free port of 127.0.0.1 (RFC 8252). The port
 * takes one callback and closes. Throws:
 * - SignInError with the code of OAuth, `timeout`, or `invalid_response` for another failed step
 * - TypeError if `issuer` is no https address; http is allowed for loopback addresses
 * - TransportError, the reason of the signal, or the error of `open`
 */
export async function signInWithBrowser(options: BrowserSignInOptions): Promise<Tokens> {
  const authority = await openAuthority(options);
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const nonce = options.scopes.includes('openid') ? oauth.generateRandomNonce() : null;
  const path = options.callbackPath ?? '/callback';
  const server = createServer();
  const stop = new AbortController();
  const signals = options.signal === undefined ? [stop.signal] : [options.signal, stop.signal];
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const redirectUri = `http://127.0.0.1:${portOf(server)}${path}`;
    const callback = callbackOf(server, path, { ...options, signal: AbortSignal.any(signals) });
    // The wait begins before the browser opens, so its failure must not be unhandled meanwhile.
    callback.catch(() => undefined);
    const url = await addressOf(authority, options, { redirectUri, verifier, state, nonce });
    // The program that opens the page may run until the person has finished.
    const opened = Promise.resolve().then(() => options.open(url));
    const { parameters, finish } = await Promise.race([callback, opened.then(() => callback)]);
    try {
      const tokens = await guarded(options, () =>
        exchange(authority, options, parameters, { redirectUri, verifier, state, nonce }),
      );
      finish(true);
      return tokens;
    } catch (error) {
      finish(false);
      throw error;
    }
  } finally {
    // The wait ends also if the browser could not be opened.
    stop.abort();
    server.close();
    server.closeIdleConnections();
  }
}

interface Secrets {
  readonly redirectUri: string;
  readonly verifier: string;
  readonly state: string;
  /** Null without the scope `openid`. */
  readonly nonce: string | null;
}

async function addressOf(
  { server, client }: Authority,
  { scopes, languages = [] }: BrowserSignInOptions,
  { redirectUri, verifier, state, nonce }: Secrets,
): Promise<string> {
  if (server.authorization_endpoint === undefined) {
    throw new SignInError('invalid_response', 'the service has no sign-in page');
  }
  const url = new URL(server.authorization_endpoint);
  const parameters = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(nonce === null ? {} : { nonce }),
    ...(languages.length === 0 ? {} : { ui_locales: languages.join(' ') }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Checks state and `iss`, exchanges the code, and checks the nonce and the ID token. */
async function exchange(
  authority: Authority,
  options: SignInOptions,
  parameters: URLSearchParams,
  { redirectUri, verifier, state, nonce }: Secrets,
): Promise<Tokens> {
  const { server, client, http } = authority;
  const checked = oauth.validateAuthResponse(server, client, parameters, state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    PUBLIC_CLIENT,
    checked,
    redirectUri,
    verifier,
    http,
  );
  const expected = nonce === null ? {} : { expectedNonce: nonce, requireIdToken: true };
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expected);
  return checkedTokens(authority, options, { response, tokens });
}

interface Callback {
  readonly parameters: URLSearchParams;
  /** Shows the person the outcome. */
  finish(isDone: boolean): void;
}

/**
 * Waits for the one callback. Other requests get 404: to other paths or hosts, and all that follow
 * the callback. Throws SignInError `timeout`, and the reason of the signal.
 */
function callbackOf(
  server: Server,
  path: string,
  options: BrowserSignInOptions,
): Promise<Callback> {
  const { signal, timeoutMs = 300_000, texts = TEXTS } = options;
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stopped);
      server.off('request', respond);
      server.on('request', (_request, reply) => page(reply, 404, ''));
    };
    const timer = setTimeout(() => {
      end();
      reject(new SignInError('timeout', 'the sign-in was not finished in time'));
    }, timeoutMs);
    const stopped = () => {
      end();
      reject(signal?.reason);
    };
    const respond = (request: IncomingMessage, reply: ServerResponse) => {
      const parameters = parametersOf(request, server, path);
      if (parameters === null) return page(reply, 404, '');
      end();
      const finish = (isDone: boolean) =>
        page(reply, isDone ? 200 : 400, isDone ? texts.done : texts.failed);
      resolve({ parameters, finish });
    };
    if (signal?.aborted) return stopped();
    signal?.addEventListener('abort', stopped, { once: true });
    server.on('request', respond);
  });
}

/**
 * The parameters of a callback; null for any other request, such as that of a rebound host name.
 */
function parametersOf(request: IncomingMessage, server: Server, path: string) {
  if (request.method !== 'GET' || request.headers.host !== `127.0.0.1:${portOf(server)}`)
    return null;
  const target = request.url ?? '';
  if (!URL.canParse(target, 'http://127.0.0.1')) return null;
  const url = new URL(target, 'http://127.0.0.1');
  return url.pathname === path ? url.searchParams : null;
}

function page(reply: ServerResponse, status: number, text: string): void {
  const escaped = text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  reply
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      connection: 'close',
    })
    .end(`<!doctype html><title>modport</title><p>${escaped}</p>\n`);
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('the server is not listening');
  return address.port;
}
