import { describe, expect, it } from 'vitest';
import { setPassword } from '../../src/modules/identity/index.js';
import { enqueue } from '../../src/platform/queue/queue.port.js';
import { LIMITS } from '../../src/registry/limits.js';
import { createSystemContext } from '../../src/request/context.js';
import { newId } from '../../src/request/ids.js';
import { type Actor, withSecret } from '../actors.js';
import { signIn } from '../graphql/identity/signed-in.js';
import { signedInVisitor } from '../pages/access.js';
import { PASSWORD } from '../pages/people.js';
import { bareMod } from '../publishing.js';
import { addOwner, exchange, GITHUB, trust } from '../trusted-publishing.js';
import { type Application, newApplication } from './applications.js';
import { newBrowser } from './browser.js';
import { authorize } from './code-flow.js';
import { useCiExchange } from './use-ci-exchange.js';

const NEW = 'a fresh password';
const CREATE = `mutation ($modId: ID!, $input: TrustedPublisherInput!) {
  createTrustedPublisher(modId: $modId, input: $input) { id } }`;
const ci = useCiExchange();
const { world, signed } = ci;
const system = () => createSystemContext(world.platform, 'test');
const input = (workflow: string = GITHUB.workflow) => ({
  issuer: ci.issuer.url,
  provider: 'github',
  ...GITHUB,
  workflow,
});

/** An owner with a password, and a mod. */
async function ownerNamed(username: string) {
  const creator = await world.creator(username);
  await setPassword(system(), { username, password: PASSWORD });
  const token = await creator.withToken({});
  const modId: string = (await bareMod(token, 'trusted')).id;
  return { ...creator, token, modId };
}
type Owner = Awaited<ReturnType<typeof ownerNamed>>;

/** Creates a trusted publisher in a browser session. */
async function trustInSession({ userId, modId }: Owner, workflow?: string): Promise<string> {
  const session = await signIn(world, userId);
  return (await session.run(CREATE, { modId, input: input(workflow) })).createTrustedPublisher.id;
}

/** Creates a trusted publisher with a token, a key or the token of an application. */
const trustWith = async (actor: Actor, { modId }: Owner, workflow?: string): Promise<string> =>
  (await trust(actor, modId, input(workflow))).id;

/** Creates one as an application that the owner approved after a second factor. */
async function trustByApp(app: Application, owner: Owner, workflow?: string): Promise<string> {
  const browser = newBrowser(world.platform, world.baseUrl);
  await browser.signIn(owner.userId, true);
  const { tokens } = await authorize(app, browser, { scope: 'teams:admin' });
  const actor = withSecret(world.baseUrl, tokens.access_token, app.clientId);
  return trustWith(actor, owner, workflow);
}

const newApp = () =>
  newApplication(world, ci.ada.userId, {
    scopes: ['teams:admin'],
    approvedScopes: ['teams:admin'],
  });

const idOf = async (actor: Actor): Promise<string> =>
  (await actor.get('/me')).body.data.credential.id;
const revoke = async ({ token }: Owner, id: string) =>
  expect((await token.request('DELETE', `/api-keys/${id}`)).status).toBe(204);
/** Which of these trusted publishers are removed. */
async function removed(...ids: string[]): Promise<boolean[]> {
  const rows = await world.platform.db.trustedPublisher.findMany({ where: { id: { in: ids } } });
  return ids.map((id) => rows.find((row) => row.id === id)?.removedAt instanceof Date);
}

const exchanged = async ({ modId }: Owner) => exchange(world, modId, await signed());
const runOf = async (owner: Owner): Promise<Actor> =>
  withSecret(world.baseUrl, String((await exchanged(owner)).body.access_token));
const status = async (run: Actor, { modId }: Owner) => (await run.get(`/mods/${modId}`)).status;

/** Changes the password on the page, and keeps some kinds of access. */
async function change({ userId }: Owner, keeps = ''): Promise<void> {
  const visitor = await signedInVisitor(world, userId);
  const fields = { old: PASSWORD, new: NEW, repeated: NEW, ...(keeps ? { offered: keeps } : {}) };
  expect((await visitor.fill('/account/security/password', fields)).status).toBe(303);
}

describe('tokens of CI runs', () => {
  it('a new password that ends only tokens and keys ends the tokens of CI runs', async () => {
    const owner = await ownerNamed('bea');
    await trustInSession(owner);
    const run = await runOf(owner);
    expect(await status(run, owner)).toBe(200);
    await change(owner, 'sessions applications');
    expect(await status(run, owner)).toBe(401);
    expect((await exchanged(owner)).status).toBe(200);
  });

  it('a new password that ends only applications keeps the tokens of CI runs', async () => {
    const owner = await ownerNamed('cai');
    await trustInSession(owner);
    const run = await runOf(owner);
    await change(owner, 'sessions tokens');
    expect(await status(run, owner)).toBe(200);
  });
});

