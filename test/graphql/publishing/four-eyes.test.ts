import { describe, expect, it } from 'vitest';
import type { Creator } from '../../actors.js';
import { writeZip } from '../../archives/zip-writer.js';
import { meanwhile } from '../../locks.js';
import { draftMod, draftVersion, sendFile, sha256Of } from '../../publishing.js';
import { everyNth, inLongTests, longTest } from '../../rounds.js';
import { signIn } from '../identity/signed-in.js';
import {
  ADD,
  APPROVE,
  alice,
  BLOCK,
  join,
  judge,
  leave,
  mary,
  newMod,
  other,
  owner,
  REMOVE,
  root,
  second,
  standingOf,
  TAKE_DOWN,
  teamOf,
  UNBLOCK,
  UNDECIDED,
  useStaff,
  VERBS,
  waiting,
  world,
} from '../identity/staff.js';

useStaff();

const NOTES = 'query ($id: ID!) { uploadReviewEntry(id: $id) { notes { text } } }';
const QUEUE_NOTES = '{ listUploadReviews(limit: 100) { items { id notes { text } } } }';

const DAY_MS = 86_400_000;

/** Backdates the departure of a former member by days. */
async function leftBefore(modId: string, { userId }: Creator, days: number): Promise<Date> {
  const leftAt = new Date(world.clock.now().getTime() - days * DAY_MS);
  const teamId_userId = { teamId: await teamOf(modId), userId };
  await world.platform.db.formerTeamMember.update({ where: { teamId_userId }, data: { leftAt } });
  return leftAt;
}

/** Expects that mary can neither decide about an upload, claim it nor note anything. */
async function refusesMary(id: string): Promise<void> {
  for (const verb of VERBS) expect(await judge.refusal(verb, { id })).toBe('forbidden');
  expect(await standingOf(id)).toEqual(UNDECIDED);
}

