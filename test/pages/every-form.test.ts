import { beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { type PageRoute, pageRoutes } from './page-routes.js';
import { codeOf, enrol, newPerson, PASSWORD } from './people.js';
import { newVisitor, type Visitor } from './visitor.js';

const world = useWorld();
let owner: Visitor;

beforeAll(async () => {
  await newPerson(world, 'owner');
  const secret = await enrol(world, 'owner');
  owner = newVisitor(world);
  await owner.signIn('owner', PASSWORD);
  // With a recent second factor, no form leads to another page before its token is checked.
  const code = codeOf(world, secret);
  expect(await owner.fill('/account/sign-in/code', { code })).toMatchObject({ status: 303 });
});

const forms = () => pageRoutes(world).filter(({ method }) => method === 'POST');

/** Sends each form, and returns those whose response is another one. */
async function unlike(
  status: number,
  text: string,
  send: (route: PageRoute) => ReturnType<Visitor['post']>,
): Promise<unknown[]> {
  const others: unknown[] = [];
  for (const route of forms()) {
    const answer = await send(route);
    if (answer.status !== status || !answer.html.includes(text)) {
      others.push([route.path, answer.status, answer.location]);
    }
  }
  return others;
}

describe('every form of the site', () => {
  it('the site has more than 30 forms to check', () => {
    expect(forms().length).toBeGreaterThan(30);
  });

  it('every form from another site is refused, also with the token and the session of the user', async () => {
    const headers = { Origin: 'https://evil.example' };
    expect(
      await unlike(403, 'origin_mismatch', ({ path }) => owner.post(path, {}, { headers })),
    ).toEqual([]);
  });

  it('every form without its token is refused', async () => {
    expect(
      await unlike(403, 'This form has expired', ({ path }) =>
        owner.post(path, {}, { token: null }),
      ),
    ).toEqual([]);
  });
});

describe('a form without its token', () => {
  it.each([
    ['/report?mod=some-id', 'text'],
    ['/account/reports/some-id', 'text'],
    ['/account/profile', 'bio'],
    ['/account/profile', 'links'],
    ['/account/keys/new', 'other_mods'],
    ['/account/developer/applications/new/public', 'redirect_uris'],
    ['/account/developer/applications/new/confidential', 'redirect_uris'],
    ['/account/developer/applications/some-id', 'redirect_uris'],
    ['/account/review/applications/some-id', 'note'],
  ])('the form %s shows its long text %s for copying', async (path, name) => {
    const { status, html } = await owner.post(path, { [name]: 'A long text.' }, { token: null });
    expect(status).toBe(403);
    expect(html).toMatch(new RegExp(`<textarea id="${name}"[^>]* readonly[^>]*>\nA long text.<`));
  });

  it('no form shows its secrets or hidden fields', async () => {
    const names = ['password', 'old', 'new', 'repeated', 'code', 'offer', 'token', 'etag', 'key'];
    const fields = Object.fromEntries(names.map((name) => [name, 'a-typed-secret']));
    for (const { path } of forms()) {
      const { status, html } = await owner.post(path, fields, { token: null });
      expect([path, status, html.includes('a-typed-secret')]).toEqual([path, 403, false]);
    }
  });
});

describe('every page of the site', () => {
  it('no page can be framed, and browsers guess no types', async () => {
    for (const { path } of pageRoutes(world).filter(({ method }) => method === 'GET')) {
      const { headers } = await owner.get(path);
      const policy = headers.get('content-security-policy');
      // A redirect shows nothing.
      if (!headers.get('location')) expect([path, policy]).toEqual([path, FRAMED]);
      expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    }
  });
});

/** The playground is a program of its own that has the whole window. */
const PLAYGROUND = '/playground';

it('every page has the search and the account in its masthead, and a footer', async () => {
  const visitor = newVisitor(world);
  for (const { path } of pageRoutes(world).filter(({ method }) => method === 'GET')) {
    const { headers, html } = await visitor.get(path);
    const isPage = headers.get('content-type')?.startsWith('text/html');
    if (!isPage || headers.get('location') || path.startsWith(PLAYGROUND)) continue;
    const [, masthead = ''] = /<header class="masthead">([\s\S]*?)<\/header>/.exec(html) ?? [];
    expect([path, masthead.includes('role="search"')]).toEqual([path, true]);
    expect([path, masthead.includes('href="/account/')]).toEqual([path, true]);
    expect([path, html.includes('<footer class="footer">')]).toEqual([path, true]);
  }
});

const FRAMED = expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/);
