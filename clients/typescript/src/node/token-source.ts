import * as oauth from 'oauth4webapi';
import { SignInError } from '../core/errors.js';
import type { TokenSource } from '../core/tokens.js';
import {
  guarded,
  httpOf,
  openAuthority,
  PUBLIC_CLIENT,
  type SignInOptions,
  type Tokens,
} from './authority.js';
import type { TokenStore } from './token-store.js';

/** A token that expires within this time is refreshed before its use. */
const EARLY_SECONDS = 60;

/**
 * A source for `createClient` that takes the tokens of a store. Anonymous if the store has no
 * tokens of this application and issuer.
 * - Refreshes a token that expires soon or was refused. Only one process does so at a time, because
 *   a second use of a refresh token revokes all tokens of the sign-in.
 * - Completes a refresh that was sent, and keeps its tokens, even if a signal stops the call that
 *   needed it.
 * - If the service refuses the refresh token, removes the tokens and throws SignInError
 *   `invalid_grant`.
 */
export function storedTokens(store: TokenStore, options: SignInOptions): TokenSource {
  const isUsable = (tokens: Tokens | null): tokens is Tokens =>
    tokens !== null && areOf(options, tokens);

  async function refresh(
    needsRefresh: (tokens: Tokens) => boolean,
    signal: AbortSignal | undefined = options.signal,
  ): Promise<Tokens | null> {
    const work = store.locked(async () => {
      signal?.throwIfAborted();
      // Another process may have refreshed them while this one waited.
      const tokens = await store.read();
      if (!isUsable(tokens)) return null;
      if (!needsRefresh(tokens)) return tokens;
      if (tokens.refreshToken === null) return null;
      const fresh = await exchange(store, options, tokens.refreshToken, signal);
      await store.write(fresh);
      return fresh;
    }, signal);
    return unlessAborted(work, signal);
  }

  return {
    clientId: options.clientId,
    async current(signal) {
      const tokens = await store.read();
      if (!isUsable(tokens)) return null;
      if (!isExpiring(tokens) || tokens.refreshToken === null) return tokens.accessToken;
      return (await refresh(isExpiring, signal))?.accessToken ?? null;
    },
    async renew(refused, signal) {
      const tokens = await refresh(({ accessToken }) => accessToken === refused, signal);
      return tokens?.accessToken ?? null;
    },
  };
}

/**
 * Whether tokens are those of this application and issuer. No other service may get them. A stored
 * issuer that is no URL never matches.
 */
const areOf = (options: SignInOptions, { clientId, issuer }: Tokens): boolean =>
  clientId === options.clientId &&
  URL.canParse(issuer) &&
  new URL(issuer).origin === new URL(options.issuer).origin;

const isExpiring = ({ expiresAt }: Tokens): boolean =>
  expiresAt - EARLY_SECONDS <= Date.now() / 1000;

/**
 * The result of the work. Throws the reason of the signal as soon as it aborts; the work itself
 * continues then.
 */
export async function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return work;
  let stop = (): void => undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  return Promise.race([work, stopped]).finally(() => signal.removeEventListener('abort', stop));
}

/**
 * Uses a refresh token once, without a retry. The signal can stop only the read of the metadata,
 * before the token is sent. After a lost response, the next refresh sends the same token again. The
 * service refuses it with `invalid_grant`, and the person has to sign in again.
 */
async function exchange(
  store: TokenStore,
  { signal: _, ...call }: SignInOptions,
  refreshToken: string,
  signal: AbortSignal | undefined,
): Promise<Tokens> {
  const authority = await openAuthority(signal === undefined ? call : { ...call, signal });
  signal?.throwIfAborted();
  const { server, client } = authority;
  try {
    return await guarded(call, async () => {
      const response = await oauth.refreshTokenGrantRequest(
        server,
        client,
        PUBLIC_CLIENT,
        refreshToken,
        httpOf(call),
      );
      const fresh = await oauth.processRefreshTokenResponse(server, client, response);
      return { ...authority.tokensOf(fresh), refreshToken: fresh.refresh_token ?? refreshToken };
    });
  } catch (error) {
    if (error instanceof SignInError && error.code === 'invalid_grant') await store.write(null);
    throw error;
  }
}

/**
 * Removes the tokens of this application and issuer from the store, and revokes them at the
 * service. Other tokens stay. Returns whether the store had such tokens. Throws:
 * - SignInError or TransportError if the service did not revoke them; they are removed nevertheless
 * - the error of the store if it did not remove them; they are revoked nevertheless
 * - the reason of the signal, instead of all others, once it aborts; the tokens may then still work
 */
export async function signOut(store: TokenStore, options: SignInOptions): Promise<boolean> {
  const { tokens, removal } = await store.locked(async () => {
    const stored = await store.read();
    if (stored !== null && !areOf(options, stored)) return { tokens: null, removal: null };
    const [result] = await Promise.allSettled([store.write(null)]);
    return { tokens: stored, removal: result };
  }, options.signal);
  try {
    if (tokens !== null) await revoke(tokens, options);
  } catch (error) {
    // Else the user seems signed in, so the error of the store is the one to report.
    if (removal?.status !== 'rejected') throw error;
  }
  if (removal?.status === 'rejected') {
    options.signal?.throwIfAborted();
    throw removal.reason;
  }
  return tokens !== null;
}

/**
 * Revokes tokens with their whole family (section 4.7 of `docs/contract`). Does nothing for tokens
 * of another application or issuer. Throws SignInError, TransportError and the reason of the
 * signal.
 */
export async function revoke(tokens: Tokens, options: SignInOptions): Promise<void> {
  if (!areOf(options, tokens)) return;
  const { server, client, http } = await openAuthority(options);
  await guarded(options, async () => {
    const token = tokens.refreshToken ?? tokens.accessToken;
    const response = await oauth.revocationRequest(server, client, PUBLIC_CLIENT, token, http);
    await oauth.processRevocationResponse(response);
  });
}