describe('four-eyes rule for reviews of uploads', () => {
  it('a moderator cannot decide about their own upload, and a second moderator can', async () => {
    const { uploadId: id } = await waiting(mary, await newMod(mary));
    await refusesMary(id);
    await other.run(APPROVE, { id });
    expect(await standingOf(id)).toMatchObject({ state: 'ready', reviewState: 'approved' });
  });

  it('a moderator does not read the notes about their own upload or one of their team', async () => {
    const modId = await newMod(alice);
    const own = await waiting(mary, await newMod(mary));
    const ofTeam = await waiting(alice, modId);
    await join(modId, mary, 'reviewer');
    for (const { uploadId: id } of [own, ofTeam]) {
      await other.run(VERBS[3] ?? '', { id });
      const note = [{ text: 'Mine.' }];
      expect((await other.run(NOTES, { id })).uploadReviewEntry.notes).toEqual(note);
      expect((await judge.run(NOTES, { id })).uploadReviewEntry.notes).toEqual([]);
    }
    const { listUploadReviews } = await judge.run(QUEUE_NOTES);
    const ids = [own.uploadId, ofTeam.uploadId];
    const listed = listUploadReviews.items.filter(({ id }: { id: string }) => ids.includes(id));
    expect(listed).toEqual(ids.map((id) => ({ id, notes: [] })));
  });

  it.each(everyNth(['owner', 'maintainer', 'publisher', 'reviewer'], 4))(
    'a moderator who is or was %s of a team cannot decide about its uploads',
    async (role) => {
      const modId = await newMod(alice);
      const { uploadId: id } = await waiting(alice, modId);
      await join(modId, mary, role);
      await refusesMary(id);
      await leave(modId, mary);
      await refusesMary(id);
      await owner.run(ADD, { modId, userId: mary.userId, role });
      await refusesMary(id);
      await other.run(APPROVE, { id });
    },
  );

  longTest(
    'the waiting period of a moderator who left a team twice starts at the last departure',
    async () => {
      const modId = await newMod(alice);
      await join(modId, mary, 'publisher');
      await leave(modId, mary);
      await leftBefore(modId, mary, 91);
      const { uploadId: id } = await waiting(alice, modId);
      await join(modId, mary, 'publisher');
      await leave(modId, mary);
      expect(await judge.refusal(APPROVE, { id })).toBe('forbidden');
    },
  );

  longTest(
    'a moderator who created a mod and left its team never decides about its uploads',
    async () => {
      const modId = await newMod(mary);
      await judge.run(ADD, { modId, userId: alice.userId, role: 'owner' });
      await leave(modId, mary);
      const { uploadId: id } = await waiting(alice, modId);
      await world.platform.db.formerTeamMember.deleteMany({
        where: { teamId: await teamOf(modId) },
      });
      await refusesMary(id);
    },
  );

  it('a moderator who left a team over 90 days ago decides only about later uploads', async () => {
    const modId = await newMod(alice);
    const early = await waiting(alice, modId);
    await join(modId, mary, 'publisher');
    await leave(modId, mary);
    const late = await waiting(alice, modId);
    await leftBefore(modId, mary, 89);
    expect(await judge.refusal(APPROVE, { id: late.uploadId })).toBe('forbidden');
    const createdAt = await leftBefore(modId, mary, 91);
    const { uploadSession } = world.platform.db;
    await uploadSession.update({ where: { id: early.uploadId }, data: { createdAt } });
    expect(await judge.refusal(APPROVE, { id: early.uploadId })).toBe('forbidden');
    await judge.run(APPROVE, { id: late.uploadId });
  });

  longTest('a decision is refused if the moderator leaves the team at the same time', async () => {
    const modId = await newMod(alice);
    const { uploadId: id } = await waiting(alice, modId);
    await join(modId, mary, 'publisher');
    const { userId } = mary;
    const data = { accessRevision: { increment: 1 } };
    const { waited, result } = await meanwhile(
      world,
      (tx) => tx.user.update({ where: { id: userId }, data }),
      () => Promise.all([judge.refusal(APPROVE, { id }), owner.run(REMOVE, { modId, userId })]),
    );
    expect([waited, result]).toEqual([true, ['forbidden', { removeModTeamMember: true }]]);
    expect(await standingOf(id)).toEqual(UNDECIDED);
  });

  longTest('a moderator who left the team cannot decide about an upload they sent', async () => {
    const modId = await newMod(alice);
    await join(modId, mary, 'publisher');
    const { uploadId: id } = await waiting(mary, modId);
    await leave(modId, mary);
    await refusesMary(id);
  });

  longTest('a decision is refused if the moderator joins the team at the same time', async () => {
    const modId = await newMod(alice);
    const { uploadId: id } = await waiting(alice, modId);
    const teamId = await teamOf(modId);
    const { waited, result } = await meanwhile(
      world,
      async (tx) => {
        await tx.teamMember.create({ data: { teamId, userId: mary.userId, role: 'publisher' } });
        await tx.user.update({
          where: { id: mary.userId },
          data: { accessRevision: { increment: 1 } },
        });
      },
      () => judge.refusal(APPROVE, { id }),
    );
    expect([waited, result]).toEqual([true, 'forbidden']);
    expect(await standingOf(id)).toEqual(UNDECIDED);
  });

  inLongTests(() =>
    describe('four-eyes rule without a record of the membership', () => {
      let sent = 0;
      const forget = async (modId: string, { userId }: Creator) => {
        await world.platform.db.teamMember.deleteMany({
          where: { teamId: await teamOf(modId), userId },
        });
      };
      /** An upload with unique bytes that an account sends to a version of alice's mod. */
      async function sentBy(sender: Creator) {
        sent += 1;
        const { id: modId } = await draftMod(alice, 'eyes');
        const { id: versionId } = await draftVersion(alice, modId, { version: `${sent}.0.0` });
        await join(modId, sender, 'publisher');
        const bytes = new Uint8Array(writeZip([{ name: 'sent.txt', content: `sent ${sent}` }]));
        const uploadId = await sendFile(sender, { modId, versionId }, bytes);
        return { modId, versionId, uploadId, sha256: sha256Of(bytes) };
      }

      it('the sender of an upload cannot decide about it, even without a record of their membership', async () => {
        const modId = await newMod(alice);
        await join(modId, mary, 'publisher');
        const { uploadId: id } = await waiting(mary, modId);
        await forget(modId, mary);
        await refusesMary(id);
      });

      it('the sender of a file cannot take its version down, even without a record of their membership', async () => {
        const { modId, versionId: id, uploadId } = await sentBy(mary);
        await mary.post(`/uploads/${uploadId}/complete`, {});
        await world.settled();
        expect((await alice.post(`/mods/${modId}/versions/${id}/publish`, {})).status).toBe(200);
        await forget(modId, mary);
        expect(await judge.refusal(TAKE_DOWN, { id })).toBe('forbidden');
        await other.run(TAKE_DOWN, { id });
      });

      it('the sender of an upload cannot unblock its bytes, even without a record of their membership', async () => {
        const rita = await world.creator('rita');
        await world.platform.db.user.update({
          where: { id: rita.userId },
          data: { role: 'admin' },
        });
        const session = await signIn(world, rita.userId);
        const { modId, sha256 } = await sentBy(rita);
        await forget(modId, rita);
        const { id } = (await root.run(BLOCK, { sha256 })).blockHash;
        expect(await session.refusal(UNBLOCK, { id })).toBe('forbidden');
        await second.run(UNBLOCK, { id });
      });
    }),
  );
});
