import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashPassword } from '../../src/modules/identity/accounts/password.js';
import {
  checkSignIn,
  confirmTotp,
  makePendingSignIn,
  offerTotp,
  readPendingSignIn,
  setBlocked,
  setRole,
  startSession,
  totpPlace,
  verifySession,
} from '../../src/modules/identity/index.js';
import type { Tx } from '../../src/platform/database/connect.js';
import type { RegisteredError } from '../../src/registry/errors.js';
import { LIMITS } from '../../src/registry/limits.js';
import { createSystemContext } from '../../src/request/context.js';
import { useWorld } from '../harness.js';
import { meanwhile } from '../locks.js';
import { codeOf, enrol, newPerson, PASSWORD } from './people.js';
import { newVisitor } from './visitor.js';

const SESSION = 'modport_session';
const world = useWorld();

describe('signing in', () => {
  it('the right password opens a session whose cookie is HttpOnly and SameSite', async () => {
    await newPerson(world, 'ann', 'Ann@Example.org');
    const visitor = newVisitor(world);
    const answer = await visitor.fill('/account/sign-in?next=/account/security/password', {
      login: 'ann',
      password: PASSWORD,
    });
    expect(answer).toMatchObject({ status: 303, location: '/account/security/password' });
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith(SESSION));
    expect(cookie).toMatch(/^modport_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=/);
    const page = await visitor.get('/account/security');
    expect(page.status).toBe(200);
    expect(page.html).toContain('ann');
    const again = newVisitor(world);
    expect(await again.signIn(' ANN@example.ORG', PASSWORD)).toMatchObject({
      location: '/account/security',
    });
  });

  it('sign-in shows one error for an unknown name, an account without a password and a wrong password', async () => {
    await newPerson(world, 'bea');
    await world.creator('no-password');
    const texts = [];
    for (const login of ['bea', 'nobody-here', 'no-password', 'nobody@example.org']) {
      const answer = await newVisitor(world).fill('/account/sign-in', { login, password: 'wrong' });
      expect(answer).toMatchObject({ status: 422, location: null });
      expect(answer.headers.getSetCookie().join()).not.toContain(SESSION);
      texts.push(/role="alert">(.*?)<\/div>/.exec(answer.html)?.[1]);
    }
    expect(new Set(texts)).toEqual(new Set(['<p>Wrong username, e-mail or password.</p>']));
  });

  it('sign-in never redirects to another origin', async () => {
    await newPerson(world, 'cid');
    const hostile = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/%09/evil.example/..//evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
      '/..//evil.example',
      '/a/../..//evil.example',
      '/.//evil.example',
      '\\\\evil.example',
      'http:evil.example',
    ];
    for (const next of hostile) {
      const visitor = newVisitor(world);
      visitor.cookies.set('modport_visit', 'x'.repeat(43));
      const path = `/account/sign-in?next=${encodeURIComponent(next)}`;
      const page = await visitor.get(path);
      expect(page.html).not.toMatch(/(href|action)="(?!\/(?!\/)|#)/);
    }
    const visitor = newVisitor(world);
    await visitor.signIn('cid', PASSWORD);
    for (const next of hostile) {
      const path = `/account/sign-in?next=${encodeURIComponent(next)}`;
      const { status, location } = await visitor.get(path);
      expect(status).toBe(303);
      expect(new URL(location ?? '', world.baseUrl).origin).toBe(new URL(world.baseUrl).origin);
    }
  });

  it('each sign-in opens a new session and ends the previous one (no fixation)', async () => {
    await newPerson(world, 'dan');
    const visitor = newVisitor(world);
    const planted = 'p'.repeat(43);
    visitor.cookies.set(SESSION, planted);
    await visitor.signIn('dan', PASSWORD);
    const first = visitor.cookies.get(SESSION) ?? '';
    expect(first).not.toBe(planted);
    await visitor.fill('/account/sign-in?again', { login: 'dan', password: PASSWORD });
    const second = visitor.cookies.get(SESSION) ?? '';
    expect(second).not.toBe(first);
    visitor.cookies.set(SESSION, first);
    expect(await visitor.get('/account/security')).toMatchObject({ status: 303 });
  });

  it('only the right password reveals that an account is blocked', async () => {
    await newPerson(world, 'eve');
    const visitor = newVisitor(world);
    await visitor.signIn('eve', PASSWORD);
    const ctx = createSystemContext(world.platform, 'test');
    await setBlocked(ctx, 'eve', true);
    const page = await visitor.get('/account/security');
    expect(page.status).toBe(403);
    expect(page.html).toContain('account_blocked');
    expect(visitor.cookies.has(SESSION)).toBe(false);
    const wrong = await newVisitor(world).fill('/account/sign-in', { login: 'eve', password: 'x' });
    expect(wrong.status).toBe(422);
    const right = { login: 'eve', password: PASSWORD };
    const told = await newVisitor(world).fill('/account/sign-in', right);
    expect(told.status).toBe(403);
  });

  it('the sessions of a blocked account end and stay ended after it is unblocked', async () => {
    await newPerson(world, 'fay');
    const visitor = newVisitor(world);
    await visitor.signIn('fay', PASSWORD);
    const ctx = createSystemContext(world.platform, 'test');
    await setBlocked(ctx, 'fay', true);
    await setBlocked(ctx, 'fay', false);
    expect(await visitor.get('/account/security')).toMatchObject({ status: 303 });
  });

  it('a sign-out ends the session, also for a copy of its cookie', async () => {
    await newPerson(world, 'gus');
    const visitor = newVisitor(world);
    await visitor.signIn('gus', PASSWORD);
    const token = visitor.cookies.get(SESSION) ?? '';
    const out = await visitor.fill('/account/security', {}, { action: '/account/sign-out' });
    expect(out).toMatchObject({ status: 303, location: '/account/sign-in' });
    expect(visitor.cookies.has(SESSION)).toBe(false);
    visitor.cookies.set(SESSION, token);
    expect(await visitor.get('/account/security')).toMatchObject({
      status: 303,
      location: '/account/sign-in?next=%2Faccount%2Fsecurity',
    });
  });
});

