import { beforeAll, describe, expect, it } from 'vitest';
import { type Actor, type Answer, type Creator, withSecret } from '../../actors.js';
import { signIn } from '../../graphql/identity/signed-in.js';
import { useWorld } from '../../harness.js';
import { bareMod, newGame, refusal } from '../../publishing.js';
import { longTest } from '../../rounds.js';

const SET = `mutation ($modId: ID!, $userId: ID!, $role: TeamRole!) {
  setModTeamMember(modId: $modId, userId: $userId, role: $role) { role } }`;
const REMOVE =
  'mutation ($modId: ID!, $userId: ID!) { removeModTeamMember(modId: $modId, userId: $userId) }';

describe('owner changes', () => {
  const world = useWorld();
  let alice: Creator;
  let bob: Creator;
  let carol: Creator;

  beforeAll(async () => {
    await newGame(world, 'owners');
    alice = await world.creator('alice');
    bob = await world.creator('bob');
    carol = await world.creator('carol');
  });

  const pathOf = (modId: string, userId: string) => `/mods/${modId}/team-members/${userId}`;
  const set = (actor: Actor, modId: string, userId: string, role: string): Promise<Answer> =>
    actor.request('PUT', pathOf(modId, userId), { body: { role } });
  const remove = (actor: Actor, modId: string, userId: string) =>
    actor.request('DELETE', pathOf(modId, userId));
  /** Creates a mod that alice and bob own, with carol as a publisher. */
  async function ownedByTwo(): Promise<string> {
    const modId: string = (await bareMod(alice, 'owners')).id;
    await set(alice, modId, bob.userId, 'owner');
    await set(alice, modId, carol.userId, 'publisher');
    return modId;
  }
  const rolesOf = async (modId: string): Promise<string[]> => {
    const members = await world.platform.db.teamMember.findMany({
      where: { team: { mods: { some: { id: modId } } } },
      orderBy: { user: { username: 'asc' } },
      include: { user: { select: { username: true } } },
    });
    return members.map(({ user, role }) => `${user.username} ${role}`);
  };
  const AS_BEFORE = ['alice owner', 'bob owner', 'carol publisher'];
  /**
   * Tries to add, demote and remove an owner, and to leave as one; returns each status or refusal.
   */
  async function tried(actor: Actor, modId: string): Promise<string[]> {
    return [
      await set(actor, modId, carol.userId, 'owner'),
      await set(actor, modId, bob.userId, 'reviewer'),
      await remove(actor, modId, bob.userId),
      await remove(actor, modId, alice.userId),
    ].map((answer) => (answer.status < 300 ? String(answer.status) : refusal(answer)));
  }
  const REFUSED = Array.from({ length: 4 }, () => '403 step_up_required');

  it('a token without AAL2 cannot change owners, but can change other members', async () => {
    const modId = await ownedByTwo();
    const weak = await alice.withToken({ scopes: 'teams:admin', aal2: false });
    expect(await tried(weak, modId)).toEqual(REFUSED);
    expect(await rolesOf(modId)).toEqual(AS_BEFORE);
    expect((await set(weak, modId, bob.userId, 'owner')).status).toBe(200);
    expect((await set(weak, modId, carol.userId, 'maintainer')).status).toBe(200);
    expect((await remove(weak, modId, carol.userId)).status).toBe(204);
  });

  it('a token with --aal2 changes owners long after its second factor', async () => {
    const modId = await ownedByTwo();
    const strong = await alice.withToken({ scopes: 'teams:admin' });
    world.clock.advance(24 * 60 * 60);
    expect((await set(strong, modId, carol.userId, 'owner')).status).toBe(200);
    expect((await remove(strong, modId, bob.userId)).status).toBe(204);
    expect(await rolesOf(modId)).toEqual(['alice owner', 'carol owner']);
    world.clock.advance(-24 * 60 * 60);
  });

  it('a session changes owners only within 15 minutes of its second factor', async () => {
    const modId = await ownedByTwo();
    const weak = await signIn(world, alice.userId, { aal2: false });
    const strong = await signIn(world, alice.userId);
    const toOwner = { modId, userId: carol.userId, role: 'owner' };
    expect(await weak.refusal(SET, toOwner)).toBe('step_up_required');
    expect(await weak.refusal(REMOVE, { modId, userId: bob.userId })).toBe('step_up_required');
    expect(await weak.refusal(REMOVE, { modId, userId: alice.userId })).toBe('step_up_required');
    await weak.run(SET, { ...toOwner, role: 'maintainer' });
    world.clock.advance(16 * 60);
    expect(await strong.refusal(SET, toOwner)).toBe('step_up_required');
    world.clock.advance(-16 * 60);
    expect(await strong.run(SET, toOwner)).toEqual({ setModTeamMember: { role: 'owner' } });
  });

  longTest(
    'an API key changes owners only if it was created under AAL2, also after a rotation',
    async () => {
      const modId = await ownedByTwo();
      const made = await alice.post('/api-keys', {
        name: 'teams',
        scopes: ['teams:admin'],
        resource_grants: [{ type: 'mod', id: modId }],
      });
      const { id, secret } = made.body.data;
      expect(
        (await set(withSecret(world.baseUrl, secret), modId, carol.userId, 'owner')).status,
      ).toBe(200);
      const rotated = await alice.post(`/api-keys/${id}/rotate`, undefined);
      const next = withSecret(world.baseUrl, rotated.body.data.secret);
      expect((await set(next, modId, carol.userId, 'publisher')).status).toBe(200);
      // Keys of earlier releases have no AAL2 scopes, and their successors inherit none.
      await world.platform.db.credential.updateMany({
        where: { id: rotated.body.data.id },
        data: { aal2Scopes: [] },
      });
      expect(await tried(next, modId)).toEqual(REFUSED);
      const again = await alice.post(`/api-keys/${rotated.body.data.id}/rotate`, undefined);
      const last = withSecret(world.baseUrl, again.body.data.secret);
      expect(await tried(last, modId)).toEqual(REFUSED);
      expect(await rolesOf(modId)).toEqual(AS_BEFORE);
    },
  );

  it('an owner change raises the access revision of the member and of every owner', async () => {
    const { db } = world.platform;
    const standing = async () => {
      const people = await db.user.findMany({
        where: { username: { in: ['alice', 'bob', 'carol'] } },
        orderBy: { username: 'asc' },
      });
      const events = people.map(({ id: userId }) =>
        db.outboxEvent.count({ where: { userId, kind: 'account.access.changed' } }),
      );
      return [people.map(({ accessRevision }) => accessRevision), await Promise.all(events)];
    };
    const modId = await ownedByTwo();
    const raised = (before: number[][], by: number[]) =>
      before.map((numbers) => numbers.map((number, at) => number + (by[at] ?? 0)));
    let before = await standing();
    await set(alice, modId, carol.userId, 'maintainer');
    expect(await standing()).toEqual(raised(before, [0, 0, 1]));
    for (const change of [
      () => set(alice, modId, carol.userId, 'owner'),
      () => set(alice, modId, bob.userId, 'owner'),
      () => set(alice, modId, carol.userId, 'reviewer'),
    ]) {
      before = await standing();
      const { status } = await change();
      expect(status).toBe(200);
      const isChange = change.toString().includes('carol');
      expect(await standing()).toEqual(raised(before, isChange ? [1, 1, 1] : [0, 0, 0]));
    }
    before = await standing();
    expect((await remove(alice, modId, bob.userId)).status).toBe(204);
    expect(await standing()).toEqual(raised(before, [1, 1, 0]));
  });

  longTest('an owner change sends a mail to the member and to every other owner', async () => {
    const { db } = world.platform;
    const modId = await ownedByTwo();
    await db.mail.deleteMany();
    const told = async () => {
      const mails = await db.mail.findMany({ orderBy: { template: 'asc' } });
      await db.mail.deleteMany();
      const nameOf = new Map([alice, bob, carol].map(({ userId, username }) => [userId, username]));
      return mails
        .map(
          ({ userId, template, params }) =>
            `${nameOf.get(userId ?? '')}: ${template} ${JSON.stringify(params)}`,
        )
        .toSorted();
    };
    const about = (more: object) =>
      expect.stringMatching(
        Object.entries(more)
          .map(([name, value]) => `(?=.*"${name}": ?"${value}")`)
          .join(''),
      );
    await set(alice, modId, carol.userId, 'maintainer');
    expect(await told()).toEqual([]);
    await set(alice, modId, carol.userId, 'owner');
    const added = { modId, modTitle: 'A mod', actor: 'alice', member: 'carol', change: 'added' };
    expect(await told()).toEqual([
      about(added),
      about(added),
      about({ modId, actor: 'alice', change: 'changed', role: 'owner' }),
    ]);
    await set(alice, modId, bob.userId, 'reviewer');
    const demoted = { modId, actor: 'alice', member: 'bob', change: 'removed' };
    expect(await told()).toEqual([
      about(demoted),
      about({ change: 'changed', role: 'reviewer' }),
      about(demoted),
    ]);
    await remove(carol, modId, carol.userId);
    expect(await told()).toEqual([
      about({ member: 'carol', actor: 'carol', change: 'removed' }),
      about({ change: 'removed', role: 'owner' }),
    ]);
  });
});
