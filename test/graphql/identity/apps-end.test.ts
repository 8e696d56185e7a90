import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import {
  DELETE,
  DISABLE,
  ENABLE,
  READ,
  REVOKE,
  ROTATE,
  register,
  SUBMIT,
  submitted,
  UPDATE,
} from './apps.js';
import { type SignedIn, signIn } from './signed-in.js';

const world = useWorld({}, { jobs: 'when-settled' });
let creator: Creator;
let alice: SignedIn;
let bob: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  creator = await world.creator('alice');
  alice = await signIn(world, creator.userId);
  bob = await signIn(world, (await world.creator('bob')).userId);
  const { userId } = await world.creator('root');
  await world.platform.db.user.update({ where: { id: userId }, data: { role: 'admin' } });
  admin = await signIn(world, userId);
});

/** The record kinds that the OAuth issuer stores. */
const KINDS = [
  'AccessToken',
  'AuthorizationCode',
  'DeviceCode',
  'Grant',
  'Interaction',
  'RefreshToken',
];

/** Creates one issuer record of each kind for each user. */
async function authorize(app: Json, users: readonly string[]): Promise<void> {
  const { db } = world.platform;
  for (const userId of users) {
    await db.appGrant.create({ data: { appId: app.id, userId, scopes: ['mods:read'] } });
    await db.oauthRecord.createMany({
      data: KINDS.map((kind) => ({
        kind,
        idHash: new Uint8Array(randomBytes(32)),
        payload: {},
        clientId: app.clientId,
        userId,
        grantId: randomUUID(),
      })),
    });
  }
}

/** The kinds of the issuer records of an application, optionally of one user. */
async function kept(app: Json, userId?: string): Promise<string[]> {
  const where = { clientId: app.clientId, ...(userId ? { userId } : {}) };
  const rows = await world.platform.db.oauthRecord.findMany({ where });
  return rows.map((row) => row.kind).toSorted();
}

const eventsOf = async (app: Json) => {
  const rows = await world.platform.db.outboxEvent.findMany({
    where: { subjectId: app.id },
    orderBy: { id: 'asc' },
  });
  return rows.map((row: Json) => row.data.change);
};

/**
 * The access events about applications of an account. Checks them against the account's revision.
 */
async function toldOf(userId: string): Promise<Json[]> {
  const { db } = world.platform;
  const events = await db.outboxEvent.findMany({
    where: { kind: 'account.access.changed', subjectId: userId },
    orderBy: { id: 'asc' },
  });
  const told = events.map(({ data }): Json => data);
  const { accessRevision } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  // Without an event, it is that of the user's first token.
  expect(told.at(-1)?.access_revision ?? 2).toBe(accessRevision);
  return told.filter(({ categories }) => categories.includes('applications'));
}

describe('rotateAppSecret', () => {
  it('rotateAppSecret replaces the secret and revokes everything issued with it except access tokens', async () => {
    const app = await register(alice, { kind: 'confidential' });
    const other = await register(alice, { kind: 'confidential' });
    await authorize(app, [bob.userId]);
    await authorize(other, [bob.userId]);
    const { rotateAppSecret } = await alice.run(ROTATE, app);
    expect(rotateAppSecret.secret).toMatch(/^mfoc_/);
    expect(rotateAppSecret.secret).not.toBe(app.secret);
    expect(rotateAppSecret.app.secretHint).toBe(rotateAppSecret.secret.slice(0, 21));
    expect(await kept(app)).toEqual(['AccessToken', 'Grant']);
    expect(await kept(other)).toEqual(KINDS);
    expect(await eventsOf(app)).toEqual(['registered', 'secret_rotated']);
  });

  it('rotateAppSecret succeeds once if a form is sent twice', async () => {
    const app = await register(alice, { kind: 'confidential' });
    const tries = [alice.run(ROTATE, app), alice.run(ROTATE, app)];
    const ended = await Promise.allSettled(tries);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await alice.refusal(ROTATE, app)).toBe('precondition_failed');
  });

  it('rotateAppSecret requires a second factor, the owner and a confidential application', async () => {
    const app = await register(alice, { kind: 'confidential' });
    const weak = await signIn(world, creator.userId, { aal2: false });
    expect(await weak.refusal(ROTATE, app)).toBe('step_up_required');
    expect(await bob.refusal(ROTATE, app)).toBe('not_found');
    const open = await register(alice);
    expect(await alice.refusal(ROTATE, open)).toBe('invalid_state');
    const { body } = await creator.graphql(ROTATE, { id: app.id, etag: app.etag });
    expect(body.errors[0].extensions.code).toBe('forbidden');
  });
});