describe('a second factor', () => {
  it('the code step follows only the right password', async () => {
    await newPerson(world, 'hal');
    const secret = await enrol(world, 'hal');
    const visitor = newVisitor(world);
    const first = await visitor.fill('/account/sign-in?next=/account/security', {
      login: 'hal',
      password: PASSWORD,
    });
    expect(first.location).toBe('/account/sign-in/code?next=%2Faccount%2Fsecurity');
    expect(visitor.cookies.has(SESSION)).toBe(false);
    const path = first.location ?? '';
    expect(await visitor.fill(path, { code: '000000' })).toMatchObject({ status: 422 });
    const done = await visitor.fill(path, { code: codeOf(world, secret) });
    expect(done).toMatchObject({ status: 303, location: '/account/security' });
    const session = await world.platform.db.webSession.findFirstOrThrow({
      where: { user: { username: 'hal' } },
    });
    expect(session.aal2At).not.toBeNull();
    const stranger = newVisitor(world);
    expect(await stranger.get('/account/sign-in/code')).toMatchObject({
      status: 303,
      location: '/account/sign-in',
    });
  });

  it('a code is refused if it is reused, older than the last one, or off by two steps', async () => {
    await newPerson(world, 'ida');
    const secret = await enrol(world, 'ida');
    const visitor = newVisitor(world);
    await visitor.signIn('ida', PASSWORD);
    const path = '/account/sign-in/code';
    expect(await visitor.fill(path, { code: codeOf(world, secret, -2) })).toMatchObject({
      status: 422,
    });
    expect(await visitor.fill(path, { code: codeOf(world, secret, 2) })).toMatchObject({
      status: 422,
    });
    const code = codeOf(world, secret);
    const twice = await Promise.all([1, 2].map(() => visitor.post(path, { code })));
    expect(twice.map(({ status }) => status).sort()).toEqual([303, 422]);
    await visitor.fill('/account/sign-in?again', { login: 'ida', password: PASSWORD });
    expect(await visitor.fill(path, { code })).toMatchObject({ status: 422 });
    expect(await visitor.fill(path, { code: codeOf(world, secret, -1) })).toMatchObject({
      status: 422,
    });
    expect(await visitor.fill(path, { code: codeOf(world, secret, 1) })).toMatchObject({
      status: 303,
    });
  });

  it('a step-up lasts fifteen minutes under a new session token', async () => {
    await newPerson(world, 'jon');
    const visitor = newVisitor(world);
    await visitor.signIn('jon', PASSWORD);
    const explained = await visitor.get('/account/step-up');
    expect(explained.html).toContain('href="/account/security/second-factor"');
    // As an operator gives it, which ends all sessions.
    const secret = await enrol(world, 'jon');
    expect(await visitor.get('/account/security')).toMatchObject({ status: 303 });
    await visitor.signIn('jon', PASSWORD);
    await visitor.fill('/account/sign-in/code', { code: codeOf(world, secret, -1) });
    world.clock.advance(15 * 60 + 1);
    const before = visitor.cookies.get(SESSION) ?? '';
    expect(await visitor.get('/account/security/second-factor')).toMatchObject({
      location: '/account/step-up?next=%2Faccount%2Fsecurity%2Fsecond-factor',
    });
    const done = await visitor.fill('/account/step-up?next=/account/security/second-factor', {
      code: codeOf(world, secret),
    });
    expect(done.location).toBe('/account/security/second-factor');
    expect(await visitor.get('/account/security/second-factor')).toMatchObject({ status: 200 });
    const thief = newVisitor(world);
    thief.cookies.set(SESSION, before);
    expect(await thief.get('/account/security')).toMatchObject({ status: 303 });
    world.clock.advance(15 * 60 + 1);
    expect(await visitor.get('/account/security/second-factor')).toMatchObject({ status: 303 });
  });
});

