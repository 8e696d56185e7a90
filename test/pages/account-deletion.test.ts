import { beforeAll, describe, expect, it } from 'vitest';
import {
  changeBlockByUsername,
  changeRoleByUsername,
  deleteAccount,
} from '../../src/modules/identity/index.js';
import { enqueue } from '../../src/platform/queue/queue.port.js';
import { createSystemContext } from '../../src/request/context.js';
import { useWorld } from '../harness.js';
import { meanwhile } from '../locks.js';
import { bareMod, newGame } from '../publishing.js';
import { everyNth, longTest } from '../rounds.js';
import { newSubscription } from '../webhooks.js';
import { codeOf, enrol, newPerson, PASSWORD } from './people.js';
import { newVisitor, sendGraphql, type Visitor } from './visitor.js';

const DELETE = '/account/delete';
const world = useWorld({}, { jobs: 'when-settled' });
const system = () => createSystemContext(world.platform, 'test');

beforeAll(() => newGame(world, 'brackenvale'));

async function person(username: string): Promise<Visitor & { userId: string }> {
  const userId = await newPerson(world, username, `${username}@example.org`);
  return { ...(await signedIn(username)), userId };
}

async function signedIn(username: string): Promise<Visitor> {
  const visitor = newVisitor(world);
  await visitor.signIn(username, PASSWORD);
  return visitor;
}

const ask = (visitor: Visitor, username: string, more: Record<string, string> = {}) =>
  visitor.fill(DELETE, { username, password: PASSWORD, ...more });
const userOf = (userId: string) =>
  world.platform.db.user.findUniqueOrThrow({ where: { id: userId } });
const modOf = (id: string) => world.platform.db.mod.findUniqueOrThrow({ where: { id } });
const templatesOf = async (userId: string) =>
  (await world.platform.db.mail.findMany({ where: { userId } })).map(({ template }) => template);

/** Makes a requested deletion due, and runs the job. */
async function becomeDue(userId: string): Promise<void> {
  const past = new Date(world.clock.now().getTime() - 1000);
  await world.platform.db.user.updateMany({
    where: { id: userId, deletionDueAt: { not: null } },
    data: { deletionDueAt: past },
  });
  await runJob();
}

async function runJob(): Promise<void> {
  await enqueue(world.platform.db, { kind: 'delete-accounts', payload: {} });
  await world.settled();
}

