import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import { untilSomebodyWaits, whileRowLocked } from '../../locks.js';
import { draftMod, publishedVersion } from '../../publishing.js';
import { signIn } from '../identity/signed-in.js';
import {
  ADD,
  APPROVE,
  alice,
  judge,
  leave,
  mary,
  newMod,
  other,
  owner,
  REMOVE,
  teamOf,
  useStaff,
  VERBS,
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

/** Lets the time pass in which an owner cannot add mary again. */
async function passDay(modId: string): Promise<void> {
  const { db } = world.platform;
  const leftAt = new Date(Date.now() - (LIMITS.rejoinSeconds + 60) * 1000);
  await db.formerTeamMember.updateMany({
    where: { teamId: await teamOf(modId) },
    data: { leftAt },
  });
}

/** Makes the addition of mary older than the time to decline it. */
async function passWeek(modId: string): Promise<void> {
  const at = new Date(Date.now() - (LIMITS.declineMembershipSeconds + 60) * 1000);
  await world.platform.db.auditEntry.updateMany({
    where: { targetId: modId, action: 'team.member_added' },
    data: { at },
  });
}

const REPORT = `mutation ($modId: ID!) {
  reportMod(input: { modId: $modId, reason: stolen, text: "It is mine." }) }`;
const DECIDE = `mutation ($id: ID!, $uphold: Boolean!) {
  decideModReport(id: $id, uphold: $uphold, statement: "It steals.") { state } }`;
const APPEAL = 'mutation ($id: ID!) { appealModReport(id: $id, text: "It does not.") { state } }';

describe('a membership that an owner gave to a moderator', () => {
  it('a moderator who leaves a team before any work for it may decide about its mods again', async () => {
    const modId = await givenMod();
    expect(await review(modId)).toBe('forbidden');
    await decline(modId);
    expect(await review(modId)).toBe('approved');
    await passDay(modId);
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

  it('a moderator whom the owner adds and removes at once may decide', async () => {
    const modId = await givenMod();
    await leave(modId, mary);
    expect(await review(modId)).toBe('approved');
  });

  it('a moderator who stays for more than a week is involved after they left', async () => {
    const modId = await givenMod();
    await passWeek(modId);
    await decline(modId);
    expect(await review(modId)).toBe('forbidden');
  });

  it('a moderator whom the owner removes after more than a week is involved', async () => {
    const modId = await givenMod();
    await passWeek(modId);
    await leave(modId, mary);
    expect(await review(modId)).toBe('forbidden');
  });

  it('a declined membership leaves an earlier departure as it was', async () => {
    const modId = await givenMod();
    await passWeek(modId);
    await leave(modId, mary);
    await add(modId);
    await decline(modId);
    expect(await review(modId)).toBe('forbidden');
  });

  it('a member who declined cannot be added again for a day', async () => {
    const modId = await givenMod();
    await leave(modId, mary);
    await add(modId);
    await decline(modId);
    const again = { modId, userId: mary.userId, role: 'reviewer' };
    expect(await owner.refusal(ADD, again)).toBe('invalid_state');
    await passDay(modId);
    await add(modId);
  });

  it('a member who left after work can be added again at once', async () => {
    const modId = await givenMod();
    await waiting(mary, modId);
    await decline(modId);
    await add(modId);
  });

  it('a moderator who was left as the only owner hands the mod over, leaves and decides', async () => {
    const modId = await givenMod('owner');
    await leave(modId, alice);
    expect(await judge.refusal(REMOVE, { modId, userId: mary.userId })).toBe('invalid_state');
    await judge.run(ADD, { modId, userId: mary.userId, role: 'owner' });
    await judge.run(ADD, { modId, userId: alice.userId, role: 'owner' });
    await judge.run(ADD, { modId, userId: mary.userId, role: 'reviewer' });
    await decline(modId);
    expect(await review(modId)).toBe('approved');
  });

  it('a moderator who managed the other members is involved after they left', async () => {
    const modId = await givenMod('owner');
    const bea = await world.creator('bea');
    await judge.run(ADD, { modId, userId: bea.userId, role: 'publisher' });
    await decline(modId);
    expect(await review(modId)).toBe('forbidden');
  });

  it('a moderator who returned a review that they had claimed may decide after they left', async () => {
    const modId = await newMod(alice);
    const { uploadId: id } = await waiting(alice, modId);
    await judge.run(VERBS[2] ?? '', { id });
    await add(modId);
    await judge.run('mutation ($id: ID!) { releaseUploadReview(id: $id) { id } }', { id });
    await decline(modId);
    expect(await review(modId)).toBe('approved');
  });

  it('a moderator who left during an edit of their own does not decide', async () => {
    const modId = await givenMod();
    const etag = (await mary.get(`/mods/${modId}`)).headers.get('etag') ?? '';
    const { edit } = await whileRowLocked(world, ['mods', modId], async () => {
      const edit = mary.patch(`/mods/${modId}`, { summary: 'Mine.' }, { 'If-Match': etag });
      await untilSomebodyWaits(world.platform.db);
      await decline(modId);
      return { edit };
    });
    expect((await edit).status).not.toBe(412);
    expect(await review(modId)).toBe('forbidden');
  });

  it('a moderator who appealed for the team does not decide about the appeal', async () => {
    const modId = (await draftMod(alice, 'eyes')).id;
    await publishedVersion(world, alice, modId, { version: '1.0.0' });
    const { userId: reporterId } = await world.creator('rita');
    await (await signIn(world, reporterId)).run(REPORT, { modId });
    const { id } = await world.platform.db.modReport.findFirstOrThrow({ where: { reporterId } });
    await other.run(DECIDE, { id, uphold: true });
    await add(modId);
    await judge.run(APPEAL, { id });
    await decline(modId);
    expect(await judge.refusal(DECIDE, { id, uphold: false })).toBe('forbidden');
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
