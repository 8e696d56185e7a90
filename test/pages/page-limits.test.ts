import { beforeAll, describe, expect, it } from 'vitest';
import { RATE_CLASSES } from '../../src/registry/limits.js';
import { useWorld } from '../harness.js';
import { longTest, withLong } from '../rounds.js';
import { from, newAddress, times } from '../routes/identity/rate-limiting.js';
import { get, type PageRoute, pageRoutes } from './page-routes.js';
import { newVisitor } from './visitor.js';

const world = useWorld({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, { jobs: 'when-settled' });
const LIMIT = RATE_CLASSES.pages.anonymousPerMinute;

// Units that come back during a test would blur its counts.
beforeAll(() => world.clock.stop());

function ask({ method, path }: PageRoute, address: string, accept = 'text/html') {
  const origin = method === 'POST' ? { Origin: world.baseUrl } : {};
  return fetch(`${world.baseUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: { Accept: accept, ...from(address), ...origin },
  });
}

let spentAddress: Promise<string> | undefined;
/** An address without visits, which tests share. */
function spent(): Promise<string> {
  spentAddress ??= exhaust(get('/'));
  return spentAddress;
}

/** Uses all visits of an address up on one page. */
async function exhaust(route: PageRoute): Promise<string> {
  const address = newAddress();
  const answers = await times(LIMIT, () => ask(route, address));
  expect(answers.filter(({ status }) => status === 429)).toEqual([]);
  return address;
}

describe('the limit of pages', () => {
  it.each(withLong(['/playground'], ['/problems']))(
    'a client address opens %s as often as the class pages allows',
    async (path) => {
      const address = await exhaust(get(path));
      const refused = await ask(get(path), address);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
      expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect((await ask(get(path), newAddress())).status).not.toBe(429);
    },
  );

  longTest('every page and form is refused to an address that used up its visits', async () => {
    const address = await spent();
    const routes = pageRoutes(world);
    expect(routes.length).toBeGreaterThan(60);
    const statuses = await times(routes.length, async (at) => {
      const route = routes[at] ?? get('/');
      return [route.method, route.path, (await ask(route, address)).status];
    });
    expect(statuses).toEqual(routes.map(({ method, path }) => [method, path, 429]));
  });

  longTest('the refusal of a page has the language of the link', async () => {
    const address = await spent();
    for (const path of ['/', '/docs', '/problems', '/playground']) {
      const refused = await ask(get(`${path}?lang=de`), address);
      expect([path, refused.status, await refused.text()]).toEqual([
        path,
        429,
        expect.stringContaining('lang="de"'),
      ]);
    }
  });

  it('a refused page says when to try again, and leads to the same page', async () => {
    const address = await spent();
    const refused = await ask(get('/games?lang=ru'), address);
    const html = await refused.text();
    expect(html).toContain('<p>Попробуйте снова через 1 секунду.</p>');
    expect(html).toContain('<a class="button primary" href="/games?lang=ru">');
  });

  it('a refused report shows its text for copying', async () => {
    const headers = from(await spent());
    const sent = { reason: 'other', text: 'It <b>never</b> starts.' };
    const refused = await newVisitor(world).post('/report', sent, { headers });
    expect(refused.status).toBe(429);
    expect(refused.html).toContain('>\nIt &lt;b&gt;never&lt;/b&gt; starts.</textarea>');
  });

  it('a program reads which bucket of pages is empty', async () => {
    const address = await spent();
    for (const path of ['/', '/docs', '/problems', '/playground']) {
      const problem = await (await ask(get(path), address, 'application/json')).json();
      expect([path, problem]).toMatchObject([
        path,
        { code: 'rate_limited', quota_bucket: 'pages', retry_after_seconds: 1 },
      ]);
    }
  });

  it('files of pages, the API document and files of the site cost no visit', async () => {
    const address = await spent();
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
