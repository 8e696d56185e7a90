import { beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../src/modules/identity/accounts/password.js';
import {
  changeRoleByUsername,
  checkSignIn,
  confirmTotp,
  makePendingSignIn,
  offerTotp,
  readPendingSignIn,
  startSession,
  totpPlace,
  verifySession,
} from '../../src/modules/identity/index.js';
import type { RegisteredError } from '../../src/registry/errors.js';
import { createSystemContext } from '../../src/request/context.js';
import { CHEAP_PASSWORDS, useWorld } from '../harness.js';
import { meanwhile } from '../locks.js';
import { longTest, withLong } from '../rounds.js';
import { appOfferIn, codeOf, enrol, newPerson, PASSWORD } from './people.js';
import { newVisitor } from './visitor.js';

const SESSION = 'modport_session';
const world = useWorld();

// A code is good for one step of 30 seconds, which must not end during a test.
beforeAll(() => world.clock.stop());

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
  it('a second click that arrives after the set-up leads to the new factor, and not to another set-up', async () => {
    await newPerson(world, 'kim');
    const visitor = newVisitor(world);
    await visitor.signIn('kim', PASSWORD);
    const path = '/account/security/second-factor';
    const { offer, secret } = appOfferIn(await visitor.fill(path, { password: PASSWORD }));
    const code = codeOf(world, secret);
    const second = newVisitor(world);
    for (const [name, value] of visitor.cookies) second.cookies.set(name, value);
    expect((await visitor.post(`${path}/confirm`, { offer, code })).status).toBe(200);
    const { status, location } = await second.post(`${path}/confirm`, { offer, code });
    expect(status).toBe(303);
    // The browser has the cookie of the first response by now.
    const next = await visitor.get(location ?? '');
    expect(next).toMatchObject({ status: 303, location: '/account/security' });
    expect((await visitor.get('/account/security')).html).toContain('10 recovery codes left');
  });

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
    expect((await confirmTotp(proven, second, code))?.codes).toHaveLength(10);
    expect(await verifySession(platform, token)).not.toBeNull();
    expect(await verifySession(platform, other.token)).toBeNull();
  });
});

describe.each(withLong(['moderator'] as const, ['admin'] as const))(
  'the first second factor of a %s',
  (role) => {
    const path = '/account/security/second-factor';
    /** A session with a password alone, and the offer that it got before the role. */
    async function staff(username: string) {
      const userId = await newPerson(world, username);
      const visitor = newVisitor(world);
      await visitor.signIn(username, PASSWORD);
      const { offer, secret } = appOfferIn(await visitor.fill(path, { password: PASSWORD }));
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
      await changeRoleByUsername(createSystemContext(world.platform, 'test'), `own-${role}`, role);
      expect(await secretOf(userId)).toEqual(before);
      const offered = await visitor.fill(path, { password: PASSWORD });
      expect(offered.html).toContain('name="offer"');
    });
  },
);

describe('a sign-in that is overtaken before its second factor', () => {
  longTest('an overtaken sign-in leaves no session after its second factor', async () => {
    await newPerson(world, 'ned');
    const code = codeOf(world, await enrol(world, 'ned'));
    const visitor = newVisitor(world);
    await visitor.signIn('ned', PASSWORD);
    const path = '/account/sign-in/code';
    await visitor.get(path);
    const passwordHash = await hashPassword('another one', CHEAP_PASSWORDS);
    const { waited, result } = await meanwhile(
      world,
      (tx) => tx.user.update({ where: { username: 'ned' }, data: { passwordHash } }),
      () => visitor.post(path, { code }),
    );
    expect([waited, result.status]).toEqual([true, 303]);
    expect(visitor.cookies.has(SESSION)).toBe(false);
    const where = { user: { username: 'ned' }, revokedAt: null };
    expect(await world.platform.db.webSession.count({ where })).toBe(0);
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
      data: { passwordHash: await hashPassword('another one', CHEAP_PASSWORDS) },
    });
    expect(await readPendingSignIn(ctx, makePendingSignIn(ctx, proven))).toBeNull();
  });
});
