import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RateBucket } from '../../src/platform/rate-limit/rate-limit.port.js';
import { LIMITS, RATE_CLASSES } from '../../src/registry/limits.js';
import type { Json } from '../actors.js';
import { useWorld } from '../harness.js';
import { type Application, jsonOf, newApplication } from './applications.js';

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';
const PER_MINUTE = RATE_CLASSES.oauth.anonymousPerMinute;

/** So many requests are counted for each, because hundreds of them would prove the same. */
const WEIGHT = 60;

const world = useWorld({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, { jobs: 'when-settled' });
let app: Application;
let other: Application;
let ownerId: string;
let address = 0;
let weight = WEIGHT;

beforeAll(async () => {
  world.clock.stop();
  countByWeight();
  ownerId = (await world.creator('ada')).userId;
  app = await newApplication(world, ownerId);
  other = await newApplication(world, ownerId, { confidential: true, redirectUris: [] });
});
beforeEach(() => {
  address += 1;
  weight = WEIGHT;
});

function countByWeight() {
  const { limiter } = world.platform;
  if (!limiter) throw new Error('the service has no rate limits');
  const take = limiter.take.bind(limiter);
  const weighted = (bucket: RateBucket) => ({ ...bucket, units: bucket.units * weight });
  vi.spyOn(limiter, 'take').mockImplementation(([first, ...rest]) =>
    take([weighted(first), ...rest.map(weighted)]),
  );
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Sends a request from the address of this test. */
const send = async (path: string, { headers, fields }: Sent = {}) => {
  const response = await fetch(`${world.baseUrl}${path}`, {
    method: fields ? 'POST' : 'GET',
    redirect: 'manual',
    headers: { 'X-Forwarded-For': `198.51.100.${address}`, ...headers },
    ...(fields ? { body: new URLSearchParams(fields) } : {}),
  });
  return { response, status: response.status, body: await jsonOf(response) };
};
const token = (fields: Readonly<Record<string, string>>, headers = {}) =>
  send('/oauth/token', { fields, headers });
const poll = (deviceCode: string) =>
  token({ client_id: app.clientId, grant_type: DEVICE, device_code: deviceCode });
const refresh = (clientId: string) =>
  token({ client_id: clientId, grant_type: 'refresh_token', refresh_token: 'x' });

/** A counted request that is refused before any application is looked up. */
const cheap = (clientId: string) =>
  send(`/oauth/authorize?client_id=${clientId}&response_mode=fragment`, {
    headers: { Accept: 'application/json' },
  });

/** Sends as many requests as a limit allows. */
const filled = <T>(perMinute: number, request: () => Promise<T>) =>
  Promise.all(Array.from({ length: perMinute / WEIGHT }, request));

/** Uses up the limit of one application, or of many, at the address of this test. */
const spend = async (clientId: string | (() => string)) => {
  const nextId = typeof clientId === 'string' ? () => clientId : clientId;
  const asked = await filled(PER_MINUTE, () => cheap(nextId()));
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([400]));
};
const invented = () => randomBytes(6).toString('hex');

describe('the limits of the OAuth endpoints (Spec 8)', () => {
  it('ten devices of one application can poll behind one address', async () => {
    weight = 1;
    const begun: Json[] = [];
    for (let device = 0; device < 10; device += 1) {
      const scope = 'mods:read';
      const sent = { fields: { client_id: app.clientId, scope } };
      begun.push((await send('/oauth/device_authorization', sent)).body);
    }
    // A device polls once here, counted as often as it polls in a minute.
    weight = 60 / LIMITS.devicePollSeconds;
    const errors = new Set<string>();
    for (const { device_code: code } of begun) errors.add((await poll(code)).body.error);
    expect([...errors]).toEqual(['authorization_pending']);
  });

  it('a device poll over the limit returns 429 slow_down with its quota bucket', async () => {
    await spend(app.clientId);
    weight = 1;
    const { response, body } = await poll('x');
    expect(body).toMatchObject({
      status: 429,
      error: 'slow_down',
      code: 'slow_down',
      retryable: true,
      quota_bucket: 'oauth',
      retry_after_seconds: LIMITS.devicePollSeconds,
    });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe(String(LIMITS.devicePollSeconds));
    expect(response.headers.get('ratelimit-limit')).toBe(String(PER_MINUTE));
  });

  it('an application cannot use up the limit of another at the same address', async () => {
    await spend(app.clientId);
    expect((await refresh(app.clientId)).body.code).toBe('rate_limited');
    const basic = Buffer.from(`${other.clientId}:${other.secret}`).toString('base64');
    const parameters = { grant_type: 'refresh_token', refresh_token: 'x' };
    const { body } = await token(parameters, { Authorization: `Basic ${basic}` });
    expect(body.error).toBe('invalid_grant');
  });

  it('an application keeps its limit at another address', async () => {
    await spend(app.clientId);
    address += 100;
    expect((await refresh(app.clientId)).body.error).toBe('invalid_grant');
    address -= 100;
  });

  it('unknown client IDs at one address share one bucket, separate from those of applications', async () => {
    await spend(invented);
    const { body } = await refresh(invented());
    expect([body.status, body.quota_bucket]).toEqual([429, 'oauth']);
    expect((await refresh(app.clientId)).body.error).toBe('invalid_grant');
  });

  it('a request without a client ID counts with the unknown ones of its address', async () => {
    await spend('invented');
    const { body } = await token({ grant_type: 'refresh_token', refresh_token: 'x' });
    expect(body.code).toBe('rate_limited');
  });

  it('all applications at an address share a larger limit, and over it no client ID is looked up', async () => {
    const { oauthRequestsPerAddressPerMinute: most } = LIMITS;
    for (let spent = 0; spent < most; spent += PER_MINUTE) {
      await spend((await newApplication(world, ownerId)).clientId);
    }
    const { response, body } = await refresh(app.clientId);
    expect([body.status, body.quota_bucket]).toEqual([429, 'oauth']);
    expect(response.headers.get('ratelimit-limit')).toBe(String(most));
    const statements = await world.statements(async () => {
      expect((await cheap('invented')).status).toBe(429);
    });
    expect(statements.filter((sql) => /\bapps\b/.test(sql))).toEqual([]);
  });

  it('invented client IDs that their bucket refuses still use up the limit of the address', async () => {
    const { oauthRequestsPerAddressPerMinute: most } = LIMITS;
    await filled(most, () => cheap(invented()));
    const statements = await world.statements(async () => {
      expect((await cheap(invented())).status).toBe(429);
    });
    expect(statements.filter((sql) => /\bapps\b/.test(sql))).toEqual([]);
  });

  it('all encodings of a client ID in HTTP Basic count in the same bucket', async () => {
    await spend(other.clientId);
    const escaped = [...other.clientId].map((sign) => `%${sign.charCodeAt(0).toString(16)}`);
    const basic = Buffer.from(`${escaped.join('')}:${other.secret}`).toString('base64');
    const parameters = { grant_type: 'refresh_token', refresh_token: 'x' };
    const { body } = await token(parameters, { Authorization: `Basic ${basic}` });
    expect(body.code).toBe('rate_limited');
  });

  it.each([
    ['a broken escape', '%zz:secret'],
    ['an escape that is not UTF-8', '%ff:secret'],
    ['a NUL', '%00:secret'],
    ['no name', ':secret'],
    ['no colon', 'name'],
  ])('a Basic header with %s returns 400 or 401', async (_, pair) => {
    const basic = Buffer.from(pair).toString('base64');
    const parameters = { grant_type: 'refresh_token', refresh_token: 'x' };
    const { status } = await token(parameters, { Authorization: `Basic ${basic}` });
    expect([400, 401]).toContain(status);
  });

  it.each([
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/.well-known/jwks.json',
  ])('%s stays readable when the limit of the token endpoint is used up', async (path) => {
    await spend(app.clientId);
    const { response } = await send(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('ratelimit-limit')).toBe(
      String(RATE_CLASSES.discovery.anonymousPerMinute),
    );
  });

  it('a flood at the discovery documents returns 429 with their own quota bucket', async () => {
    const path = '/.well-known/jwks.json';
    const most = RATE_CLASSES.discovery.anonymousPerMinute;
    await filled(most, () => send(path));
    const { body } = await send(path);
    expect([body.status, body.code, body.quota_bucket]).toEqual([429, 'rate_limited', 'discovery']);
    expect((await refresh(app.clientId)).body.error).toBe('invalid_grant');
  });
});
