import * as oauth from 'oauth4webapi';
import { SignInError } from '../core/errors.js';
import { isObject } from '../core/problem.js';
import { pause } from '../core/retry.js';
import {
  type Authority,
  guarded,
  isTransient,
  oauthCodeOf,
  openAuthority,
  PUBLIC_CLIENT,
  type SignInOptions,
  type Tokens,
} from './authority.js';
import { checkedTokens, type Issued } from './issued-tokens.js';

/** The code that the person enters on another device. */
export interface DevicePrompt {
  /** The code to enter at `verificationUri`. */
  readonly userCode: string;
  readonly verificationUri: string;
  /** The address with the code in it, if the service gives one. */
  readonly verificationUriComplete: string | null;
  readonly expiresInSeconds: number;
}

/** Settings of a sign-in without a browser on this machine. */
export interface DeviceSignInOptions extends SignInOptions {
  readonly scopes: readonly string[];
  /** Shows the code and the address to the person. */
  readonly show: (prompt: DevicePrompt) => void | Promise<void>;
}

const SHORTEST_INTERVAL_SECONDS = 1;
const LONGEST_INTERVAL_SECONDS = 120;
const SLOWER_BY_SECONDS = 5;
const START_AGAIN = 'the code was used or is no longer valid; start the sign-in again';

/**
 * Signs a person in by the device flow (RFC 8628): calls `show`, then polls until the decision.
 * Throws:
 * - SignInError with `access_denied`, `expired_token`, `invalid_response` or another code of OAuth,
 *   such as `invalid_grant` if the response with the tokens was lost
 * - TransportError before the first poll, or if the keys that check the issued tokens cannot be
 *   read; the tokens are then revoked, if the service can be reached
 * - TypeError for an `issuer` that is no https address, except on this machine
 * - the reason of the signal, and the error of `show`
 */
export async function signInWithDevice(options: DeviceSignInOptions): Promise<Tokens> {
  const authority = await openAuthority(options);
  const { server, client, http } = authority;
  const device = await guarded(options, async () => {
    const scope = options.scopes.join(' ');
    const response = await oauth.deviceAuthorizationRequest(
      server,
      client,
      PUBLIC_CLIENT,
      { scope },
      http,
    );
    return oauth.processDeviceAuthorizationResponse(server, client, response);
  });
  await options.show({
    userCode: device.user_code,
    verificationUri: webAddress(device.verification_uri),
    verificationUriComplete:
      device.verification_uri_complete === undefined
        ? null
        : webAddress(device.verification_uri_complete),
    expiresInSeconds: device.expires_in,
  });
  const issued = await poll(authority, options, device);
  // The code is used up, so the check is no part of the polls.
  return checkedTokens(authority, options, issued);
}

/** A person opens this address, so it must be one of the web. */
function webAddress(address: string): string {
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  throw new SignInError(
    'invalid_response',
    'the service sent no web address at which to enter the code',
  );
}

async function poll(
  authority: Authority,
  options: DeviceSignInOptions,
  device: oauth.DeviceAuthorizationResponse,
): Promise<Issued> {
  const until = performance.now() + device.expires_in * 1000;
  let interval = bounded(device.interval ?? SLOWER_BY_SECONDS);
  while (performance.now() < until) {
    await pause(interval * 1000, options.signal);
    try {
      return await redeem(authority, device.device_code);
    } catch (error) {
      interval = await guarded(options, async () => intervalAfter(error, interval));
    }
  }
  throw new SignInError('expired_token', 'the code expired before it was approved');
}

async function redeem(authority: Authority, deviceCode: string): Promise<Issued> {
  const { server, client, http } = authority;
  const response = await oauth.deviceCodeGrantRequest(
    server,
    client,
    PUBLIC_CLIENT,
    deviceCode,
    http,
  );
  return { response, tokens: await oauth.processDeviceCodeResponse(server, client, response) };
}

/** The interval after a poll that brought no tokens. Throws the error if it ends the sign-in. */
function intervalAfter(error: unknown, interval: number): number {
  const code = oauthCodeOf(error);
  if (code === 'authorization_pending') return interval;
  if (code === 'slow_down') return slower(error, interval);
  // RFC 8628 3.5: poll less often after a failure of the connection.
  if (isTransient(error)) return bounded(interval * 2);
  // A code works once, so the poll after a lost response with tokens is refused.
  if (code === 'invalid_grant') throw new SignInError(code, START_AGAIN);
  throw error;
}

/**
 * The new interval that the service names, at least five seconds more (RFC 8628 3.5), and at most
 * 120 seconds.
 */
function slower(error: unknown, interval: number): number {
  const cause = error instanceof oauth.ResponseBodyError ? error.cause : null;
  const requested = isObject(cause) ? Number(cause['retry_after_seconds'] ?? 0) : 0;
  return bounded(
    Math.max(interval + SLOWER_BY_SECONDS, Number.isFinite(requested) ? requested : 0),
  );
}

const bounded = (seconds: number): number =>
  Math.min(LONGEST_INTERVAL_SECONDS, Math.max(SHORTEST_INTERVAL_SECONDS, seconds));