describe('the page that deletes an account', () => {
  it('a request ends sessions, keys and tokens at once, and mails the user', async () => {
    const ann = await person('ann');
    const other = await signedIn('ann');
    await ann.fill('/account/keys/new', { name: 'CI', scopes: 'webhooks:read', days: '30' });
    const asked = await ask(ann, 'ann');
    expect(asked.location).toBe(`${DELETE}/requested`);
    expect((await ann.get(`${DELETE}/requested`)).html).toContain('in 30 days');
    expect((await ann.get('/account/keys')).location).toContain('/account/sign-in');
    expect((await other.get('/account/keys')).location).toContain('/account/sign-in');
    const valid = { userId: ann.userId, revokedAt: null };
    expect(await world.platform.db.credential.count({ where: valid })).toBe(0);
    expect(await templatesOf(ann.userId)).toEqual(['deletion_requested']);
    const { state, deletionDueAt } = await userOf(ann.userId);
    expect(state).toBe('active');
    const days = ((deletionDueAt?.getTime() ?? 0) - world.clock.now().getTime()) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);
  });

  it('a wrong password, another username or a forged form deletes nothing', async () => {
    const ben = await person('ben');
    const wrong = await ask(ben, 'ben', { password: 'not it at all' });
    expect([wrong.status, wrong.html]).toEqual([422, expect.stringContaining('not your password')]);
    const named = await ask(ben, 'ann');
    expect([named.status, named.html]).toEqual([422, expect.stringContaining('not your username')]);
    const fields = { username: 'ben', password: PASSWORD };
    expect((await ben.post(DELETE, fields, { token: null })).status).toBe(403);
    const origin = { headers: { Origin: 'https://evil.example' } };
    expect((await ben.post(DELETE, fields, origin)).status).toBe(403);
    expect((await userOf(ben.userId)).deletionDueAt).toBeNull();
  });

  longTest('a recent second factor replaces the password', async () => {
    const userId = await newPerson(world, 'cas');
    const secret = await enrol(world, 'cas');
    const cas = await signedIn('cas');
    await cas.fill('/account/sign-in/code', { code: codeOf(world, secret) });
    expect((await cas.get(DELETE)).html).not.toContain('name="password"');
    await cas.fill(DELETE, { username: 'cas' });
    expect((await userOf(userId)).deletionDueAt).not.toBeNull();
  });

  it('staff cannot delete their account, also if the role came after the page', async () => {
    const dot = await person('dot');
    const page = await dot.get(DELETE);
    expect(page.html).toContain('name="password"');
    await changeRoleByUsername(system(), 'dot', 'moderator');
    const refused = await dot.post(DELETE, { username: 'dot', password: PASSWORD });
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('staff rights')]);
    expect((await dot.get(DELETE)).html).not.toContain('name="password"');
    expect((await userOf(dot.userId)).deletionDueAt).toBeNull();
  });

  longTest('a form that is sent twice at the same time requests one deletion', async () => {
    const eve = await person('eve');
    await eve.get(DELETE);
    const fields = { username: 'eve', password: PASSWORD };
    await Promise.all([eve.post(DELETE, fields), eve.post(DELETE, fields)]);
    expect(await templatesOf(eve.userId)).toEqual(['deletion_requested']);
  });

  it('a sign-in during the 30 days leads to the page that cancels, and to nothing else', async () => {
    const fay = await person('fay');
    await ask(fay, 'fay');
    const again = await signedIn('fay');
    for (const path of ['/account/security', '/account/keys/new', '/account/export', '/mods/x']) {
      expect((await again.get(path)).location).toBe(DELETE);
    }
    const response = await sendGraphql(world, again, '{ getMyProfile { username } }');
    expect(await response.text()).toContain('insufficient_scope');
    await again.fill(DELETE, {}, { action: `${DELETE}/cancel` });
    expect((await again.get(DELETE)).html).toContain('Your account stays.');
    expect((await again.get('/account/security')).status).toBe(200);
    await again.post(`${DELETE}/cancel`, {});
    await becomeDue(fay.userId);
    expect((await userOf(fay.userId)).state).toBe('active');
  });
});