describe('deleteApp', () => {
  it('deleteApp removes the grants of all users and frees the name', async () => {
    const app = await register(alice, { kind: 'confidential', name: 'Short life' });
    await authorize(app, [bob.userId, creator.userId]);
    expect((await alice.run(DELETE, { id: app.id })).deleteApp).toBe(app.id);
    expect(await kept(app)).toEqual([]);
    const row = await world.platform.db.app.findUniqueOrThrow({
      where: { id: app.id },
      include: { appGrants: true },
    });
    expect(row).toMatchObject({
      secretHash: null,
      deletedAt: expect.any(Date),
      disabledAt: expect.any(Date),
    });
    const ends = row.appGrants.map(({ revokedAt }) => revokedAt);
    expect(ends).toEqual([expect.any(Date), expect.any(Date)]);
    const { myAppGrants } = await bob.run('{ myAppGrants { items { clientId } } }');
    expect(myAppGrants.items).not.toContainEqual({ clientId: app.clientId });
    const { myApps } = await alice.run('{ myApps(limit: 100) { items { id } } }');
    expect(myApps.items).not.toContainEqual({ id: app.id });
    await register(alice, { name: 'Short life' });
  });

  it('deleteApp emits an access event to each user who authorized the application, with a constant number of statements', async () => {
    const hal = (await world.creator('hal')).userId;
    const deleted = async (users: readonly string[]) => {
      const app = await register(alice);
      await authorize(app, users);
      return world.statements(() => alice.run(DELETE, { id: app.id }));
    };
    const before = await Promise.all([bob.userId, hal, alice.userId].map(toldOf));
    const one = await deleted([bob.userId]);
    const many = await deleted([bob.userId, hal]);
    const after = await Promise.all([bob.userId, hal, alice.userId].map(toldOf));
    expect(after.map((told, at) => told.length - (before[at]?.length ?? 0))).toEqual([2, 1, 0]);
    expect(many).toHaveLength(one.length);
  });

  it('a deleted application returns gone to its owner and not_found to other users', async () => {
    const app = await submitted(alice);
    await alice.run(DELETE, { id: app.id });
    const etag = app.etag;
    expect(await alice.refusal(READ, { id: app.id })).toBe('gone');
    expect(await alice.refusal(DELETE, { id: app.id })).toBe('gone');
    expect(await alice.refusal(SUBMIT, { id: app.id })).toBe('gone');
    expect(await alice.refusal(UPDATE, { id: app.id, etag, input: {} })).toBe('gone');
    expect(await admin.refusal(ENABLE, { id: app.id })).toBe('gone');
    expect(await bob.refusal(READ, { id: app.id })).toBe('not_found');
    const { appsUnderReview } = await admin.run('{ appsUnderReview(limit: 100) { items { id } } }');
    expect(appsUnderReview.items).not.toContainEqual({ id: app.id });
  });

  it('deleteApp is allowed only for the owner in a browser session', async () => {
    const app = await register(alice);
    expect(await bob.refusal(DELETE, { id: app.id })).toBe('not_found');
    expect(await admin.refusal(DELETE, { id: app.id })).toBe('not_found');
    const { body } = await creator.graphql(DELETE, { id: app.id });
    expect(body.errors[0].extensions.code).toBe('forbidden');
  });
});