describe('the end of the token, key or application that created a trusted publisher', () => {
  it('a revoked key ends its trusted publishers and their runs, and the owners get a mail', async () => {
    const owner = await ownerNamed('dan');
    const friend = await world.creator('friend');
    await addOwner(world, owner.modId, friend);
    const key = await owner.withToken({});
    const id = await trustWith(key, owner);
    const mine = await trustInSession(owner, 'mine.yml');
    const run = await runOf(owner);
    expect(await status(run, owner)).toBe(200);
    const credentialId = await idOf(key);
    await revoke(owner, credentialId);
    expect(await status(run, owner)).toBe(401);
    expect((await exchanged(owner)).body.error).toBe('invalid_grant');
    expect(await removed(id, mine)).toEqual([true, false]);
    const { db } = world.platform;
    const line = { action: 'trusted_publisher.removed', targetId: owner.modId };
    expect(await db.auditEntry.findFirst({ where: line })).toMatchObject({
      actorId: owner.userId,
      data: { trusted_publisher_id: id, credential_id: credentialId },
    });
    const where = { userId: friend.userId, template: 'trusted_publisher_changed' };
    const mails = await db.mail.findMany({ where, orderBy: { id: 'asc' } });
    expect(mails.map(({ params }) => params)).toMatchObject([
      { change: 'ended', actor: 'dan', modId: owner.modId },
      { change: 'added' },
    ]);
  });

  it('a rotated key passes its trusted publishers to its replacement, and adds no further ones', async () => {
    const owner = await ownerNamed('eli');
    const key = await owner.withToken({});
    const id = await trustWith(key, owner);
    const next = (await owner.token.post(`/api-keys/${await idOf(key)}/rotate`)).body.data;
    const path = `/beta/mods/${owner.modId}/trusted-publishers`;
    expect(await key.post(path, input('late.yml'))).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', detail: expect.stringContaining('replaced') },
    });
    await revoke(owner, await idOf(key));
    expect(await removed(id)).toEqual([false]);
    expect((await exchanged(owner)).status).toBe(200);
    await revoke(owner, next.id);
    expect(await removed(id)).toEqual([true]);
  });

  it('a rotation by a process of the previous release passes trusted publishers on', async () => {
    const owner = await ownerNamed('lea');
    const key = await owner.withToken({});
    const id = await trustWith(key, owner);
    const { db } = world.platform;
    const old = await db.credential.findUniqueOrThrow({ where: { id: await idOf(key) } });
    const successor = { ...old, id: newId(), keyId: newId(), rotatedFromId: old.id };
    await db.credential.create({ data: successor });
    expect(await db.trustedPublisher.findUnique({ where: { id } })).toMatchObject({
      credentialId: successor.id,
    });
  });

  it('the end of a key causes no mail about the workflows of a former owner', async () => {
    const owner = await ownerNamed('max');
    const friend = await world.creator('stays');
    await addOwner(world, owner.modId, friend);
    const key = await owner.withToken({});
    const id = await trustWith(key, owner);
    const { db } = world.platform;
    await db.mail.deleteMany({ where: { userId: friend.userId } });
    await db.teamMember.deleteMany({ where: { userId: owner.userId } });
    await revoke(owner, await idOf(key));
    expect(await removed(id)).toEqual([true]);
    expect(await db.mail.count({ where: { userId: friend.userId } })).toBe(0);
  });

  it('the owners get a mail about a workflow that a former owner had added as well', async () => {
    const owner = await ownerNamed('ned');
    const former = await world.creator('former');
    const key = await owner.withToken({});
    const { db } = world.platform;
    const id = await trustWith(key, owner);
    const row = await db.trustedPublisher.findUniqueOrThrow({ where: { id } });
    const again = { ...row, id: newId(), createdById: former.userId, environment: 'other' };
    await db.trustedPublisher.create({ data: again });
    await db.mail.deleteMany({ where: { userId: owner.userId } });
    await revoke(owner, await idOf(key));
    expect(await removed(id, again.id)).toEqual([true, true]);
    expect(await db.mail.count({ where: { userId: owner.userId } })).toBe(1);
  });

  it('an account adds trusted publishers to all mods up to its limit', async () => {
    const owner = await ownerNamed('nia');
    const elsewhere = (await bareMod(owner.token, 'trusted')).id;
    const { db } = world.platform;
    const id = await trustInSession({ ...owner, modId: elsewhere });
    const row = await db.trustedPublisher.findUniqueOrThrow({ where: { id } });
    const most = LIMITS.trustedPublishersPerAccount;
    const others = Array.from({ length: most - 2 }, () => ({ ...row, id: newId() }));
    await db.trustedPublisher.createMany({ data: others });
    await trustWith(owner.token, owner, 'last.yml');
    const path = `/beta/mods/${owner.modId}/trusted-publishers`;
    expect(await owner.token.post(path, input('more.yml'))).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', detail: expect.stringContaining(String(most)) },
    });
  });

  it('a trusted publisher ends with the approval of the application that created it', async () => {
    const [owner, app] = [await ownerNamed('gus'), await newApp()];
    const [id, mine] = [await trustByApp(app, owner), await trustInSession(owner, 'mine.yml')];
    const grant = await world.platform.db.appGrant.findFirstOrThrow({ where: { appId: app.id } });
    const session = await signIn(world, owner.userId);
    await session.run('mutation ($id: ID!) { revokeAppGrant(id: $id) }', { id: grant.id });
    expect(await removed(id, mine)).toEqual([true, false]);
  });
});

