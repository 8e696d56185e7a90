import * as client from 'openid-client';
import type { Application } from './applications.js';
import { REDIRECT } from './applications.js';
import type { Browser, Page } from './browser.js';

/** An authorization request of an application. */
export interface Request {
  readonly scope: string;
  readonly redirectUri?: string;
  readonly nonce?: string;
  readonly more?: Readonly<Record<string, string>>;
}

/** An authorization that an application has started. */
export interface Begun {
  readonly config: client.Configuration;
  readonly url: URL;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string | undefined;
  /** Exchanges the code of a redirect with all checks of the library. */
  exchange(
    answer: Page | URL,
  ): Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers>;
}

/** Starts an authorization like openid-client. */
export async function begin(application: Application, request: Request): Promise<Begun> {
  const config = await application.configuration();
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const nonce = request.scope.split(' ').includes('openid')
    ? (request.nonce ?? client.randomNonce())
    : request.nonce;
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: request.redirectUri ?? REDIRECT.https,
    scope: request.scope,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...(nonce === undefined ? {} : { nonce }),
    ...request.more,
  });
  return {
    config,
    url,
    verifier,
    state,
    nonce,
    exchange: (answer) =>
      client.authorizationCodeGrant(config, answer instanceof URL ? answer : arrived(answer), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        ...(nonce === undefined ? {} : { expectedNonce: nonce, idTokenExpected: true }),
      }),
  };
}

/** The redirect target with the response of the issuer. */
export function arrived({ leftTo, url, status, html }: Page): URL {
  if (!leftTo) throw new Error(`the browser stayed at ${url} (${status}): ${html}`);
  return leftTo;
}

/** Runs the whole code flow for a user who is signed in and approves the request. */
export async function authorize(application: Application, browser: Browser, request: Request) {
  const begun = await begin(application, request);
  const consent = await browser.open(begun.url);
  const answer = consent.leftTo ? consent : await browser.press(consent, 'decision=approve');
  return { ...begun, consent, answer, tokens: await begun.exchange(answer) };
}