describe('disableApp and enableApp', () => {
  it('disableApp deletes pending records and keeps grants and tokens for enableApp', async () => {
    const app = await register(alice);
    await authorize(app, [bob.userId]);
    const { disableApp } = await admin.run(DISABLE, { id: app.id });
    expect(disableApp.disabledAt).not.toBeNull();
    expect(await kept(app)).toEqual(['AccessToken', 'Grant', 'RefreshToken']);
    expect((await admin.run(DISABLE, { id: app.id })).disableApp).toEqual(disableApp);
    const { enableApp } = await admin.run(ENABLE, { id: app.id });
    expect(enableApp.disabledAt).toBeNull();
    expect(await kept(app)).toEqual(['AccessToken', 'Grant', 'RefreshToken']);
    expect((await admin.run(ENABLE, { id: app.id })).enableApp).toEqual(enableApp);
    expect(await eventsOf(app)).toEqual(['registered', 'disabled', 'enabled']);
  });

  it('disableApp and enableApp require a second factor', async () => {
    const app = await register(alice);
    const weak = await signIn(world, admin.userId, { aal2: false });
    expect(await weak.refusal(DISABLE, { id: app.id })).toBe('step_up_required');
    await admin.run(DISABLE, { id: app.id });
    expect(await weak.refusal(ENABLE, { id: app.id })).toBe('step_up_required');
    expect((await alice.run(READ, { id: app.id })).app.disabledAt).not.toBeNull();
  });

  it('a disabled application is switched only by admins, and its owner can only delete it', async () => {
    const app = await submitted(alice, { kind: 'confidential' });
    for (const other of [alice, bob]) {
      expect(await other.refusal(DISABLE, { id: app.id })).toBe('forbidden');
      expect(await other.refusal(ENABLE, { id: app.id })).toBe('forbidden');
    }
    const { disableApp } = await admin.run(DISABLE, { id: app.id });
    const variables = { id: app.id, etag: disableApp.etag, input: { name: 'Still here' } };
    expect(await alice.refusal(UPDATE, variables)).toBe('invalid_state');
    expect(await alice.refusal(SUBMIT, { id: app.id })).toBe('invalid_state');
    expect(await alice.refusal(ROTATE, app)).toBe('invalid_state');
    expect((await alice.run(READ, { id: app.id })).app.disabledAt).not.toBeNull();
    await alice.run(DELETE, { id: app.id });
  });
});

describe('myAppGrants and revokeAppGrant', () => {
  it('myAppGrants lists only the grants of the viewer, with the application and its scopes', async () => {
    const app = await register(alice, { name: 'Listed' });
    await authorize(app, [bob.userId]);
    const query = '{ myAppGrants { items { id clientId appName scopes disabledAt } } }';
    const { items } = (await bob.run(query)).myAppGrants;
    expect(items.find((item: Json) => item.clientId === app.clientId)).toMatchObject({
      appName: 'Listed',
      scopes: ['mods:read'],
      disabledAt: null,
    });
    const mine = (await alice.run(query)).myAppGrants.items;
    expect(mine.find((item: Json) => item.clientId === app.clientId)).toBeUndefined();
  });

  it('revokeAppGrant revokes the grant of the viewer only, at once, and is idempotent', async () => {
    const { db } = world.platform;
    const app = await register(alice);
    await authorize(app, [bob.userId, creator.userId]);
    const appGrant = await db.appGrant.findFirstOrThrow({
      where: { appId: app.id, userId: bob.userId },
    });
    expect(await alice.refusal(REVOKE, { id: appGrant.id })).toBe('not_found');
    expect(await alice.refusal(REVOKE, { id: 'nonsense' })).toBe('not_found');
    const told = (await toldOf(bob.userId)).length;
    expect((await bob.run(REVOKE, { id: appGrant.id })).revokeAppGrant).toBe(appGrant.id);
    expect((await bob.run(REVOKE, { id: appGrant.id })).revokeAppGrant).toBe(appGrant.id);
    expect(await toldOf(bob.userId)).toHaveLength(told + 1);
    expect(await kept(app, bob.userId)).toEqual([]);
    expect(await kept(app, creator.userId)).toEqual(KINDS);
    const audit = await db.auditEntry.findMany({
      where: { action: 'app.grant_revoked', targetId: app.id },
    });
    expect(audit).toHaveLength(1);
  });

  it('revokeAppGrant is forbidden for a personal access token', async () => {
    const { body } = await creator.graphql(REVOKE, { id: randomUUID() });
    expect(body.errors[0].extensions.code).toBe('forbidden');
  });
});
