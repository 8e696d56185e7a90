import { beforeAll, describe, expect, it } from 'vitest';
import { enqueue } from '../../../src/platform/queue/queue.port.js';
import type { TeamRole } from '../../../src/registry/access.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Creator } from '../../actors.js';
import { signIn } from '../../graphql/identity/signed-in.js';
import { useWorld } from '../../harness.js';
import { bareMod, newGame } from '../../publishing.js';

const world = useWorld({}, { jobs: 'when-settled' });

beforeAll(() => newGame(world, 'brackenvale'));

/** Adds a member to the team of a mod. */
async function join(modId: string, { userId }: Creator, role: TeamRole): Promise<void> {
  const { db } = world.platform;
  const { teamId } = await db.mod.findUniqueOrThrow({ where: { id: modId } });
  await db.teamMember.create({ data: { teamId, userId, role } });
}

/** The access revision of an account, and the categories of its latest event about access. */
async function accessOf({ userId }: Creator) {
  const { db } = world.platform;
  const { accessRevision } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const where = { kind: 'account.access.changed', userId };
  const [latest] = await db.outboxEvent.findMany({ where, orderBy: { id: 'desc' }, take: 1 });
  return { accessRevision, latest: latest?.data };
}

const raisedTo = (accessRevision: number) => ({
  accessRevision,
  latest: { access_revision: accessRevision, categories: ['teams'] },
});

describe('an owner whose account is deleted', () => {
  async function leave({ userId }: Creator): Promise<void> {
    const { db, clock } = world.platform;
    const data = { deletionDueAt: clock.now(), deletionRemovesMods: false };
    await db.user.update({ where: { id: userId }, data });
    await enqueue(db, { kind: 'delete-accounts', payload: {} });
    await world.settled();
  }

  it('an owner who leaves with the account is announced to the other owners, and to no other member', async () => {
    const [leaver, owner, publisher] = [
      await world.creator('ann'),
      await world.creator('ben'),
      await world.creator('cas'),
    ];
    const { db } = world.platform;
    await db.user.update({ where: { id: owner.userId }, data: { email: 'ben@example.org' } });
    const { id: modId } = await bareMod(owner, 'brackenvale');
    await join(modId, leaver, 'owner');
    await join(modId, publisher, 'publisher');
    const before = [await accessOf(owner), await accessOf(publisher)];
    await leave(leaver);
    expect(await accessOf(owner)).toEqual(raisedTo((before[0]?.accessRevision ?? 0) + 1));
    expect(await accessOf(publisher)).toEqual(before[1]);
    world.clock.advance(LIMITS.teamMailDelaySeconds);
    await world.settled();
    expect(await db.mail.findMany({ where: { template: 'team_owner_changed' } })).toMatchObject([
      {
        userId: owner.userId,
        outcome: 'sent',
        params: { change: 'removed', member: 'ann', modId },
      },
    ]);
  });

  it('a publisher who leaves with the account changes no access of the owners', async () => {
    const [leaver, owner] = [await world.creator('dot'), await world.creator('eve')];
    const { id: modId } = await bareMod(owner, 'brackenvale');
    await join(modId, leaver, 'publisher');
    const before = await accessOf(owner);
    await leave(leaver);
    expect(await accessOf(owner)).toEqual(before);
  });
});

it('the deletion of a mod raises the access revision of each member of its team', async () => {
  const [owner, reviewer] = [await world.creator('fay'), await world.creator('gus')];
  const { id: modId } = await bareMod(owner, 'brackenvale');
  await join(modId, reviewer, 'reviewer');
  const before = [await accessOf(owner), await accessOf(reviewer)];
  const session = await signIn(world, owner.userId);
  await session.run('mutation ($id: ID!) { deleteMod(id: $id) }', { id: modId });
  expect([await accessOf(owner), await accessOf(reviewer)]).toEqual(
    before.map(({ accessRevision }) => raisedTo(accessRevision + 1)),
  );
});
