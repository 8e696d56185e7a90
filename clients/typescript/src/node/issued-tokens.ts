import * as oauth from 'oauth4webapi';
import { SignInError } from '../core/errors.js';
import { pause } from '../core/retry.js';
import {
  type Authority,
  guarded,
  isTransient,
  type SignInOptions,
  type Tokens,
} from './authority.js';
import { revoke, unlessAborted } from './token-source.js';

/** A token response, and its content. */
export interface Issued {
  readonly response: Response;
  readonly tokens: oauth.TokenEndpointResponse;
}

/**
 * The most checks of one response. The waits between them, of one, two and four seconds, bridge a
 * short failure.
 */
const CHECKS = 4;

/**
 * The tokens of a response after the check of its ID token. If the check fails, revokes the tokens
 * as far as the service can be reached. Throws SignInError, TransportError, and the reason of the
 * signal, which does not stop the revocation.
 */
export async function checkedTokens(
  authority: Authority,
  options: SignInOptions,
  issued: Issued,
): Promise<Tokens> {
  const tokens = authority.tokensOf(issued.tokens);
  try {
    await guarded(options, () => check(authority, options, issued));
    return tokens;
  } catch (error) {
    const { signal, ...call } = options;
    await unlessAborted(
      revoke(tokens, call).catch(() => undefined),
      signal,
    );
    throw error;
  }
}

/** Checks the ID token, again after a failed read of the keys. */
async function check(
  authority: Authority,
  { signal }: SignInOptions,
  { response, tokens }: Issued,
): Promise<void> {
  for (let checks = 1; ; checks += 1) {
    try {
      return await checkIdToken(authority, response, tokens);
    } catch (error) {
      if (checks === CHECKS || !isTransient(error)) throw error;
    }
    await pause(1000 * 2 ** (checks - 1), signal);
  }
}

/**
 * Checks signature and audience of an ID token, if the response has one (section 5.2 of
 * `docs/contract`). Throws SignInError, and errors of OAuth that `guarded` converts.
 */
async function checkIdToken(
  { server, client, http }: Authority,
  response: Response,
  tokens: oauth.TokenEndpointResponse,
): Promise<void> {
  if (tokens.id_token === undefined) return;
  await oauth.validateApplicationLevelSignature(server, response, http);
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  if (claims?.aud !== client.client_id) {
    throw new SignInError('invalid_response', 'the ID token is for another application');
  }
}
