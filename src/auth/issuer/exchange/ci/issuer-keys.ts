import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { OutboundFailed, readJson, send } from '../../../../platform/outbound/send.js';
import type { OutboundPolicy } from '../../../../platform/outbound/target.js';
import type { Platform } from '../../../../platform/platform.js';
import { GITHUB_ISSUER, GITLAB_ISSUER } from '../../../../registry/ci-issuers.js';
import { problem, type RegisteredError } from '../../../../registry/errors.js';
import { LIMITS } from '../../../../registry/limits.js';

/**
 * The key sets of the trusted issuers. Both functions throw `server_error` with 503 if the issuer's
 * keys cannot be read. For `LIMITS.ciIssuerRetrySeconds` after a failure, they throw it without
 * trying again.
 */
export interface IssuerKeys {
  /** The keys of an issuer, read at most `LIMITS.ciKeysKeptSeconds` ago. */
  current(issuer: string): Promise<JWTVerifyGetKey>;
  /**
   * Reads the keys again, for a token signed by an unknown key. Null if they were read less than
   * `LIMITS.ciKeysRereadSeconds` ago.
   */
  renewed(issuer: string): Promise<JWTVerifyGetKey | null>;
}

/** Creates the cache of a process. Callers pass trusted issuers only, so it stays small. */
export function createIssuerKeys(platform: Platform): IssuerKeys {
  const byIssuer = new Map<string, KeySet>();
  const keySetOf = (issuer: string): KeySet => {
    const known = byIssuer.get(issuer) ?? createKeySet(platform, issuer);
    byIssuer.set(issuer, known);
    return known;
  };
  return {
    current: (issuer) => keySetOf(issuer).current(),
    renewed: (issuer) => keySetOf(issuer).renewed(),
  };
}

/** The key set of one issuer. The functions do what those of `IssuerKeys` do. */
interface KeySet {
  current(): Promise<JWTVerifyGetKey>;
  renewed(): Promise<JWTVerifyGetKey | null>;
}

function createKeySet(platform: Platform, issuer: string): KeySet {
  const nowMs = () => platform.clock.now().getTime();
  let keys: JWTVerifyGetKey | null = null;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let failedAtMs = Number.NEGATIVE_INFINITY;
  /** The read in progress, which all callers share. */
  let reading: Promise<JWTVerifyGetKey> | null = null;

  async function read(): Promise<JWTVerifyGetKey> {
    try {
      keys = await readKeys(platform, issuer);
      readAtMs = nowMs();
      return keys;
    } catch (cause) {
      failedAtMs = nowMs();
      throw unavailable(cause);
    }
  }

  async function readOnce(): Promise<JWTVerifyGetKey> {
    if (isWithin(nowMs() - failedAtMs, LIMITS.ciIssuerRetrySeconds)) {
      throw unavailable(new OutboundFailed('the issuer failed a moment ago'));
    }
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  }

  return {
    async current() {
      const isFresh = isWithin(nowMs() - readAtMs, LIMITS.ciKeysKeptSeconds);
      return keys !== null && isFresh ? keys : readOnce();
    },
    async renewed() {
      return isWithin(nowMs() - readAtMs, LIMITS.ciKeysRereadSeconds) ? null : readOnce();
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
      method: 'GET',
      url,
      policy: policyOf(issuer),
      signal,
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
    status: 503,
    retryAfterSeconds: LIMITS.ciIssuerRetrySeconds,
    cause,
    detail: {
      en: 'The issuer of the token does not respond correctly, so the token cannot be verified; try again in a moment.',
      ru: 'Издатель токена отвечает неправильно или не отвечает, поэтому токен нельзя проверить; повторите попытку чуть позже.',
      de: 'Der Aussteller des Tokens antwortet nicht richtig, daher lässt sich das Token nicht prüfen; versuchen Sie es gleich noch einmal.',
    },
  });
}
