import { beforeAll, describe, expect, it } from 'vitest';
import { grantEntitlement, revokeEntitlement } from '../../../src/modules/delivery/index.js';
import { changeRoleByUsername, createUser } from '../../../src/modules/identity/index.js';
import { createSystemContext } from '../../../src/request/context.js';
import type { Actor, Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { untilSomebodyWaits, whileRowLocked } from '../../locks.js';
import { bareMod, newGame, readyVersion } from '../../publishing.js';
import { type SignedIn, signIn } from '../identity/signed-in.js';

const world = useWorld();
let alice: Creator;
let root: Creator;
let admin: SignedIn;
let modId: string;

beforeAll(async () => {
  await newGame(world, 'rights');
  alice = await world.creator('alice');
  root = await world.creator('root');
  await changeRoleByUsername(createSystemContext(world.platform, 'test'), 'root', 'admin');
  admin = await signIn(world, root.userId);
  modId = (await bareMod(alice, 'rights')).id;
});

const ALL = 'id userId kind resourceId expiresAt revokedAt';
const grantMutation = (userId: string, more: string) =>
  `mutation { grantEntitlement(userId: "${userId}", ${more}) { ${ALL} } }`;
const revoke = (userId: string, more: string) =>
  `mutation { revokeEntitlement(userId: "${userId}", ${more}) { ${ALL} } }`;
const ofMod = (id = modId) => `kind: mod, resourceId: "${id}"`;
const inSeconds = (seconds: number) =>
  new Date(world.clock.now().getTime() + seconds * 1000).toISOString();
const until = (end: string) => `kind: subscriber, expiresAt: "${end}"`;

/** Creates an account with access revision 1. */
const newUser = (username: string) =>
  createUser(createSystemContext(world.platform, 'test'), { username });

const revisionOf = async (id: string) =>
  (await world.platform.db.user.findUniqueOrThrow({ where: { id } })).accessRevision;

describe('grantEntitlement and revokeEntitlement', () => {
  it('grantEntitlement is allowed only for admins, in a session or with admin:*', async () => {
    const codeOf = async (actor: Actor) =>
      (await actor.graphql(grantMutation(alice.userId, ofMod()))).body.errors?.[0].extensions
        .code ?? null;
    const mary = await world.creator('mary');
    await changeRoleByUsername(createSystemContext(world.platform, 'test'), 'mary', 'moderator');
    expect(await codeOf(world.anon)).toBe('unauthorized');
    expect(await codeOf(await alice.withToken({ scopes: 'admin:*' }))).toBe('forbidden');
    expect(await codeOf(await mary.withToken({ scopes: 'admin:*' }))).toBe('forbidden');
    expect(await codeOf(root)).toBe('insufficient_scope');
    const limited = await root.withToken({ scopes: 'admin:*', modIds: [modId] });
    expect(await codeOf(limited)).toBe('resource_scope_denied');
    const entitled = { where: { userId: alice.userId } };
    expect(await world.platform.db.entitlement.count(entitled)).toBe(0);
    expect(await codeOf(await root.withToken({ scopes: 'admin:*' }))).toBeNull();
    const { revokeEntitlement: revoked } = await admin.run(revoke(alice.userId, ofMod()));
    expect(revoked.revokedAt).not.toBeNull();
  });

  it('each change of an entitlement increments the access revision once, with audit entry and event', async () => {
    const userId = await newUser('bob');
    const end = inSeconds(3600);
    const steps: [string, number][] = [
      [grantMutation(userId, ofMod()), 2],
      [grantMutation(userId, ofMod()), 2],
      [grantMutation(userId, until(end)), 3],
      [grantMutation(userId, until(end)), 3],
      [grantMutation(userId, 'kind: subscriber'), 4],
      [revoke(userId, ofMod()), 5],
      [revoke(userId, 'kind: subscriber'), 6],
      [grantMutation(userId, ofMod()), 7],
    ];
    for (const [source, revision] of steps) {
      await admin.run(source);
      expect([source, await revisionOf(userId)]).toEqual([source, revision]);
    }
    const { db } = world.platform;
    const where = { targetId: userId, action: { startsWith: 'entitlement.' } };
    const lines = await db.auditEntry.findMany({ where, orderBy: { at: 'asc' } });
    expect(lines.map(({ action }) => action.split('.')[1])).toEqual([
      'granted',
      'granted',
      'renewed',
      'revoked',
      'revoked',
      'granted',
    ]);
    expect(lines.every(({ actorId }) => actorId === root.userId)).toBe(true);
    const events = await db.outboxEvent.findMany({
      where: { subjectId: userId },
      orderBy: { occurredAt: 'asc' },
    });
    expect(events.map(({ data }) => data)).toEqual(
      [2, 3, 4, 5, 6, 7].map((revision) => ({
        access_revision: revision,
        categories: ['entitlements'],
      })),
    );
    const { body } = await alice.graphql('{ getMe { accessRevision } }');
    expect(body.data.getMe.accessRevision).toBe(await revisionOf(alice.userId));
  });

  it('grantEntitlement renews an expired entitlement on the same row, and revokeEntitlement returns not_found for it', async () => {
    const userId = await newUser('carl');
    const first = await admin.run(grantMutation(userId, until(inSeconds(60))));
    world.clock.advance(60);
    expect(await admin.refusal(revoke(userId, 'kind: subscriber'))).toBe('not_found');
    const again = await admin.run(grantMutation(userId, until(inSeconds(60))));
    expect(again.grantEntitlement.id).toBe(first.grantEntitlement.id);
    const revoked = await admin.run(revoke(userId, 'kind: subscriber'));
    expect(revoked.revokeEntitlement.id).toBe(first.grantEntitlement.id);
    const second = await admin.run(grantMutation(userId, 'kind: subscriber'));
    expect(second.grantEntitlement.id).not.toBe(first.grantEntitlement.id);
    expect(await revisionOf(userId)).toBe(5);
  });

  it.each([
    ['kind: mod', 'resourceId', 'required'],
    ['kind: artifact', 'resourceId', 'required'],
    ['kind: subscriber, resourceId: "x"', 'resourceId', 'not_allowed'],
    ['kind: subscriber, expiresAt: "2001-01-01T00:00:00Z"', 'expiresAt', 'too_small'],
  ])('grantEntitlement refuses %s and names the field', async (more, field, code) => {
    const fault = ['invalid_input', [{ field, code }]];
    expect(await admin.refusal(grantMutation(alice.userId, more))).toEqual(fault);
  });

  it('grantEntitlement refuses an end equal to the current time', async () => {
    const ctx = createSystemContext(world.platform, 'test');
    const now = world.clock.now();
    const frozen = { ...ctx, platform: { ...ctx.platform, clock: { now: () => now } } };
    const ended = { userId: alice.userId, kind: 'subscriber', expiresAt: now } as const;
    await expect(grantEntitlement(frozen, ended)).rejects.toThrow('invalid_input');
  });

  it('grantEntitlement and revokeEntitlement return not_found codes for unknown and deleted accounts and resources', async () => {
    const nowhere = '00000000-0000-7000-8000-000000000000';
    expect(await admin.refusal(grantMutation(alice.userId, ofMod(nowhere)))).toBe('not_found');
    for (const id of [nowhere, 'nobody']) {
      expect(await admin.refusal(grantMutation(id, 'kind: subscriber'))).toBe('user_not_found');
      expect(await admin.refusal(revoke(id, 'kind: subscriber'))).toBe('user_not_found');
    }
    const dora = await world.creator('dora');
    const where = { id: dora.userId };
    await world.platform.db.user.update({ where, data: { state: 'deleted' } });
    expect(await admin.refusal(grantMutation(dora.userId, 'kind: subscriber'))).toBe(
      'user_not_found',
    );
  });
});

/** Locks an account until all calls wait for it, then lets them run concurrently. */
async function atOnce<T>(userId: string, work: (() => Promise<T>)[]): Promise<T[]> {
  const begun = await whileRowLocked(world, ['users', userId], async () => {
    const results = Promise.all(work.map((begin) => begin()));
    await untilSomebodyWaits(world.platform.db, work.length);
    return { results };
  });
  return begun.results;
}

describe('concurrent changes of entitlements', () => {
  it('two equal concurrent grants create one entitlement and one revision', async () => {
    const userId = await newUser('erik');
    const ctx = createSystemContext(world.platform, 'test');
    const give = () => grantEntitlement(ctx, { userId, kind: 'subscriber', expiresAt: null });
    const [first, second] = await atOnce(userId, [give, give]);
    expect(second).toEqual(first);
    expect(await world.platform.db.entitlement.count({ where: { userId } })).toBe(1);
    expect(await revisionOf(userId)).toBe(2);
  });

  it('two concurrent revocations revoke the entitlement once', async () => {
    const userId = await newUser('fred');
    const ctx = createSystemContext(world.platform, 'test');
    await grantEntitlement(ctx, { userId, kind: 'subscriber', expiresAt: null });
    const take = () =>
      revokeEntitlement(ctx, { userId, kind: 'subscriber' }).then(
        () => 'taken',
        ({ code }) => code,
      );
    expect((await atOnce(userId, [take, take])).toSorted()).toEqual(['not_found', 'taken']);
    expect(await revisionOf(userId)).toBe(3);
  });

  it('concurrent changes of role and entitlement get one access revision each', async () => {
    const userId = await newUser('gus');
    const ctx = createSystemContext(world.platform, 'test');
    await atOnce<unknown>(userId, [
      () => changeRoleByUsername(ctx, 'gus', 'moderator'),
      () => changeRoleByUsername(ctx, 'gus', 'moderator'),
      () => grantEntitlement(ctx, { userId, kind: 'mod', resourceId: modId, expiresAt: null }),
    ]);
    const { db } = world.platform;
    const events = await db.outboxEvent.findMany({ where: { subjectId: userId } });
    const revisions = events.map(({ data }) => JSON.parse(JSON.stringify(data)).access_revision);
    expect(revisions.toSorted()).toEqual([2, 3]);
    expect(await revisionOf(userId)).toBe(3);
  });
});

describe('listModEntitlements', () => {
  const LIST = `query ($modId: ID!, $cursor: String) {
    listModEntitlements(modId: $modId, limit: 2, cursor: $cursor) {
      items { userId username kind artifactId filename expiresAt } pagination { nextCursor }
    }
  }`;
  const list = async (actor: Actor, id: string, cursor?: string) => {
    const { body } = await actor.graphql(LIST, { modId: id, cursor });
    return body.errors?.[0].extensions.code ?? body.data.listModEntitlements;
  };

  it('the list has the valid rights to the mod and its files page by page, and no others', async () => {
    const { id } = await bareMod(alice, 'rights');
    const other = (await bareMod(alice, 'rights')).id;
    const { artifactId } = await readyVersion(world, alice, id, { version: '1.0.0' });
    const names = ['holder-a', 'holder-b', 'holder-c', 'holder-d', 'holder-e'];
    const [ann, ben, cleo, dora, emil] = await Promise.all(names.map(newUser));
    const file = `kind: artifact, resourceId: "${artifactId}"`;
    for (const [userId, right] of [
      [ann, ofMod(id)],
      [ben, file],
      [cleo, `${ofMod(id)}, expiresAt: "${inSeconds(60)}"`],
      [dora, ofMod(id)],
      [emil, ofMod(other)],
      [emil, 'kind: subscriber'],
    ] as const) {
      await admin.run(grantMutation(userId ?? '', right));
    }
    await admin.run(revoke(dora ?? '', ofMod(id)));
    const first = await list(alice, id);
    expect(first.items.map((it: Json) => it.username)).toEqual(['holder-c', 'holder-b']);
    expect(first.items[1]).toMatchObject({ kind: 'artifact', artifactId, expiresAt: null });
    expect(first.items[1].filename).toEqual(expect.any(String));
    const second = await list(alice, id, first.pagination.nextCursor);
    expect(second).toMatchObject({
      items: [{ username: 'holder-a', kind: 'mod', artifactId: null, filename: null }],
      pagination: { nextCursor: null },
    });
    world.clock.advance(61);
    const later = await list(alice, id);
    expect(later.items.map((it: Json) => it.username)).toEqual(['holder-b', 'holder-a']);
  });

  it('the rights to a mod are read only by its owners, with a credential that covers it', async () => {
    const eve = await world.creator('eve');
    const max = await world.creator('max');
    await alice.graphql(
      `mutation { setModTeamMember(modId: "${modId}", userId: "${max.userId}", role: maintainer) { role } }`,
    );
    expect(await list(world.anon, modId)).toBe('unauthorized');
    expect(await list(eve, modId)).toBe('not_found');
    expect(await list(max, modId)).toBe('team_role_denied');
    expect(await list(await alice.withToken({ scopes: 'mods:read' }), modId)).toBe(
      'insufficient_scope',
    );
    const elsewhereId = (await bareMod(alice, 'rights')).id;
    const elsewhere = await alice.withToken({ modIds: [elsewhereId] });
    expect(await list(elsewhere, modId)).toBe('resource_scope_denied');
    expect(await list(alice, 'x')).toBe('not_found');
    expect((await list(alice, elsewhereId)).items).toEqual([]);
  });
});
