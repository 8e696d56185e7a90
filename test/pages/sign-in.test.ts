import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  changeBlockByUsername,
  startSession,
  verifySession,
} from '../../src/modules/identity/index.js';
import type { Tx } from '../../src/platform/database/connect.js';
import { LIMITS } from '../../src/registry/limits.js';
import { createSystemContext } from '../../src/request/context.js';
import { useWorld } from '../harness.js';
import { meanwhile } from '../locks.js';
import { newPerson, PASSWORD } from './people.js';
import { newVisitor } from './visitor.js';

const SESSION = 'modport_session';
const DAY = 24 * 3600;
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

  it('a blocked account is named only after the right password', async () => {
    await newPerson(world, 'eve');
    const visitor = newVisitor(world);
    await visitor.signIn('eve', PASSWORD);
    const ctx = createSystemContext(world.platform, 'test');
    await changeBlockByUsername(ctx, 'eve', true);
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
    await changeBlockByUsername(ctx, 'fay', true);
    await changeBlockByUsername(ctx, 'fay', false);
    expect(await visitor.get('/account/security')).toMatchObject({ status: 303 });
  });

  it('a session lasts thirty days', async () => {
    const userId = await newPerson(world, 'ina');
    const visitor = newVisitor(world);
    const { headers } = await visitor.signIn('ina', PASSWORD);
    const { createdAt, expiresAt } = await world.platform.db.webSession.findFirstOrThrow({
      where: { userId },
    });
    const cookie = headers.getSetCookie().find((line) => line.startsWith(SESSION));
    expect(cookie).toContain(`Expires=${expiresAt.toUTCString()}`);
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(30 * DAY * 1000);
    // The clock also runs by itself, so that the last minute is not exact.
    world.clock.advance(30 * DAY - 60);
    expect(await visitor.get('/account/security')).toMatchObject({ status: 200 });
    world.clock.advance(60);
    expect(await visitor.get('/account/security')).toMatchObject({
      status: 303,
      location: '/account/sign-in?next=%2Faccount%2Fsecurity',
    });
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
  ] as const)(
    'a sign-in of %s opens no session if it is overtaken %s',
    async (username, _, data, status) => {
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
    },
  );
});
