import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import {
  ADD,
  APPROVE,
  alice,
  judge,
  leave,
  mary,
  newMod,
  owner,
  REMOVE,
  useStaff,
  waiting,
  world,
} from '../identity/staff.js';

useStaff();

/** A mod of alice to whose team she added mary. */
async function givenMod(role = 'maintainer'): Promise<string> {
  const modId = await newMod(alice);
  await add(modId, role);
  return modId;
}

const add = (modId: string, role = 'maintainer') =>
  owner.run(ADD, { modId, userId: mary.userId, role });
const decline = (modId: string) => judge.run(REMOVE, { modId, userId: mary.userId });

/** The outcome of a review by mary of a new upload to a mod. */
async function review(modId: string): Promise<string> {
  const { uploadId: id } = await waiting(alice, modId);
  const refused = await judge.refusal(APPROVE, { id }).catch(() => null);
  return refused ?? 'approved';
}

describe('a membership that an owner gave to a moderator', () => {
  it('a moderator who leaves a team before any work for it may decide about its mods again', async () => {
    const modId = await givenMod();
    expect(await review(modId)).toBe('forbidden');
    await decline(modId);
    expect(await review(modId)).toBe('approved');
    await add(modId);
    expect(await review(modId)).toBe('forbidden');
    await decline(modId);
    expect(await review(modId)).toBe('approved');
  });

  it('a moderator who uploaded for the team is involved after they left', async () => {
    const modId = await givenMod();
    await waiting(mary, modId);
    await decline(modId);
    expect(await review(modId)).toBe('forbidden');
  });

  it('a moderator who edited a mod or a version of the team is involved after they left', async () => {
    for (const what of ['mods', 'versions']) {
      const modId = await givenMod();
      const { versionId } = await waiting(alice, modId);
      const path = what === 'mods' ? `/mods/${modId}` : `/mods/${modId}/versions/${versionId}`;
      const etag = (await mary.get(path)).headers.get('etag') ?? '';
      const body = what === 'mods' ? { summary: 'Mine.' } : { changelog: 'Mine.' };
      expect((await mary.patch(path, body, { 'If-Match': etag })).status).toBe(200);
      await decline(modId);
      expect(await review(modId)).toBe('forbidden');
    }
  });

  it('a moderator whom the owner removes is involved', async () => {
    const modId = await givenMod();
    await leave(modId, mary);
    expect(await review(modId)).toBe('forbidden');
  });

  it('a moderator who stays for more than a week is involved after they left', async () => {
    const modId = await givenMod();
    const at = new Date(Date.now() - (LIMITS.declineMembershipSeconds + 60) * 1000);
    await world.platform.db.auditEntry.updateMany({
      where: { targetId: modId, action: 'team.member_added' },
      data: { at },
    });
    await decline(modId);
    expect(await review(modId)).toBe('forbidden');
  });

  it('a declined membership leaves an earlier departure as it was', async () => {
    const modId = await givenMod();
    await leave(modId, mary);
    await add(modId);
    await decline(modId);
    expect(await review(modId)).toBe('forbidden');
  });

  it('a moderator gets a mail about a team that they are added to, and a user about none', async () => {
    const modId = await givenMod('reviewer');
    const bob = await world.creator('bob');
    await owner.run(ADD, { modId, userId: bob.userId, role: 'reviewer' });
    const mails = await world.platform.db.mail.findMany({
      where: { template: 'team_role_changed', params: { path: ['modId'], equals: modId } },
    });
    expect(mails.map(({ userId, params }) => [userId, params])).toEqual([
      [mary.userId, expect.objectContaining({ change: 'added', role: 'reviewer' })],
    ]);
  });
});