describe('trusted publishers and a new password', () => {
  /** Trusted publishers of a session, a token and an application, in this order. */
  async function robbed(username: string) {
    const owner = await ownerNamed(username);
    const ids = [
      await trustInSession(owner, 'session.yml'),
      await trustWith(owner.token, owner, 'token.yml'),
      await trustByApp(await newApp(), owner, 'app.yml'),
    ];
    return { owner, ids };
  }

  it('a new password removes the trusted publishers of its user, and not those of other owners', async () => {
    const { owner, ids } = await robbed('hana');
    const friend = await world.creator('other');
    await addOwner(world, owner.modId, friend);
    const others = await trustWith(friend, owner);
    await change(owner);
    expect(await removed(...ids, others)).toEqual([true, true, true, false]);
  });

  it.each([
    ['sessions', [false, true, true]],
    ['tokens', [true, false, true]],
    ['applications', [true, true, false]],
  ])('a new password that keeps %s keeps the trusted publishers of these', async (kept, ended) => {
    const { owner, ids } = await robbed(`keeps-${kept}`);
    await change(owner, kept);
    expect(await removed(...ids)).toEqual(ended);
  });

  it('a requested deletion removes the trusted publishers of its user', async () => {
    const { owner, ids } = await robbed('ike');
    const visitor = await signedInVisitor(world, owner.userId);
    await visitor.fill('/account/delete', { username: 'ike', password: PASSWORD });
    expect(await removed(...ids)).toEqual([true, true, true]);
  });

  it('the end of many trusted publishers takes the statements of one, and mails about mods of others stay limited', async () => {
    const { userId: authorId } = await world.creator('author of many');
    const { db } = world.platform;
    const ends = async (username: string, mods: number) => {
      const owner = await ownerNamed(username);
      for (let made = 0; made < mods; made += 1) {
        const { id: modId } = await bareMod(owner.token, 'trusted');
        for (const nth of ['1', '2']) await trustInSession({ ...owner, modId }, `w${nth}.yml`);
        await db.mod.update({ where: { id: modId }, data: { authorId } });
      }
      await db.mail.deleteMany({ where: { userId: owner.userId } });
      const sent = await world.statements(() => setPassword(system(), { username, password: NEW }));
      const where = { userId: owner.userId, template: 'trusted_publisher_changed' };
      return { statements: sent.length, mails: await db.mail.count({ where }) };
    };
    const few = await ends('jon', 1);
    const many = await ends('kit', LIMITS.teamMailsPerDay / 2 + 1);
    expect(few.mails).toBe(2);
    expect(many).toEqual({ statements: few.statements, mails: LIMITS.teamMailsPerDay });
  });
});

it('a trusted publisher of an expired token gets no access, and the clean-up removes it', async () => {
  // The library measures the life of access tokens by the clock of the machine, so this test is last.
  const owner = await ownerNamed('fin');
  const id = await trustWith(await owner.withToken({ lifetimeSeconds: 3600 }), owner);
  const stays = await trustInSession(owner, 'mine.yml');
  expect((await exchanged(owner)).status).toBe(200);
  world.clock.advance(3600);
  expect((await exchanged(owner)).body.error).toBe('invalid_grant');
  const listed = await owner.token.get(`/beta/mods/${owner.modId}/trusted-publishers`);
  expect(listed.body.data.map(({ active }: { active: boolean }) => active)).toEqual([false, true]);
  await enqueue(world.platform.db, { kind: 'sweep-identity', payload: {} });
  await world.settled();
  expect(await removed(id, stays)).toEqual([true, false]);
});
