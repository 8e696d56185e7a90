/** Where the transport gets the bearer token of a request. */
export interface TokenSource {
  /**
   * The token to send now, or null to stay anonymous. May refresh an expiring one. The request fails
   * with the error of a rejection. `signal` is that of the request.
   */
  current(signal?: AbortSignal): Promise<string | null>;
  /**
   * Called once after a 401 with the refused token. Returns another token, or null to give up.
   * Absent for tokens that cannot be refreshed.
   */
  renew?(refused: string, signal?: AbortSignal): Promise<string | null>;
  /** The OAuth application of the tokens; it is then the name in `X-Service-Client`. */
  readonly clientId?: string;
}

/**
 * A source of one token that never changes, such as a personal token. Throws TypeError for a token
 * that is empty or has other characters than visible ASCII, such as spaces or line breaks.
 */
export function fixedToken(token: string): TokenSource {
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new TypeError('a token must not contain spaces or line breaks');
  return { current: async () => token };
}
