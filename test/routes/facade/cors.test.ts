import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createProblemWriter } from '../../../rest-facade/problem.js';
import { STORAGE_CORS } from '../../../src/edge/cors.js';
import { silentLog } from '../../../src/platform/log.js';
import { projectRoot } from '../../../src/platform/release.js';
import { RATE_CLASSES } from '../../../src/registry/limits.js';
import { listenOnPort } from '../../../src/server/listening-port.js';
import { createRequestQueue } from '../../../src/server/request-queue.js';
import { useWorld } from '../../harness.js';
import { archiveOf, bareMod, declarationOf, draftVersion, newGame } from '../../publishing.js';
import { from, newAddress, times } from '../identity/rate-limiting.js';

const world = useWorld({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback', MIRROR: 'disk' });
const SITE = 'https://mods-wiki.example';

beforeAll(() => newGame(world, 'open'));

const at = (path: string, init: RequestInit = {}, origin = SITE) =>
  fetch(path.startsWith('http') ? path : world.baseUrl + path, {
    redirect: 'manual',
    ...init,
    headers: { Origin: origin, ...init.headers },
  });
const preflight = (path: string, method = 'GET', headers = 'authorization') =>
  at(path, {
    method: 'OPTIONS',
    headers: {
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': headers,
    },
  });
const allowedBy = ({ headers }: Response) => headers.get('access-control-allow-origin');
const listOf = (header: string | null) => (header ?? '').toLowerCase().split(', ');

const OPEN = [
  '/v1/mods',
  '/api/v1/mods',
  '/v1/openapi.json',
  '/v1/none',
  '/storage/x',
  '/mirror/x',
  '/oauth/token',
  '/oauth/device_authorization',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/.well-known/jwks.json',
  '/.well-known/none',
];

describe('CORS on open paths', () => {
  it.each(OPEN)('%s allows any origin without credentials', async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await at(path, { method });
      expect([path, method, allowedBy(answer)]).toEqual([path, method, '*']);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(listOf(answer.headers.get('vary'))).not.toContain('origin');
    }
  });

  it.each(OPEN)('the preflight of %s allows the headers that clients send', async (path) => {
    const answer = await preflight(path, 'PUT');
    expect([answer.status, allowedBy(answer)]).toEqual([204, '*']);
    expect(listOf(answer.headers.get('access-control-allow-headers'))).toEqual(
      expect.arrayContaining([
        'authorization',
        'idempotency-key',
        'if-match',
        'if-none-match',
        'range',
        'x-service-client',
        'x-service-client-version',
        'content-type',
      ]),
    );
    expect(listOf(answer.headers.get('access-control-allow-methods'))).toEqual([
      'get',
      'head',
      'post',
      'put',
      'patch',
      'delete',
    ]);
    expect(answer.headers.get('access-control-max-age')).toBe('7200');
    expect(await answer.text()).toBe('');
  });

  it('cross-origin pages can read the headers that clients need', async () => {
    const answer = await at('/v1/mods');
    expect(listOf(answer.headers.get('access-control-expose-headers'))).toEqual(
      expect.arrayContaining([
        'etag',
        'location',
        'retry-after',
        'x-request-id',
        'x-upload-correlation-id',
        'ratelimit-limit',
        'ratelimit-remaining',
        'ratelimit-reset',
        'content-range',
      ]),
    );
  });

  it('the CORS rule for buckets in docs/operations.md has the headers of storage addresses', async () => {
    const manual = await readFile(join(projectRoot(), 'docs', 'operations.md'), 'utf8');
    const [, block = ''] = /```json\n(\s*\{\s*"CORSRules"[\s\S]*?)```/.exec(manual) ?? [];
    const [rule] = JSON.parse(block).CORSRules;
    const { allowedHeaders, exposedHeaders } = STORAGE_CORS;
    expect([rule.AllowedHeaders, rule.ExposeHeaders]).toEqual([allowedHeaders, exposedHeaders]);
    const { headers } = await preflight('/storage/x', 'PUT');
    const allowed = listOf(headers.get('access-control-allow-headers'));
    for (const name of rule.AllowedHeaders) expect(allowed).toContain(name.toLowerCase());
    const answer = await at('/storage/x');
    const exposed = listOf(answer.headers.get('access-control-expose-headers'));
    for (const name of rule.ExposeHeaders) expect(exposed).toContain(name.toLowerCase());
  });

  it('`Origin: null` gets the same CORS headers as other origins', async () => {
    expect(allowedBy(await at('/v1/mods', {}, 'null'))).toBe('*');
  });

  it('an Origin with a line break or another host changes no header', async () => {
    for (const origin of ['https://a.example%0d%0aX-Bad: 1', world.baseUrl, 'x']) {
      const answer = await at('/v1/mods', {}, origin);
      expect([allowedBy(answer), answer.headers.get('x-bad')]).toEqual(['*', null]);
    }
  });

  it('OPTIONS without preflight headers is 404', async () => {
    expect((await at('/v1/mods', { method: 'OPTIONS' })).status).toBe(404);
  });
});

