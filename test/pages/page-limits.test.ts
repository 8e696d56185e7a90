import type { Router } from 'express';
import { beforeAll, describe, expect, it } from 'vitest';
import { factsOf } from '../../rest-facade/routed-request.js';
import { createIssuer } from '../../src/auth/issuer/index.js';
import { buildDomainSchema, createGateway, toRegistered } from '../../src/graphql/index.js';
import { accountPages } from '../../src/pages/account/index.js';
import { applicationPages } from '../../src/pages/applications/index.js';
import { catalogPages } from '../../src/pages/catalog/index.js';
import { keyPages } from '../../src/pages/keys/index.js';
import { createPageKit } from '../../src/pages/kit/index.js';
import { modPages } from '../../src/pages/mods/index.js';
import { oauthPages } from '../../src/pages/oauth/index.js';
import { publisherPages } from '../../src/pages/publishers/index.js';
import { html } from '../../src/platform/html/html.js';
import { RATE_CLASSES } from '../../src/registry/limits.js';
import { useWorld } from '../harness.js';
import { from, newAddress, times } from '../routes/rate-limiting.js';

const world = useWorld({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, { jobs: 'when-settled' });
const LIMIT = RATE_CLASSES.pages.anonymousPerMinute;

// Units that come back during a test would blur its counts.
beforeAll(() => world.clock.stop());

interface PageRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

const get = (path: string): PageRoute => ({ method: 'GET', path });

/** Every route of a router, with an id in place of each parameter. */
function routesOf(router: Router, prefix: string): PageRoute[] {
  return router.stack.flatMap(({ route }) => {
    if (!route) return [];
    const takesForms = route.stack.some(({ method }) => method === 'post');
    const method = takesForms ? 'POST' : 'GET';
    return pathsOf(route.path).map((path) => ({
      method,
      path: `${prefix}${path.replace(/:\w+/g, 'some-id')}`,
    }));
  });
}

/** The paths of a route: Express declares one as a string, several as a list. */
const pathsOf = (path: string | string[]): string[] => (Array.isArray(path) ? path : [path]);

/** Every address with a page for browsers. */
function pageRoutes(): PageRoute[] {
  const { platform } = world;
  const registered = (error: unknown) => toRegistered(error, platform.log);
  const kit = createPageKit({
    platform,
    gateway: createGateway(platform, buildDomainSchema()),
    factsOf: (req) => factsOf(req, '127.0.0.1'),
    registered,
  });
  const issuer = createIssuer({
    platform,
    factsOf: (req) => factsOf(req, '127.0.0.1'),
    sendFailure: () => {},
    showFailure: () => {},
    onLimited: () => {},
  });
  return [
    ...['/docs', '/docs/', '/problems', '/problems/not_found', '/problems/nope'].map(get),
    ...['/playground', '/playground/', '/playground/index.html', '/nope', '/docs/nope'].map(get),
    ...routesOf(
      catalogPages(kit, async () => html``),
      '',
    ),
    ...routesOf(accountPages(kit), '/account'),
    ...routesOf(applicationPages(kit), '/account'),
    ...routesOf(keyPages(kit), '/account'),
    ...routesOf(publisherPages(kit), '/account'),
    ...routesOf(oauthPages(kit, issuer), ''),
    ...routesOf(
      modPages(kit, async () => html``),
      '/mods',
    ),
  ];
}

function ask({ method, path }: PageRoute, address: string, accept = 'text/html') {
  const origin = method === 'POST' ? { Origin: world.baseUrl } : {};
  return fetch(`${world.baseUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: { Accept: accept, ...from(address), ...origin },
  });
}

/** Uses all visits of an address up on one page. */
async function exhaust(route: PageRoute): Promise<string> {
  const address = newAddress();
  const answers = await times(LIMIT, () => ask(route, address));
  expect(answers.filter(({ status }) => status === 429)).toEqual([]);
  return address;
}

describe('the limit of pages', () => {
  it.each(['/playground', '/problems'])(
    'a client address opens %s as often as the class pages allows',
    async (path) => {
      const address = await exhaust(get(path));
      const refused = await ask(get(path), address);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
      expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect((await ask(get(path), newAddress())).status).not.toBe(429);
    },
  );

  it('every page and form is refused to an address that used up its visits', async () => {
    const address = await exhaust(get('/'));
    const routes = pageRoutes();
    expect(routes.length).toBeGreaterThan(45);
    const statuses = await times(routes.length, async (at) => {
      const route = routes[at] ?? get('/');
      return [route.method, route.path, (await ask(route, address)).status];
    });
    expect(statuses).toEqual(routes.map(({ method, path }) => [method, path, 429]));
  });

  it('the refusal of a page has the language of the link', async () => {
    const address = await exhaust(get('/'));
    for (const path of ['/', '/docs', '/problems', '/playground']) {
      const refused = await ask(get(`${path}?lang=de`), address);
      expect([path, refused.status, await refused.text()]).toEqual([
        path,
        429,
        expect.stringContaining('lang="de"'),
      ]);
    }
  });

  it('a program reads which bucket of pages is empty', async () => {
    const address = await exhaust(get('/docs'));
    for (const path of ['/', '/docs', '/problems', '/playground']) {
      const problem = await (await ask(get(path), address, 'application/json')).json();
      expect([path, problem]).toMatchObject([
        path,
        { code: 'rate_limited', quota_bucket: 'pages', retry_after_seconds: 1 },
      ]);
    }
  });

  it('files of pages, the API document and files of the site cost no visit', async () => {
    const address = await exhaust(get('/'));
    const paths = ['/playground/main.js', '/v1/openapi.json', '/favicon.ico', '/robots.txt'];
    for (const path of paths) {
      const answer = await ask(get(path), address, '*/*');
      await answer.body?.cancel();
      expect([path, answer.status]).toEqual([path, 200]);
    }
  });

  it('a page that caches may keep names no quota of one client', async () => {
    for (const path of ['/docs', '/problems']) {
      const answer = await ask(get(path), newAddress());
      expect([path, answer.headers.get('ratelimit-remaining')]).toEqual([path, null]);
    }
  });
});
