import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { OutboundFailed, readJson, send } from '../../../../platform/outbound/send.js';
import type { OutboundPolicy } from '../../../../platform/outbound/target.js';
import type { Platform } from '../../../../platform/platform.js';
import { GITHUB_ISSUER, GITLAB_ISSUER } from '../../../../registry/ci-issuers.js';
import { problem, type RegisteredError } from '../../../../registry/errors.js';
import { LIMITS } from '../../../../registry/limits.js';

/** The keys of one issuer. */
interface KeysOfIssuer {
  keys: JWTVerifyGetKey | null;
  readAtMs: number;
  failedAtMs: number;
  /** The read in progress, which all callers share. */
  reading: Promise<JWTVerifyGetKey> | null;
}

/** The key sets of the trusted issuers. Both functions throw `server_error` with 503 if an issuer does not respond. */
export interface IssuerKeys {
  /** The keys of an issuer, at most an hour old. */
  current(issuer: string): Promise<JWTVerifyGetKey>;
  /** The keys after another read, for an unknown key; null if the last read was less than a minute ago. */
  renewed(issuer: string): Promise<JWTVerifyGetKey | null>;
}

/** Creates the cache of a process. It holds trusted issuers only, so it stays small. */
export function createIssuerKeys(platform: Platform): IssuerKeys {
  const byIssuer = new Map<string, KeysOfIssuer>();
  const nowMs = () => platform.clock.now().getTime();
  const stateOf = (issuer: string): KeysOfIssuer => {
    const state = byIssuer.get(issuer) ?? {
      ...{ keys: null, reading: null },
      ...{ readAtMs: Number.NEGATIVE_INFINITY, failedAtMs: Number.NEGATIVE_INFINITY },
    };
    byIssuer.set(issuer, state);
    return state;
  };

  async function read(issuer: string, state: KeysOfIssuer): Promise<JWTVerifyGetKey> {
    try {
      const keys = await readKeys(platform, issuer);
      Object.assign(state, { keys, readAtMs: nowMs() });
      return keys;
    } catch (cause) {
      state.failedAtMs = nowMs();
      throw unavailable(cause);
    }
  }

  function readOnce(issuer: string, state: KeysOfIssuer): Promise<JWTVerifyGetKey> {
    if (isWithin(nowMs() - state.failedAtMs, LIMITS.ciIssuerRetrySeconds)) {
      return Promise.reject(unavailable(new OutboundFailed('the issuer failed a moment ago')));
    }
    state.reading ??= read(issuer, state).finally(() => {
      state.reading = null;
    });
    return state.reading;
  }

  return {
    async current(issuer) {
      const state = stateOf(issuer);
      if (state.keys && isWithin(nowMs() - state.readAtMs, LIMITS.ciKeysKeptSeconds)) {
        return state.keys;
      }
      return readOnce(issuer, state);
    },
    async renewed(issuer) {
      const state = stateOf(issuer);
      if (isWithin(nowMs() - state.readAtMs, LIMITS.ciKeysRereadSeconds)) return null;
      return readOnce(issuer, state);
    },
  };
}

function isWithin(ageMs: number, seconds: number): boolean {
  return ageMs >= 0 && ageMs < seconds * 1000;
}

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });
const keySet = z.object({
  keys: z.array(z.looseObject({ kty: z.string() })).max(LIMITS.ciKeysPerIssuer),
});

/** Reads the discovery document and the key set. Both have to be at the origin of the issuer. */
async function readKeys({ limits }: Platform, issuer: string): Promise<JWTVerifyGetKey> {
  const signal = AbortSignal.timeout(limits.ciIssuerSeconds * 1000);
  const read = async (url: string, maxBytes: number) => {
    const response = await send({
      ...{ method: 'GET', url, policy: policyOf(issuer), signal },
      headers: { Accept: 'application/json', 'User-Agent': 'modport' },
      idleSeconds: limits.ciIssuerSeconds,
    });
    try {
      if (response.status !== 200) throw new OutboundFailed(`an issuer sent ${response.status}`);
      return await readJson(response, maxBytes);
    } finally {
      response.close();
    }
  };
  const about = await read(`${issuer}/.well-known/openid-configuration`, LIMITS.ciDiscoveryBytes);
  const { issuer: named, jwks_uri: address } = discovery.parse(about);
  if (named !== issuer) throw new OutboundFailed('an issuer names itself differently');
  if (new URL(address).origin !== new URL(issuer).origin) {
    throw new OutboundFailed('an issuer keeps its keys at another origin');
  }
  const { keys } = keySet.parse(await read(address, LIMITS.ciKeySetBytes));
  // Symmetric keys sign nothing here, even if an issuer publishes one.
  return createLocalJWKSet({ keys: keys.filter(({ kty }) => ASYMMETRIC.includes(kty)) });
}

const ASYMMETRIC: readonly string[] = ['RSA', 'EC', 'OKP'];

/** The public issuers are in the public internet. An operator may name one of their own network. */
function policyOf(issuer: string): OutboundPolicy {
  const { origin, hostname } = new URL(issuer);
  const isPublic = [GITHUB_ISSUER, GITLAB_ISSUER].some((known) => new URL(known).origin === origin);
  return isPublic ? { hosts: [hostname] } : { hosts: [], trustedOrigin: origin };
}

function unavailable(cause: unknown): RegisteredError {
  return problem('server_error', {
    ...{ status: 503, retryAfterSeconds: LIMITS.ciIssuerRetrySeconds, cause },
    detail: {
      en: 'The issuer of the token does not respond correctly, so the token cannot be verified; try again in a moment.',
      ru: 'Сервер, выдавший токен, не отвечает как положено, поэтому токен нельзя проверить; повторите попытку чуть позже.',
      de: 'Der Aussteller des Tokens antwortet nicht richtig, daher lässt sich das Token nicht prüfen; versuchen Sie es gleich noch einmal.',
    },
  });
}