describe('a second factor of two that are offered', () => {
  it('an enrolment overtaken by another second factor needs a step-up first, and then ends other sessions', async () => {
    const userId = await newPerson(world, 'quy');
    const { platform, clock } = world;
    const system = createSystemContext(platform, 'test');
    const { token } = await startSession(system, { userId, aal2: false });
    const other = await startSession(system, { userId, aal2: false });
    const viewer = await verifySession(platform, token);
    if (!viewer) throw new Error('the session is good');
    const ctx = createSystemContext(platform, 'test', viewer);
    const offers = [await offerTotp(ctx, PASSWORD), await offerTotp(ctx, PASSWORD)];
    const [first, second] = offers;
    if (!first || !second) throw new Error('the password is right');
    const code = codeOf(world, second.secret);
    const sealed = platform.vault.seal(totpPlace(userId), first.secret);
    const { waited, result } = await meanwhile(
      world,
      (tx) => tx.user.update({ where: { id: userId }, data: { totpSecret: sealed } }),
      () => confirmTotp(ctx, second, code).catch((error: RegisteredError) => error.code),
    );
    expect([waited, result]).toEqual([true, 'step_up_required']);
    const { totpSecret } = await platform.db.user.findUniqueOrThrow({ where: { id: userId } });
    expect(totpSecret).toEqual(sealed);
    expect(await verifySession(platform, other.token)).not.toBeNull();
    const credential = { ...viewer.credential, aal2At: clock.now() };
    const proven = createSystemContext(platform, 'test', { ...viewer, credential });
    expect(await confirmTotp(proven, second, code)).toBe(true);
    expect(await verifySession(platform, token)).not.toBeNull();
    expect(await verifySession(platform, other.token)).toBeNull();
  });
});

