import { beforeAll, describe, expect, it } from 'vitest';
import { meanwhile } from '../../locks.js';
import { newPerson } from '../../pages/people.js';
import { signIn } from './signed-in.js';
import { alice, judge, mary, owner, root, second, useStaff, world } from './staff.js';

useStaff();

const LIST = `query ($q: String, $role: PlatformRole, $state: UserState, $limit: Int, $cursor: String) {
  listManagedUsers(q: $q, role: $role, state: $state, limit: $limit, cursor: $cursor) {
    items { id username role state } pagination { nextCursor } } }`;
const ROLE = `mutation ($id: ID!, $role: PlatformRole!) { setUserRole(id: $id, role: $role) { role } }`;
const BLOCK = `mutation ($id: ID!, $reason: String!) { blockUser(id: $id, reason: $reason) { state } }`;
const UNBLOCK = 'mutation ($id: ID!) { unblockUser(id: $id) { state } }';
const ONE = 'query ($id: ID!) { managedUser(id: $id) { username hasSecondFactor } }';

let zoe: string;

beforeAll(async () => {
  zoe = await newPerson(world, 'zoe-percent');
  await world.platform.db.user.update({ where: { id: zoe }, data: { displayName: 'Zoë 100%' } });
});

const found = async (variables: object) =>
  (await root.run(LIST, { ...variables })).listManagedUsers.items.map(
    ({ username }: { username: string }) => username,
  );

describe('the accounts for administrators', () => {
  it('listManagedUsers finds accounts by a part of either name, as plain text', async () => {
    expect(await found({ q: 'OE-PER' })).toEqual(['zoe-percent']);
    expect(await found({ q: '100%' })).toEqual(['zoe-percent']);
    expect(await found({ q: '%' })).toEqual(['zoe-percent']);
    expect(await found({ q: '_' })).toEqual([]);
    expect(await found({ role: 'moderator' })).toEqual(['mike', 'mary']);
    expect((await root.refusal(LIST, { q: 'x'.repeat(65) }))[0]).toBe('invalid_input');
    expect((await root.refusal(LIST, { q: 'a\0' }))[0]).toBe('invalid_input');
  });

  it('listManagedUsers walks through all accounts, the newest first', async () => {
    const all = await found({ limit: 100 });
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const { listManagedUsers } = await root.run(LIST, { limit: 2, cursor });
      walked.push(...listManagedUsers.items.map(({ username }: { username: string }) => username));
      cursor = listManagedUsers.pagination.nextCursor;
    } while (cursor !== null);
    expect(walked).toEqual(all);
    expect(all[0]).toBe('zoe-percent');
  });

  it('an administrator changes the role of another account, with an audit entry, but not their own', async () => {
    expect((await root.run(ROLE, { id: zoe, role: 'moderator' })).setUserRole).toEqual({
      role: 'moderator',
    });
    const [line] = await world.platform.db.auditEntry.findMany({
      where: { action: 'user.role_changed', targetId: zoe },
    });
    expect(line).toMatchObject({
      actorId: root.userId,
      data: { role: 'moderator', was: 'user' },
    });
    await root.run(ROLE, { id: zoe, role: 'user' });
    expect(await root.refusal(ROLE, { id: root.userId, role: 'user' })).toBe('forbidden');
    expect(await root.refusal(BLOCK, { id: root.userId.toUpperCase(), reason: 'x' })).toBe(
      'forbidden',
    );
  });

  it('a block ends all access of an account until its end, and keeps its reason in the audit log', async () => {
    const session = await signIn(world, zoe, { aal2: false });
    const me = '{ getMe { user { id } } }';
    await session.run(me);
    expect((await root.run(BLOCK, { id: zoe, reason: 'Spam.' })).blockUser.state).toBe('blocked');
    await expect(session.run(me)).rejects.toMatchObject({ code: 'account_blocked' });
    expect(await found({ state: 'blocked' })).toEqual(['zoe-percent']);
    const [line] = await world.platform.db.auditEntry.findMany({
      where: { action: 'user.blocked', targetId: zoe },
    });
    expect(line?.data).toEqual({ reason: 'Spam.' });
    expect((await root.run(UNBLOCK, { id: zoe })).unblockUser.state).toBe('active');
    expect((await root.refusal(BLOCK, { id: zoe, reason: ' ' }))[0]).toBe('invalid_input');
  });

  it('two administrators who block each other at the same time do not both succeed', async () => {
    const results = await Promise.allSettled([
      root.run(BLOCK, { id: second.userId, reason: 'One.' }),
      second.run(BLOCK, { id: root.userId, reason: 'Two.' }),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await world.platform.db.user.updateMany({ data: { state: 'active' } });
  });

  it('an administrator who loses the role while a change waits makes no other administrator', async () => {
    const { id } = await newAdmin('leaving');
    const chief = await signIn(world, id);
    const { waited, result } = await meanwhile(
      world,
      (tx) => tx.user.update({ where: { id }, data: { role: 'user' } }),
      () => chief.refusal(ROLE, { id: zoe, role: 'admin' }),
    );
    expect([waited, result]).toEqual([true, 'forbidden']);
    const { role } = await world.platform.db.user.findUniqueOrThrow({ where: { id: zoe } });
    expect(role).toBe('user');
  });

  it('the accounts refuse everyone but administrators with a recent second factor', async () => {
    const chief = await signIn(world, (await newAdmin('late')).id);
    const weak = await signIn(world, chief.userId, { aal2: false });
    const id = alice.userId;
    const requests = [
      [LIST, {}],
      [ONE, { id }],
      [ROLE, { id, role: 'admin' }],
      [BLOCK, { id, reason: 'x' }],
      [UNBLOCK, { id }],
    ] as const;
    const token = await mary.withToken({ scopes: 'admin:*' });
    for (const [source, variables] of requests) {
      expect(await owner.refusal(source, variables)).toBe('forbidden');
      expect(await judge.refusal(source, variables)).toBe('forbidden');
      expect(await weak.refusal(source, variables)).toBe('step_up_required');
      expect((await token.graphql(source, variables)).body.errors[0].extensions.code).toBe(
        'forbidden',
      );
    }
    expect(await chief.refusal(ONE, { id: 'nothing' })).toBe('user_not_found');
  });
});

async function newAdmin(username: string) {
  const id = await newPerson(world, username);
  return world.platform.db.user.update({ where: { id }, data: { role: 'admin' } });
}