describe('CORS on error responses', () => {
  it('cross-origin pages can read 404, 401 and 400', async () => {
    for (const [path, status] of [
      ['/v1/none', 404],
      ['/v1/me', 401],
      ['/v1/mods?limit=0', 400],
    ] as const) {
      const answer = await at(path);
      expect([answer.status, allowedBy(answer)]).toEqual([status, '*']);
    }
  });

  it('cross-origin pages can read 429 and its Retry-After', async () => {
    // A moving clock would let a slow machine earn requests while it sends these.
    world.clock.stop();
    const address = newAddress();
    const ask = () => at('/v1/install-plans:resolve', { method: 'POST', headers: from(address) });
    await times(RATE_CLASSES.plan.anonymousPerMinute, ask);
    const answer = await ask();
    expect([answer.status, allowedBy(answer)]).toEqual([429, '*']);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(listOf(answer.headers.get('access-control-expose-headers'))).toContain('retry-after');
  });

  it('cross-origin pages can read 500', async () => {
    const { db } = world.platform;
    await db.$executeRaw`alter table games rename to games_away`;
    const answer = await at('/v1/games');
    await db.$executeRaw`alter table games_away rename to games`;
    expect([answer.status, allowedBy(answer)]).toEqual([500, '*']);
  });

  it('cross-origin pages can read 503 of a starting service, and its preflight passes', async () => {
    const door = await listenOnPort('127.0.0.1', 0);
    const publicUrl = door.url;
    const sendProblem = createProblemWriter({ publicUrl, log: silentLog });
    door.respond({ sendProblem, publicUrl, turns: createRequestQueue() });
    const answer = await at(`${door.url}/v1/mods`);
    const ahead = await preflight(`${door.url}/v1/mods`);
    await door.close();
    expect([answer.status, allowedBy(answer)]).toEqual([503, '*']);
    expect([ahead.status, allowedBy(ahead)]).toEqual([204, '*']);
  });
});

describe('same-origin paths', () => {
  it.each([
    '/graphql',
    '/account/sign-in',
    '/oauth/authorize',
    '/oauth/device',
    '/',
    '/docs',
    '/healthz',
    '/metrics',
    '/playground',
    '/v1x',
    '/storagex',
    '/oauth/tokens',
  ])('%s allows no other origin', async (path) => {
    for (const answer of [await at(path), await preflight(path, 'POST', 'content-type')]) {
      expect(allowedBy(answer)).toBeNull();
      expect(answer.headers.get('access-control-allow-headers')).toBeNull();
    }
  });
});

describe('upload from a web page', () => {
  it('a signed PUT passes its preflight and exposes its ETag to the page', async () => {
    const actor = await world.creator('ada');
    const { id: modId } = await bareMod(actor, 'open');
    const { id: versionId } = await draftVersion(actor, modId, { version: '1' });
    const bytes = new Uint8Array(archiveOf('from a page'));
    const made = await actor.post('/uploads', declarationOf({ modId, versionId }, bytes));
    const { url, headers } = made.body.data.upload;
    const ahead = await preflight(url, 'PUT', Object.keys(headers).join(', ').toLowerCase());
    const allowed = listOf(ahead.headers.get('access-control-allow-headers'));
    expect(ahead.status).toBe(204);
    expect(allowed).toEqual(
      expect.arrayContaining(Object.keys(headers).map((name) => name.toLowerCase())),
    );
    const put = await at(url, { method: 'PUT', headers, body: bytes });
    expect([put.status, allowedBy(put)]).toEqual([200, '*']);
    expect(put.headers.get('etag')).toMatch(/^"/);
    const again = await at(url, { method: 'PUT', headers, body: bytes });
    expect([again.status >= 400, allowedBy(again)]).toEqual([true, '*']);
  });
});