describe.each(['moderator', 'admin'] as const)('the first second factor of a %s', (role) => {
  const path = '/account/security/second-factor';
  /** A session with a password alone, and the offer that it got before the role. */
  async function staff(username: string) {
    const userId = await newPerson(world, username);
    const visitor = newVisitor(world);
    await visitor.signIn(username, PASSWORD);
    const { html } = await visitor.fill(path, { password: PASSWORD });
    const offer = /name="offer" value="([\w-]+)"/.exec(html)?.[1] ?? '';
    const secret = /secret=([A-Z2-7]{32})/.exec(html)?.[1] ?? '';
    await world.platform.db.user.update({ where: { id: userId }, data: { role } });
    return { userId, visitor, offer, secret };
  }
  const secretOf = async (id: string) =>
    (await world.platform.db.user.findUniqueOrThrow({ where: { id } })).totpSecret;

  it('a stolen password does not suffice to set up a second factor', async () => {
    const { userId, visitor, offer, secret } = await staff(`thief-${role}`);
    expect(await visitor.post(path, { password: PASSWORD })).toMatchObject({ status: 403 });
    const code = codeOf(world, secret);
    expect(await visitor.post(`${path}/confirm`, { offer, code })).toMatchObject({ status: 403 });
    expect(await secretOf(userId)).toBeNull();
  });

  it.each([
    ['en', 'only an operator'],
    ['ru', 'только оператор'],
    ['de', 'nur ein Betreiber'],
  ])('the page explains it in %s and has no form for it', async (locale, words) => {
    const { visitor } = await staff(`reads-${role}-${locale}`);
    const { status, html } = await visitor.get(path, { 'Accept-Language': locale });
    expect([status, html.includes(words)]).toEqual([200, true]);
    expect(html).not.toContain('name="password"');
  });

  it('an enrolment that began before the role change sets up no second factor', async () => {
    const { userId, visitor, offer, secret } = await staff(`late-${role}`);
    await world.platform.db.user.update({ where: { id: userId }, data: { role: 'user' } });
    const code = codeOf(world, secret);
    const { waited, result } = await meanwhile(
      world,
      (tx) => tx.user.update({ where: { id: userId }, data: { role } }),
      () => visitor.post(`${path}/confirm`, { offer, code }),
    );
    expect([waited, result.status]).toEqual([true, 403]);
    expect(await secretOf(userId)).toBeNull();
  });

  it('a second factor from before the role is kept and can be replaced', async () => {
    const { userId, visitor, offer, secret } = await staff(`own-${role}`);
    await world.platform.db.user.update({ where: { id: userId }, data: { role: 'user' } });
    const code = codeOf(world, secret);
    await visitor.post(`${path}/confirm`, { offer, code });
    const before = await secretOf(userId);
    await setRole(createSystemContext(world.platform, 'test'), `own-${role}`, role);
    expect(await secretOf(userId)).toEqual(before);
    const offered = await visitor.fill(path, { password: PASSWORD });
    expect(offered.html).toContain('name="offer"');
  });
});

