import { beforeAll, describe, expect, it } from 'vitest';
import { checkSignIn } from '../../src/modules/identity/index.js';
import { LIMITS } from '../../src/registry/limits.js';
import { createSystemContext } from '../../src/request/context.js';
import type { Creator } from '../actors.js';
import { useWorld } from '../harness.js';
import { newApplication } from '../oauth/applications.js';
import { newBrowser } from '../oauth/browser.js';
import { authorize } from '../oauth/code-flow.js';
import { operate } from './operator.js';

const world = useWorld({}, { jobs: 'when-settled' });
let ada: Creator;

beforeAll(async () => {
  ada = await world.creator('ada');
});

const signsIn = async (password: string) => {
  const ctx = createSystemContext(world.platform, 'test');
  return (await checkSignIn(ctx, { login: 'ada', password })) !== null;
};

describe('user password', () => {
  it('user password sets the given password and prints the account alone', async () => {
    const { exitCode, printed } = await operate(
      world,
      'user password --username ada --password "three random words"',
    );
    expect({ exitCode, printed }).toEqual({ exitCode: 0, printed: { user_id: ada.userId } });
    expect(await signsIn('three random words')).toBe(true);
  });

  it('user password prints a generated password if none is given, and the account signs in with it', async () => {
    const { printed } = await operate(world, 'user password --username ada');
    expect(printed).toEqual({
      user_id: ada.userId,
      password: expect.stringMatching(/^[\w-]{20}$/),
    });
    expect(await signsIn(printed.password)).toBe(true);
    expect(await signsIn('three random words')).toBe(false);
  });

  it('user password ends sessions, tokens and approvals, writes one audit entry and sends one mail', async () => {
    const bob = await world.creator('bob');
    const { db } = world.platform;
    await db.user.update({ where: { id: bob.userId }, data: { email: 'bob@example.org' } });
    const browser = newBrowser(world.platform, world.baseUrl);
    await browser.signIn(bob.userId);
    const app = await newApplication(world, ada.userId);
    const { tokens } = await authorize(app, browser, { scope: 'mods:read' });
    const bearer = { Authorization: `Bearer ${tokens.access_token}` };
    const statuses = async () => [
      (await bob.get('/me')).status,
      (await world.anon.get('/me', bearer)).status,
      (await browser.open('/account/security')).url.includes('/account/sign-in'),
    ];
    expect(await statuses()).toEqual([200, 200, false]);
    expect((await operate(world, 'user password --username bob')).exitCode).toBe(0);
    expect(await statuses()).toEqual([401, 401, true]);
    const entries = await db.auditEntry.findMany({
      where: { action: 'user.password_changed', targetId: bob.userId },
    });
    expect(entries).toMatchObject([
      { data: { sessions: 'ended', tokens: 'ended', applications: 'ended' } },
    ]);
    expect(
      await db.mail.count({ where: { template: 'password_changed', userId: bob.userId } }),
    ).toBe(1);
  });

  it.each([
    ['user password --username nobody', { code: 'user_not_found' }],
    [
      'user password --username ada --password short',
      { code: 'invalid_input', fields: [{ field: 'password', code: 'too_short' }] },
    ],
    ['user password', { error: '--username is needed' }],
  ])('%s changes nothing and prints the reason', async (line, why) => {
    expect(LIMITS.passwordCharactersMin).toBeGreaterThan('short'.length);
    const before = await world.platform.db.user.findMany({ select: { passwordHash: true } });
    const { exitCode, printed, refused } = await operate(world, line);
    expect([exitCode, printed]).toEqual([1, null]);
    expect(refused).toMatchObject(why);
    const after = await world.platform.db.user.findMany({ select: { passwordHash: true } });
    expect(after).toEqual(before);
  });
});