describe('the job that deletes accounts', () => {
  it('an account that is due loses its personal data, and its username stays taken', async () => {
    const gil = await person('gil');
    await gil.fill('/account/profile', {
      displayName: 'Gil Name',
      bio: 'About me',
      links: 'https://gil.example.org',
      profileOpen: 'yes',
      locale: 'de',
    });
    await ask(gil, 'gil');
    await world.settled();
    await runJob();
    expect((await userOf(gil.userId)).state).toBe('active');
    await becomeDue(gil.userId);
    expect(await userOf(gil.userId)).toMatchObject({
      state: 'deleted',
      username: 'gil',
      displayName: 'Deleted user',
      email: null,
      passwordHash: null,
      totpSecret: null,
      bio: null,
      profileLinks: [],
      deletionDueAt: null,
      deletionRemovesMods: null,
    });
    const mails = await world.platform.db.mail.findMany({ where: { userId: gil.userId } });
    expect(mails).toMatchObject([{ template: 'account_deleted', outcome: 'sent', address: null }]);
    await runJob();
    expect(await templatesOf(gil.userId)).toEqual(['account_deleted']);
    await expect(newPerson(world, 'gil')).rejects.toMatchObject({ code: 'invalid_input' });
    const answer = await newVisitor(world).fill('/account/sign-in', {
      login: 'gil',
      password: PASSWORD,
    });
    expect(answer.status).toBe(422);
    await newPerson(world, 'gil2', 'gil@example.org');
  });

  it.each(
    everyNth(
      [
        ['stay with a placeholder', 'leave', 'draft'],
        ['are removed', 'remove', 'deleted'],
      ],
      2,
    ),
  )(
    'mods without another owner %s, and other teams lose the member',
    async (_what, mods, state) => {
      const creator = await world.creator(`hal-${mods}`);
      const friend = await world.creator(`ida-${mods}`);
      const { id: own } = await bareMod(creator, 'brackenvale');
      const { id: shared } = await bareMod(friend, 'brackenvale');
      const { db } = world.platform;
      const { teamId } = await modOf(shared);
      const { userId } = creator;
      await db.teamMember.create({ data: { teamId, userId, role: 'owner' } });
      const data = { deletionDueAt: world.clock.now(), deletionRemovesMods: mods === 'remove' };
      await db.user.update({ where: { id: userId }, data });
      await becomeDue(userId);
      const left = await modOf(own);
      expect(left.state).toBe(state);
      if (mods === 'leave')
        expect(left.document).toMatchObject({ author: { displayName: 'Deleted user' } });
      expect((await modOf(shared)).state).toBe('draft');
      expect(await db.teamMember.count({ where: { teamId, userId } })).toBe(0);
      expect(await db.teamMember.count({ where: { teamId } })).toBe(1);
    },
  );

  longTest(
    'a run after a crash settles the mods of an account that is already deleted',
    async () => {
      const creator = await world.creator('jan');
      const { id } = await bareMod(creator, 'brackenvale');
      await world.platform.db.user.update({
        where: { id: creator.userId },
        data: { state: 'deleted', deletionRemovesMods: true },
      });
      await runJob();
      const mod = await modOf(id);
      expect(mod.state).toBe('deleted');
      expect((await userOf(creator.userId)).deletionRemovesMods).toBeNull();
    },
  );

  longTest('a cancellation and the job at the same time: one of them wins completely', async () => {
    for (let round = 0; round < 4; round += 1) {
      const kim = await person(`kim${round}`);
      await ask(kim, `kim${round}`);
      const again = await signedIn(`kim${round}`);
      await again.get(DELETE);
      const [cancelled] = await Promise.all([
        again.post(`${DELETE}/cancel`, {}),
        becomeDue(kim.userId),
      ]);
      const { state, email, deletionDueAt } = await userOf(kim.userId);
      expect(deletionDueAt).toBeNull();
      expect(email === null).toBe(state === 'deleted');
      expect((await templatesOf(kim.userId)).includes('account_deleted')).toBe(state === 'deleted');
      if (state === 'active') expect(cancelled.status).toBe(303);
    }
  });

  it('applications, keys and webhooks of a deleted account end, and lose their names', async () => {
    const nia = await world.creator('nia');
    const { db, clock } = world.platform;
    const subscriptionId = await newSubscription(world, nia);
    const app = await db.app.create({
      data: {
        clientId: 'client_nia',
        kind: 'public',
        ownerId: nia.userId,
        name: 'Tool of Nia',
        redirectUris: ['https://nia.example.org/back'],
      },
    });
    const { userId } = await world.creator('oda');
    const grant = await db.appGrant.create({ data: { appId: app.id, userId } });
    const data = { deletionDueAt: clock.now(), deletionRemovesMods: false };
    await db.user.update({ where: { id: nia.userId }, data });
    await becomeDue(nia.userId);
    const webhook = await db.webhookSubscription.findUnique({ where: { id: subscriptionId } });
    expect(webhook?.state).toBe('deleted');
    const ended = await db.app.findUniqueOrThrow({ where: { id: app.id } });
    expect(ended.deletedAt).not.toBeNull();
    expect(JSON.stringify(ended)).not.toMatch(/nia\.example|Tool of Nia/);
    const keys = await db.credential.findMany({ where: { userId: nia.userId } });
    expect(keys.map(({ name }) => name)).toEqual(['Deleted key']);
    const { revokedAt } = await db.appGrant.findUniqueOrThrow({ where: { id: grant.id } });
    expect(revokedAt).not.toBeNull();
  });

  longTest('a job that waits for a cancellation deletes nothing', async () => {
    const mia = await person('mia');
    await ask(mia, 'mia');
    const where = { id: mia.userId };
    await world.platform.db.user.update({ where, data: { deletionDueAt: world.clock.now() } });
    const { waited } = await meanwhile(
      world,
      (tx) => tx.user.update({ where, data: { deletionDueAt: null, deletionRemovesMods: null } }),
      () => deleteAccount(system(), mia.userId),
    );
    expect([waited, (await userOf(mia.userId)).state]).toEqual([true, 'active']);
  });

  longTest('a blocked account is deleted in time too', async () => {
    const lea = await person('lea');
    await ask(lea, 'lea');
    await changeBlockByUsername(system(), 'lea', true);
    await becomeDue(lea.userId);
    expect((await userOf(lea.userId)).state).toBe('deleted');
  });
});
