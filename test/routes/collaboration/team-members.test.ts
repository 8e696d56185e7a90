import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeBlockByUsername } from '../../../src/modules/identity/index.js';
import { TEAM_ROLES, type TeamRole } from '../../../src/registry/access.js';
import { createSystemContext } from '../../../src/request/context.js';
import type { Actor, Answer, Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { bareMod, newGame, refusal } from '../../publishing.js';
import { longTest, rounds } from '../../rounds.js';

const world = useWorld();
let alice: Creator;
let bob: Creator;
let carol: Creator;

beforeAll(async () => {
  await newGame(world, 'teams');
  [alice, bob, carol] = await Promise.all([
    world.creator('alice'),
    world.creator('bob'),
    world.creator('carol'),
  ]);
});

const newMod = async (): Promise<string> => (await bareMod(alice, 'teams')).id;

const pathOf = (modId: string, userId: string) => `/mods/${modId}/team-members/${userId}`;

function set(actor: Actor, modId: string, userId: string, role: string): Promise<Answer> {
  return actor.request('PUT', pathOf(modId, userId), { body: { role } });
}

const remove = (actor: Actor, modId: string, userId: string) =>
  actor.request('DELETE', pathOf(modId, userId));

async function rolesOf(modId: string): Promise<Json> {
  const { body } = await alice.get(`/mods/${modId}/team-members`);
  return body.data.map(({ user, role }: Json) => `${user.username} ${role}`);
}

/** Counts the effects of a team change outside the team itself. */
async function traces(userId: string): Promise<Json> {
  const { db } = world.platform;
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
  return {
    revision: user.accessRevision,
    events: await db.outboxEvent.count({ where: { userId, kind: 'account.access.changed' } }),
    audits: await db.auditEntry.count({ where: { action: { startsWith: 'team.' } } }),
  };
}

describe('the team of a mod (Spec 4.5)', () => {
  it('the team member list is readable by every member, in join order, with permissions', async () => {
    const modId = await newMod();
    await set(alice, modId, bob.userId, 'reviewer');
    const { status, body } = await bob.get(`/mods/${modId}/team-members`);
    expect(status).toBe(200);
    expect(body.pagination).toEqual({ next_cursor: null, has_more: false, limit: 25 });
    expect(body.data.map(({ user }: Json) => user.username)).toEqual(['alice', 'bob']);
    const { since, ...member } = body.data[1];
    expect(member).toEqual({
      user: {
        id: bob.userId,
        username: 'bob',
        display_name: 'bob',
        profile_url: `${world.platform.publicUrl}/users/bob`,
      },
      role: 'reviewer',
      permissions: TEAM_ROLES.reviewer,
    });
    expect(since).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(refusal(await carol.get(`/mods/${modId}/team-members`))).toBe('404 not_found');
  });

  it('the team member list is paged by cursor and omits the URL of a closed profile', async () => {
    const modId = await newMod();
    await set(alice, modId, bob.userId, 'publisher');
    await set(alice, modId, carol.userId, 'publisher');
    await world.platform.db.user.update({
      where: { id: carol.userId },
      data: { profileOpen: false },
    });
    const first = (await alice.get(`/mods/${modId}/team-members?limit=2`)).body;
    const cursor = first.pagination.next_cursor;
    const rest = (await alice.get(`/mods/${modId}/team-members?limit=2&cursor=${cursor}`)).body;
    const all = [...first.data, ...rest.data].map(({ user }: Json) => user.username);
    expect([all, rest.pagination.has_more]).toEqual([['alice', 'bob', 'carol'], false]);
    expect(rest.data[0].user.profile_url).toBeNull();
    const other = await alice.get(`/mods/${await newMod()}/team-members?cursor=${cursor}`);
    expect(other.body.fields).toEqual([{ field: 'cursor', code: 'cursor_context_mismatch' }]);
  });

  it('team members are changed only by owners', async () => {
    const modId = await newMod();
    for (const role of ['maintainer', 'publisher', 'reviewer']) {
      await set(alice, modId, bob.userId, role);
      expect(refusal(await set(bob, modId, carol.userId, 'reviewer'))).toBe('403 team_role_denied');
      expect(refusal(await set(bob, modId, bob.userId, 'owner'))).toBe('403 team_role_denied');
      expect(refusal(await remove(bob, modId, alice.userId))).toBe('403 team_role_denied');
    }
    await set(alice, modId, bob.userId, 'owner');
    expect((await set(bob, modId, carol.userId, 'reviewer')).status).toBe(200);
    expect((await set(bob, modId, alice.userId, 'publisher')).body.data.role).toBe('publisher');
  });

  it('a role change applies to the next request with any credential', async () => {
    const modId = await newMod();
    const write = (actor: Actor) =>
      actor.post(`/mods/${modId}/versions`, { version: randomUUID(), dependencies: [] });
    const limited = await bob.withToken({ scopes: 'versions:write', modIds: [modId] });
    expect(refusal(await write(bob))).toBe('404 not_found');
    await set(alice, modId, bob.userId, 'publisher');
    for (const actor of [bob, limited]) expect((await write(actor)).status).toBe(201);
    await set(alice, modId, bob.userId, 'reviewer');
    for (const actor of [bob, limited])
      expect(refusal(await write(actor))).toBe('403 team_role_denied');
    expect((await remove(alice, modId, bob.userId)).status).toBe(204);
    for (const actor of [bob, limited]) expect(refusal(await write(actor))).toBe('404 not_found');
  });

  longTest('a member who left the team cannot replay the responses of earlier writes', async () => {
    const modId = await newMod();
    await set(alice, modId, bob.userId, 'publisher');
    const headers = { 'Idempotency-Key': randomUUID() };
    const write = () => bob.post(`/mods/${modId}/versions`, { version: '1' }, headers);
    const first = await write();
    expect([first.status, (await write()).body]).toEqual([201, first.body]);
    await remove(alice, modId, bob.userId);
    expect(refusal(await write())).toBe('404 not_found');
    await set(alice, modId, bob.userId, 'reviewer');
    expect((await write()).body).toEqual(first.body);
  });

  it('a member can leave a team', async () => {
    const modId = await newMod();
    await set(alice, modId, bob.userId, 'reviewer');
    expect((await remove(bob, modId, bob.userId)).status).toBe(204);
    expect(await rolesOf(modId)).toEqual(['alice owner']);
    expect(refusal(await remove(bob, modId, bob.userId))).toBe('404 not_found');
  });

  it('removing a user who is not a member returns 204 without another effect', async () => {
    const modId = await newMod();
    await set(alice, modId, bob.userId, 'reviewer');
    const before = await traces(bob.userId);
    expect((await remove(alice, modId, bob.userId)).status).toBe(204);
    expect((await remove(alice, modId, bob.userId)).status).toBe(204);
    const { revision, events, audits } = await traces(bob.userId);
    expect({ revision, events, audits }).toEqual({
      revision: before.revision + 1,
      events: before.events + 1,
      audits: before.audits + 1,
    });
  });

  it('a role change writes one audit entry and raises the access revision of the member', async () => {
    const modId = await newMod();
    const before = await traces(bob.userId);
    const { headers } = await set(alice, modId, bob.userId, 'publisher');
    const after = await traces(bob.userId);
    expect(after.revision).toBe(before.revision + 1);
    const { db } = world.platform;
    const requestId = headers.get('x-request-id');
    const lines = await db.auditEntry.findMany({ where: { requestId } });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      action: 'team.member_added',
      actorId: alice.userId,
      targetKind: 'mod',
      targetId: modId,
      data: { user_id: bob.userId, role: 'publisher', was: null },
    });
    const event = await db.outboxEvent.findFirstOrThrow({
      where: { userId: bob.userId, kind: 'account.access.changed' },
      orderBy: { id: 'desc' },
    });
    expect(event.data).toEqual({ access_revision: after.revision, categories: ['teams'] });
  });

  longTest(
    'setting the current role has no effect, and a replayed role change does not apply again',
    async () => {
      const modId = await newMod();
      const path = pathOf(modId, bob.userId);
      const keyed = { headers: { 'Idempotency-Key': randomUUID() }, body: { role: 'publisher' } };
      const first = await alice.request('PUT', path, keyed);
      const before = await traces(bob.userId);
      expect((await set(alice, modId, bob.userId, 'publisher')).text).toBe(first.text);
      expect(await traces(bob.userId)).toEqual(before);
      await remove(alice, modId, bob.userId);
      const again = await alice.request('PUT', path, keyed);
      expect([again.status, again.body]).toEqual([200, first.body]);
      expect(await rolesOf(modId)).toEqual(['alice owner']);
    },
  );

  it('an unknown, blocked or deleted account cannot join a team', async () => {
    const modId = await newMod();
    const ctx = createSystemContext(world.platform, 'test');
    const dora = await world.creator('dora');
    expect((await set(alice, modId, dora.userId, 'reviewer')).status).toBe(200);
    await changeBlockByUsername(ctx, 'dora', true);
    // The role of an existing member can still change.
    expect((await set(alice, modId, dora.userId, 'publisher')).status).toBe(200);
    await remove(alice, modId, dora.userId);
    expect(refusal(await set(alice, modId, dora.userId, 'reviewer'))).toBe('404 user_not_found');
    const { db } = world.platform;
    await db.user.update({ where: { id: dora.userId }, data: { state: 'deleted' } });
    expect(refusal(await set(alice, modId, dora.userId, 'reviewer'))).toBe('404 user_not_found');
    for (const change of [
      set(alice, modId, randomUUID(), 'owner'),
      remove(alice, modId, randomUUID()),
    ]) {
      expect(refusal(await change)).toBe('404 user_not_found');
    }
  });

  it('an unknown team role returns 400 and names the field', async () => {
    const modId = await newMod();
    const { status, body } = await set(alice, modId, bob.userId, 'king');
    expect([status, body.code, body.fields]).toEqual([
      400,
      'invalid_input',
      [{ field: 'role', code: 'unknown_value' }],
    ]);
  });
});