describe('the sessions of one account', () => {
  it("signing out everywhere else ends the user's other sessions and no session of another user", async () => {
    const userId = await newPerson(world, 'ron');
    const visitor = newVisitor(world);
    await visitor.signIn('ron', PASSWORD);
    const ctx = createSystemContext(world.platform, 'test');
    const other = await startSession(ctx, { userId, aal2: false });
    const stranger = await startSession(ctx, {
      userId: await newPerson(world, 'sue'),
      aal2: false,
    });
    for (const locale of ['ru', 'de', 'en']) {
      expect((await visitor.get(`/account/security?lang=${locale}`)).html).toContain(
        'action="/account/security/sign-out-others"',
      );
    }
    const action = '/account/security/sign-out-others';
    const done = await visitor.fill('/account/security', {}, { action });
    expect(done).toMatchObject({ status: 303, location: '/account/security' });
    const { html } = await visitor.get('/account/security');
    expect(html).toContain('You are signed out of all other browsers.');
    expect(await verifySession(world.platform, other.token)).toBeNull();
    expect(await verifySession(world.platform, stranger.token)).not.toBeNull();
  });

  it('a sign-in beyond the session limit ends the oldest session, also with concurrent sign-ins', async () => {
    const userId = await newPerson(world, 'pia');
    const ctx = createSystemContext(world.platform, 'test');
    const { platform, clock } = world;
    const first = await startSession(ctx, { userId, aal2: false });
    clock.advance(1);
    const second = await startSession(ctx, { userId, aal2: false });
    clock.advance(1);
    const expiresAt = new Date(clock.now().getTime() + 60_000);
    await platform.db.webSession.createMany({
      data: Array.from({ length: LIMITS.webSessionsPerUser - 2 }, () => ({
        tokenHash: new Uint8Array(randomBytes(32)),
        createdAt: clock.now(),
        expiresAt,
        userId,
      })),
    });
    expect(await verifySession(platform, first.token)).not.toBeNull();
    clock.advance(1);
    const more = [1, 2].map(() => startSession(ctx, { userId, aal2: false }));
    const begun = await Promise.all(more);
    for (const { token } of [first, second])
      expect(await verifySession(platform, token)).toBeNull();
    for (const { token } of begun) expect(await verifySession(platform, token)).not.toBeNull();
    // Nothing is kept of those that ended.
    const kept = await platform.db.webSession.count({ where: { userId } });
    expect(kept).toBe(LIMITS.webSessionsPerUser);
  });
});

describe('a sign-in that is overtaken', () => {
  const sessionsOf = (username: string) =>
    world.platform.db.webSession.count({ where: { user: { username }, revokedAt: null } });

  it.each([
    ['kim', 'by a new password', { passwordHash: 'scrypt$2$8$1$c2FsdA$a2V5' }, 303],
    ['lea', 'by a second factor', { totpSecret: new Uint8Array([1]) }, 303],
    ['max', 'by being blocked', { state: 'blocked' }, 403],
  ] as const)('leaves no session: of %s, %s', async (username, _, data, status) => {
    await newPerson(world, username);
    const visitor = newVisitor(world);
    await visitor.get('/account/sign-in');
    const { waited, result } = await meanwhile(
      world,
      (tx: Tx) => tx.user.update({ where: { username }, data }),
      () => visitor.post('/account/sign-in', { login: username, password: PASSWORD }),
    );
    expect([waited, result.status]).toEqual([true, status]);
    if (status === 303) expect(result.location).toMatch(/^\/account\/sign-in\?/);
    expect(visitor.cookies.has(SESSION)).toBe(false);
    expect(await sessionsOf(username)).toBe(0);
  });

  it('an overtaken sign-in leaves no session after its second factor', async () => {
    await newPerson(world, 'ned');
    const code = codeOf(world, await enrol(world, 'ned'));
    const visitor = newVisitor(world);
    await visitor.signIn('ned', PASSWORD);
    const path = '/account/sign-in/code';
    await visitor.get(path);
    const passwordHash = await hashPassword('another one');
    const { waited, result } = await meanwhile(
      world,
      (tx) => tx.user.update({ where: { username: 'ned' }, data: { passwordHash } }),
      () => visitor.post(path, { code }),
    );
    expect([waited, result.status]).toEqual([true, 303]);
    expect(visitor.cookies.has(SESSION)).toBe(false);
    expect(await sessionsOf('ned')).toBe(0);
  });

  it('an overtaken sign-in cannot continue to the code step', async () => {
    await newPerson(world, 'ola');
    await enrol(world, 'ola');
    const ctx = createSystemContext(world.platform, 'test');
    const proven = await checkSignIn(ctx, { login: 'ola', password: PASSWORD });
    if (!proven) throw new Error('the password is right');
    expect(await readPendingSignIn(ctx, makePendingSignIn(ctx, proven))).not.toBeNull();
    await world.platform.db.user.update({
      where: { username: 'ola' },
      data: { passwordHash: await hashPassword('another one') },
    });
    expect(await readPendingSignIn(ctx, makePendingSignIn(ctx, proven))).toBeNull();
  });
});
