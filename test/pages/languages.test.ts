import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { codeOf, enrol, newPerson, PASSWORD } from './people.js';
import { serveToyPages, type ToyPages } from './toy-pages.js';
import { newVisitor, type PageAnswer, type Visitor } from './visitor.js';

const world = useWorld({}, { jobs: 'when-settled' });
let toys: ToyPages;
let ada: Visitor;

beforeAll(async () => {
  toys = await serveToyPages(world.platform);
  await newPerson(world, 'ada');
  const secret = await enrol(world, 'ada');
  ada = newVisitor(world);
  await ada.fill('/account/sign-in', { login: 'ada', password: PASSWORD });
  await ada.fill('/account/sign-in/code', { code: codeOf(world, secret) });
});
afterAll(() => toys.close());

const linksOf = (html: string) =>
  [...html.matchAll(/<a href="[^"]*lang=[^>]*>/g)].map(([tag]) => tag);

describe('the language links of a page', () => {
  it('language links open in the same tab on a page without a form', async () => {
    const links = linksOf(await (await fetch(`${toys.url}/done`)).text());
    expect(links.length).toBe(3);
    expect(links.join()).not.toContain('target=');
  });

  it.each(['/form'])(
    'language links beside a form open a new tab, so that the form keeps its input: toy %s',
    async (path) => {
      const html = await (await fetch(`${toys.url}${path}`)).text();
      const links = linksOf(html);
      expect(links.length).toBe(3);
      for (const link of links) expect(link).toContain('target="_blank" rel="noopener"');
      expect(html).toContain('The links open in a new tab');
    },
  );

  it.each([
    '/account/security/password',
    '/account/security/second-factor',
    '/account/step-up',
    '/account/developer/applications/new/public',
    '/account/developer/applications/new/confidential',
    '/oauth/device',
  ])('language links open a new tab beside the form of %s', async (path) => {
    const page = await ada.get(path);
    expect([page.status, linksOf(page.html).length]).toEqual([200, 3]);
    for (const link of linksOf(page.html)) expect(link).toContain('target="_blank"');
  });

  const opensNewTabs = ({ status, html }: PageAnswer) => {
    const links = linksOf(html);
    expect([status, links.length]).toEqual([200, 3]);
    for (const link of links) expect(link).toContain('target="_blank" rel="noopener"');
  };

  it('language links open a new tab beside the form for the code of a sign-in', async () => {
    await newPerson(world, 'bea');
    await enrol(world, 'bea');
    const bea = newVisitor(world);
    const sent = await bea.signIn('bea', PASSWORD);
    expect(sent.location).toBe('/account/sign-in/code');
    opensNewTabs(await bea.get('/account/sign-in/code'));
  });

  it('language links open a new tab beside the forms of an application and of its review', async () => {
    await newPerson(world, 'cleo');
    const cleo = newVisitor(world);
    await cleo.signIn('cleo', PASSWORD);
    const made = await cleo.fill('/account/developer/applications/new/public', {
      name: 'Reviewed',
      redirect_uris: 'https://app.example/callback',
      sensitive: 'mods:write',
    });
    const page = await cleo.get(made.location ?? '');
    expect(page.html).toContain('name="redirect_uris"');
    opensNewTabs(page);
    await cleo.fill(made.location ?? '', { do: 'submit' });
    const { id } = await world.platform.db.app.findFirstOrThrow({ where: { name: 'Reviewed' } });
    await world.platform.db.user.update({ where: { username: 'ada' }, data: { role: 'admin' } });
    const review = await ada.get(`/account/review/applications/${id}`);
    expect(review.html).toMatch(/<textarea [^>]*name="note"/);
    opensNewTabs(review);
  });

  it('a language link changes only the language and keeps the rest of the address', async () => {
    const next = '/oauth/device?user_code=A&b=1';
    const page = await newVisitor(world).get(
      `/account/sign-in?${new URLSearchParams({ lang: 'ru', next })}`,
    );
    const addresses = linksOf(page.html).map((tag) => {
      const [, href = ''] = /href="([^"]*)"/.exec(tag) ?? [];
      const url = new URL(href.replaceAll('&amp;', '&'), world.baseUrl);
      return [url.pathname, Object.fromEntries(url.searchParams)];
    });
    expect(addresses).toEqual(
      ['en', 'ru', 'de'].map((lang) => ['/account/sign-in', { lang, next }]),
    );
  });

  it('a page with a one-time secret has no language links and is not compressed', async () => {
    const app = { name: 'Packwright', redirect_uris: 'https://app.example/callback' };
    const made = await ada.fill('/account/developer/applications/new/confidential', app);
    expect([made.status, made.html.includes('mfoc_')]).toEqual([201, true]);
    await ada.get('/account/developer/key');
    const key = await ada.post('/account/developer/key', {});
    expect([key.status, key.html.includes('mfak_')]).toEqual([200, true]);
    const offer = await ada.fill('/account/security/second-factor', { password: PASSWORD });
    expect([offer.status, offer.html.includes('otpauth://')]).toEqual([200, true]);
    for (const page of [made, key, offer]) {
      expect(linksOf(page.html)).toEqual([]);
      expect(page.headers.get('cache-control')).toBe('private, no-store, no-transform');
    }
  });

  it('a form with errors has no language links', async () => {
    const page = await ada.fill('/account/security/password', {
      old: 'wrong',
      new: 'x',
      repeated: 'x',
    });
    expect([page.status, linksOf(page.html)]).toEqual([422, []]);
  });
});
