import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/registry/limits.js';
import { useWorld } from '../harness.js';
import { appOfferIn, codeOf, newPerson, PASSWORD } from './people.js';
import { newVisitor } from './visitor.js';

const world = useWorld();
const wrong = { login: 'nobody', password: 'x' };

describe('a form', () => {
  it.each([
    ['another site', { Origin: 'https://evil.example' }],
    ['a frame without an origin', { Origin: 'null' }],
    ['an unknown origin', { Origin: null }],
    ['an unknown origin with a Referer', { Origin: null, Referer: 'SELF/account/sign-in' }],
  ])('a form from %s is refused with 403 origin_mismatch', async (_where, headers) => {
    const visitor = newVisitor(world);
    const given = Object.entries(headers).map(([name, value]) => [
      name,
      value?.replace('SELF', world.baseUrl) ?? null,
    ]);
    const answer = await visitor.fill('/account/sign-in', wrong, {
      headers: Object.fromEntries(given),
    });
    expect(answer.status).toBe(403);
    expect(answer.html).toContain('origin_mismatch');
  });

  it('a form without its token, or with a foreign token, returns 403', async () => {
    const other = newVisitor(world);
    const page = await other.get('/account/sign-in');
    const foreign = /name="_token" value="([\w-]+)"/.exec(page.html)?.[1] ?? '';
    for (const token of [null, '', 'x', 'x'.repeat(43), foreign]) {
      const visitor = newVisitor(world);
      const answer = await visitor.fill('/account/sign-in', wrong, { token });
      expect(answer.status).toBe(403);
      expect(answer.html).toContain('This form has expired');
    }
    const visitor = newVisitor(world);
    expect(await visitor.fill('/account/sign-in', wrong)).toMatchObject({ status: 422 });
  });

  it('a form token of another session returns 403', async () => {
    await newPerson(world, 'una');
    await newPerson(world, 'vic');
    const [una, vic] = [newVisitor(world), newVisitor(world)];
    await una.signIn('una', PASSWORD);
    await vic.signIn('vic', PASSWORD);
    const page = await vic.get('/account/security/password');
    const foreign = /name="_token" value="([\w-]+)"/.exec(page.html)?.[1] ?? '';
    const fields = { old: PASSWORD, new: 'another one here', repeated: 'another one here' };
    const path = '/account/security/password';
    expect(await una.fill(path, fields, { token: foreign })).toMatchObject({ status: 403 });
    expect(await una.post('/account/sign-out', {}, { token: foreign })).toMatchObject({
      status: 403,
    });
    expect(await una.get(path)).toMatchObject({ status: 200 });
  });

  it.each([
    ['too many bytes', 413, `text=${'x'.repeat(LIMITS.formBytes)}`, undefined],
    ['too many fields', 400, 'a=1&'.repeat(LIMITS.formFields + 1), undefined],
    ['JSON', 400, '{"login":"a"}', 'application/json'],
    ['a NUL', 400, 'login=%00', undefined],
    ['a field twice', 400, 'login=a&login=b&_token=TOKEN', undefined],
  ])('a form with %s gets %i', async (_what, status, body, type) => {
    const visitor = newVisitor(world);
    const { html } = await visitor.get('/account/sign-in');
    const token = /name="_token" value="([\w-]+)"/.exec(html)?.[1] ?? '';
    const answer = await fetch(`${world.baseUrl}/account/sign-in`, {
      method: 'POST',
      headers: {
        Accept: 'text/html',
        Origin: new URL(world.baseUrl).origin,
        Cookie: [...visitor.cookies].map((pair) => pair.join('=')).join('; '),
        'Content-Type': type ?? 'application/x-www-form-urlencoded',
      },
      body: body.replace('TOKEN', token),
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('a password form is refused after too many wrong passwords and names the wait', async () => {
    await newPerson(world, 'wim');
    const visitor = newVisitor(world);
    await visitor.get('/account/sign-in');
    // Each guess costs a tenth of a second, and the count itself has tests of its own.
    const fields = { login: 'wim', password: 'wrong' };
    expect(await visitor.post('/account/sign-in', fields)).toMatchObject({ status: 422 });
    await world.platform.db.guessCount.updateMany({ data: { failures: 1000 } });
    const refused = await visitor.post('/account/sign-in', { ...fields, password: PASSWORD });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1);
    expect(refused.html).toMatch(/Too many attempts. Try again in \d+ (seconds|minutes|hours)\./);
    await world.platform.db.guessCount.deleteMany();
  });
});

describe('the long texts of a refused form', () => {
  const PROFILE = '/account/profile';
  const fields = { displayName: 'Ida Q', bio: 'I make <b>maps</b>.\r\nOften.', links: '' };
  const shown = '>\nI make &lt;b&gt;maps&lt;/b&gt;.\r\nOften.</textarea>';

  it('a text that is sent after a sign-out in another tab is shown with the way to sign in', async () => {
    const userId = await newPerson(world, 'ida');
    const visitor = newVisitor(world);
    await visitor.signIn('ida', PASSWORD);
    await visitor.get(PROFILE);
    await visitor.post('/account/sign-out', {});
    const refused = await visitor.post(PROFILE, fields);
    expect([refused.status, refused.location]).toEqual([403, null]);
    expect(refused.html).toContain('You are signed out');
    expect(refused.html).toContain('Copy your text before you go on.');
    expect(refused.html).toContain('href="/account/sign-in?next=%2Faccount%2Fprofile"');
    expect(refused.html).toContain(shown);
    expect(refused.html).not.toContain('Ida Q');
    const { bio } = await world.platform.db.user.findUniqueOrThrow({ where: { id: userId } });
    expect(bio).toBeNull();
  });

  it('a form without a text redirects to the sign-in after a sign-out', async () => {
    const refused = await newVisitor(world).post(PROFILE, { ...fields, bio: ' ' });
    expect(refused.location).toBe('/account/sign-in?next=%2Faccount%2Fprofile');
  });

  it('a form without a browser session gets a problem document, also with a text', async () => {
    const headers = { Accept: 'application/json' };
    const refused = await newVisitor(world).post(PROFILE, fields, { headers });
    expect(JSON.parse(refused.html).code).toBe('unauthorized');
  });

  it('a text from another site is not shown', async () => {
    for (const Origin of ['https://evil.example', 'null', null]) {
      const visitor = newVisitor(world);
      const refused = await visitor.post(PROFILE, fields, { headers: { Origin } });
      expect([refused.status, refused.html.includes('maps')]).toEqual([403, false]);
    }
  });
});

describe('a program that is no browser', () => {
  it('a program gets problem documents instead of pages', async () => {
    const visitor = newVisitor(world);
    await visitor.get('/account/sign-in');
    const Accept = 'application/json';
    const answers = [
      await visitor.get('/account/nothing-here', { Accept }),
      await visitor.post('/account/sign-in', wrong, { headers: { Accept, Origin: null } }),
      await visitor.post('/account/sign-in', wrong, { headers: { Accept }, token: null }),
    ];
    expect(answers.map(({ html }) => JSON.parse(html).code)).toEqual([
      'not_found',
      'origin_mismatch',
      'forbidden',
    ]);
  });
});

describe('every page', () => {
  it.each([
    ['/account/sign-in/code', 303],
    ['/account/step-up', 303],
    ['/account/security', 303],
    ['/account/security/password', 303],
    ['/account/security/second-factor', 303],
    ['/account/continue?next=/oauth/authorize', 200],
    ['/account/continue?next=/elsewhere', 404],
    ['/account/nothing-here', 404],
  ])('%s runs no script, cannot be framed and is never cached', async (path, status) => {
    const answer = await newVisitor(world).get(path, { 'X-Request-Id': 'a-request' });
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'a-request',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
      ),
    });
    expect(answer.html).not.toMatch(/<script|style="|\son\w+=/);
  });

  it.each([
    ['ru-RU,ru;q=0.9', 'ru', 'Вход'],
    ['de-AT', 'de', 'Anmelden'],
    ['fr', 'en', 'Sign in'],
  ])('the sign-in page follows Accept-Language: %s', async (header, locale, title) => {
    const page = await newVisitor(world).get('/account/sign-in', { 'Accept-Language': header });
    expect(page.headers.get('content-language')).toBe(locale);
    expect(page.html).toContain(`<html lang="${locale}">`);
    expect(page.html).toContain(`<h1>${title}</h1>`);
  });

  it('pages keep the chosen language and ignore unsupported ones', async () => {
    const visitor = newVisitor(world);
    await visitor.get('/account/sign-in?lang=de');
    expect((await visitor.get('/account/sign-in')).headers.get('content-language')).toBe('de');
    await visitor.get('/account/sign-in?lang=xx');
    expect((await visitor.get('/account/nothing')).html).toContain('Seite nicht gefunden');
  });
});

describe('the security of an account', () => {
  it('a new password needs the old one, and ends the sessions of other browsers', async () => {
    await newPerson(world, 'xan');
    const [here, there] = [newVisitor(world), newVisitor(world)];
    await here.signIn('xan', PASSWORD);
    await there.signIn('xan', PASSWORD);
    const path = '/account/security/password';
    const chosen = { new: 'a much better one', repeated: 'a much better one' };
    expect(await here.fill(path, { old: 'wrong', ...chosen })).toMatchObject({ status: 422 });
    const old = { old: PASSWORD };
    expect(await here.fill(path, { ...old, new: 'short', repeated: 'short' })).toMatchObject({
      status: 422,
    });
    expect(await here.fill(path, { ...old, ...chosen, repeated: 'x' })).toMatchObject({
      status: 422,
    });
    expect(await there.get('/account/security')).toMatchObject({ status: 200 });
    expect(await here.fill(path, { ...old, ...chosen })).toMatchObject({ status: 303 });
    const told = await here.get('/account/security');
    expect(told.html).toContain('Your password was changed.');
    expect((await here.get('/account/security')).html).not.toContain('Your password was changed.');
    expect(await there.get('/account/security')).toMatchObject({ status: 303 });
    const stale = await newVisitor(world).fill('/account/sign-in', {
      login: 'xan',
      password: PASSWORD,
    });
    expect(stale.status).toBe(422);
    expect(await newVisitor(world).signIn('xan', chosen.new)).toMatchObject({ status: 303 });
  });

  it('a second factor is set up with the password and a first code, and its secret is encrypted in the database', async () => {
    const userId = await newPerson(world, 'yao');
    const visitor = newVisitor(world);
    await visitor.signIn('yao', PASSWORD);
    const path = '/account/security/second-factor';
    expect(await visitor.fill(path, { password: 'wrong' })).toMatchObject({ status: 422 });
    const offered = await visitor.fill(path, { password: PASSWORD });
    expect(offered.html).toContain('<svg class="qr"');
    const { offer, secret } = appOfferIn(offered);
    const confirm = { action: `${path}/confirm` };
    const user = () => world.platform.db.user.findUniqueOrThrow({ where: { id: userId } });
    expect((await user()).totpSecret).toBeNull();
    const wrongCode = await visitor.post(confirm.action, { offer, code: '000000' });
    expect(wrongCode.status).toBe(422);
    expect(wrongCode.html).toContain(secret);
    expect(
      await visitor.post(confirm.action, { offer: `${offer}A`, code: '000000' }),
    ).toMatchObject({ status: 400 });
    const code = codeOf(world, secret);
    const done = await visitor.post(confirm.action, { offer, code });
    expect(done.status).toBe(200);
    expect(done.html).toContain('Your second factor is set up.');
    expect(done.html).toContain('href="/account/security"');
    const { totpSecret } = await user();
    expect(Buffer.from(totpSecret ?? []).includes(secret)).toBe(false);
    // It was proved just now, and its code is used up.
    expect(await visitor.get(path)).toMatchObject({ status: 200 });
    const other = newVisitor(world);
    await other.signIn('yao', PASSWORD);
    expect(await other.fill('/account/sign-in/code', { code })).toMatchObject({ status: 422 });
    const trail = await world.platform.db.auditEntry.findMany({ where: { actorId: userId } });
    expect(trail.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['user.totp_enrolled', 'session.stepped_up']),
    );
    expect(JSON.stringify(trail)).not.toContain(secret);
  });
});
