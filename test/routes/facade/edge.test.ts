import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Log } from '../../../src/platform/log.js';
import { edgeHeadersOf } from '../../../src/server/edge-headers.js';
import { checkHealth } from '../../../src/server/health.js';
import { useWorld } from '../../harness.js';
import { rawRequest } from '../../raw-http.js';

const entries: unknown[] = [];
const note = (...args: unknown[]) => void entries.push(args);
const log: Log = { debug: note, info: note, warn: note, error: note };

const world = useWorld(
  { MIRROR: 'disk', PUBLIC_URL: 'https://mods.example', ADMIN_PORT: '0' },
  { log, jobs: 'when-settled' },
);
const at = (path: string, init: RequestInit = {}) =>
  fetch(world.baseUrl + path, { redirect: 'manual', ...init });
const admin = (path: string) => fetch(world.adminUrl + path);

describe('security headers of the public port', () => {
  it.each([
    '/',
    '/healthz',
    '/readyz',
    '/metrics',
    '/v1/mods',
    '/api/v1/mods',
    '/v1/none',
    '/none',
    '/v1/openapi.json',
    '/docs',
    '/playground',
    '/graphql?query={__typename}',
    '/graphql',
    '/storage/x',
    '/mirror/x',
    '/media/x',
    '/oauth/token',
    '/oauth/authorize',
    '/oauth/jwks',
    '/.well-known/oauth-authorization-server',
    '/account/sign-in',
    '/account/none',
    '/ai/desktop/x',
    '/problems/not_found',
  ])('a response has nosniff, a referrer policy and HSTS: %s', async (path) => {
    const { headers } = await at(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(headers.get('referrer-policy')).toMatch(/^(no-referrer|same-origin)$/);
  });

  it.each([
    ['a request that is no HTTP', 'nonsense\r\n\r\n'],
    ['a tunnel', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: more\r\n\r\n'],
  ])('a connection-level error response has the security headers: %s', async (_name, bytes) => {
    const [answer] = await rawRequest(Number(new URL(world.baseUrl).port), bytes);
    expect(answer?.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
      'referrer-policy': 'no-referrer',
    });
  });

  it('a response has no HSTS header if the public URL is not https', () => {
    expect(edgeHeadersOf('http://mods.example')).not.toHaveProperty('Strict-Transport-Security');
  });
});

describe('conditional requests for a static file', () => {
  const file = '/playground/main.js';

  it.each([
    ['If-Match', '"another"'],
    ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ])('a static file returns 412 precondition_failed for a failed %s', async (name, value) => {
    const response = await at(file, { headers: { [name]: value } });
    expect(await response.json()).toMatchObject({ status: 412, code: 'precondition_failed' });
    expect(response.status).toBe(412);
  });

  it('a static file returns 416 with its size for a range beyond its end', async () => {
    const plain = { 'Accept-Encoding': 'identity' };
    const whole = await at(file, { method: 'HEAD', headers: plain });
    const response = await at(file, { headers: { ...plain, Range: 'bytes=999999999-' } });
    expect([response.status, await response.text()]).toEqual([416, '']);
    const size = whole.headers.get('content-length');
    expect(response.headers.get('content-range')).toBe(`bytes */${size}`);
    expect(response.headers.get('x-request-id')).toMatch(/./);
  });
});

describe('tokens of signed URLs', () => {
  const spellings = [
    '/mirror/T',
    '//mirror/T',
    '/MIRROR/T',
    '/%6dirror/T',
    '/mirror%2FT',
    '/mirrors/T',
    '/v1/mirror/T',
    '/storage/T',
    '/Storage/T',
    '//storage/T',
    '/media/T',
    '/docs/T',
    '/graphql/T',
    '/oauth/T',
    '/oauth/authorize/T',
    '/account/T',
    '/problems/T',
    '/v1/mods/T',
    '/mirror/T?x=T',
    '/none?token=T',
  ];

  it.each(spellings)(
    'the token of a signed URL appears in no response and no log entry: %s',
    async (spelling) => {
      const far = new Date(world.clock.now().getTime() + 60_000);
      const store = world.platform.mirror?.storage ?? world.platform.storage;
      const { url } = await store.signGet('blobs/none', {}, far);
      const token = new URL(url).pathname.split('/').pop() ?? '';
      entries.length = 0;
      for (const method of ['GET', 'PUT']) {
        const answer = await at(spelling.replaceAll('T', token), { method });
        const seen = (await answer.text()) + inspect([...answer.headers]);
        expect(seen).not.toContain(token.slice(0, 40));
      }
      expect(inspect(entries, { depth: 9 })).not.toContain(token.slice(0, 40));
    },
  );
});

describe('operator endpoints', () => {
  it('metrics and readiness details are missing from the public port if an admin port exists', async () => {
    expect((await at('/metrics')).status).toBe(404);
    const ready = await at('/readyz');
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  });

  it('the admin port serves metrics, readiness and health, and returns 404 for other paths', async () => {
    const ready = await admin('/readyz');
    expect([ready.status, await ready.json()]).toMatchObject([
      200,
      { status: 'ready', parts: { database: 'up', storage: 'up', mirror: 'up' } },
    ]);
    expect(await (await admin('/metrics')).text()).toContain('modport_jobs');
    expect((await admin('/healthz')).status).toBe(200);
    for (const path of ['/v1/mods', '/graphql', '/', '/storage/x']) {
      const answer = await admin(path);
      const { code } = (await answer.json()) as { code: string };
      expect([answer.status, code]).toEqual([404, 'not_found']);
    }
  });

  it('metrics and readiness results are shared by all requests within a second', async () => {
    const asked = async () => {
      const paths = Array.from({ length: 20 }, () => ['/readyz', '/metrics', '/healthz']).flat();
      await Promise.all(paths.map(admin));
    };
    const statements = await world.statements(asked);
    const lone = await world.statements(() => Promise.all(['/readyz', '/metrics'].map(admin)));
    expect(statements.length + lone.length).toBeLessThan(20);
  });

  it('the readiness check does not ping the store', async () => {
    const silent = () => Promise.reject(new Error('the store was asked'));
    const storage = { ...world.platform.storage, ping: silent };
    const stores = {
      isUp: () => true,
      faultOf: () => null,
      start: async () => undefined,
      stop: () => undefined,
    };
    const { status } = await checkHealth({ ...world.platform, storage }, stores, {});
    expect(status).toBe('ready');
  });
});