describe('the last owner of a team', () => {
  it('the last owner of a team is neither removed nor demoted, even if a blocked owner remains', async () => {
    const modId = await newMod();
    const lastWords = async () => [
      refusal(await set(alice, modId, alice.userId, 'maintainer')),
      refusal(await remove(alice, modId, alice.userId)),
    ];
    expect(await lastWords()).toEqual(['409 invalid_state', '409 invalid_state']);
    const ctx = createSystemContext(world.platform, 'test');
    const erik = await world.creator('erik');
    await set(alice, modId, erik.userId, 'owner');
    await changeBlockByUsername(ctx, 'erik', true);
    expect(await lastWords()).toEqual(['409 invalid_state', '409 invalid_state']);
    await changeBlockByUsername(ctx, 'erik', false);
    expect((await set(alice, modId, alice.userId, 'maintainer')).status).toBe(200);
    expect(await rolesOf(modId)).toEqual(['alice maintainer', 'erik owner']);
  });

  longTest(
    'the last owner of a team remains after two owners demote or remove each other concurrently',
    async () => {
      const modId = await newMod();
      const { db } = world.platform;
      const { teamId } = await db.mod.findUniqueOrThrow({ where: { id: modId } });
      const outcomes = new Set<string>();
      const [first, second] = [alice, bob];
      const changes: ((actor: Creator, other: Creator) => Promise<Answer>)[] = [
        (actor, other) => set(actor, modId, other.userId, 'reviewer'),
        (actor, other) => remove(actor, modId, other.userId),
        (actor) => set(actor, modId, actor.userId, 'reviewer'),
        (actor) => remove(actor, modId, actor.userId),
      ];
      for (let round = 0; round < rounds(8, 40); round += 1) {
        await db.teamMember.deleteMany({ where: { teamId } });
        const role: TeamRole = 'owner';
        await db.teamMember.createMany({
          data: [first, second].map(({ userId }) => ({ teamId, userId, role })),
        });
        const change = changes[round % changes.length];
        if (!change) throw new Error('no change');
        const answers = await Promise.all([change(first, second), change(second, first)]);
        const statuses = answers.map(({ status }) => status);
        expect(statuses.filter((status) => status < 300)).toHaveLength(1);
        expect(await db.teamMember.count({ where: { teamId, role } })).toBe(1);
        for (const { status, body } of answers) if (status >= 400) outcomes.add(body.code);
      }
      // The later request comes from a former owner, a former member or the last owner.
      expect(outcomes).toContain('invalid_state');
      for (const code of outcomes) {
        expect(['invalid_state', 'team_role_denied', 'forbidden', 'not_found']).toContain(code);
      }
    },
  );
});
