import { beforeAll, describe, expect, it } from 'vitest';
import type { TeamRole } from '../../src/registry/access.js';
import type { Creator } from '../actors.js';
import { operate } from '../admin/operator.js';
import { writeZip } from '../archives/zip-writer.js';
import { useWorld } from '../harness.js';
import { meanwhile } from '../locks.js';
import {
  bareMod,
  draftMod,
  draftVersion,
  newGame,
  publishedVersion,
  readyVersion,
  sendFile,
  sha256Of,
} from '../publishing.js';
import { type SignedIn, signIn } from './signed-in.js';

const VERBS = [
  'mutation ($id: ID!) { approveUpload(id: $id) { id } }',
  'mutation ($id: ID!) { rejectUpload(id: $id) { id } }',
  'mutation ($id: ID!) { claimUploadReview(id: $id) { id } }',
  'mutation ($id: ID!) { noteUploadReview(id: $id, text: "Mine.") { id } }',
];
const APPROVE = VERBS[0] ?? '';
const ADD = `mutation ($modId: ID!, $userId: ID!, $role: TeamRole!) {
  setModTeamMember(modId: $modId, userId: $userId, role: $role) { role } }`;
const REMOVE =
  'mutation ($modId: ID!, $userId: ID!) { removeModTeamMember(modId: $modId, userId: $userId) }';
const DAY_MS = 86_400_000;

describe('four-eyes rule for staff decisions', () => {
  const world = useWorld();
  let alice: Creator;
  let mary: Creator;
  let judge: SignedIn;
  let other: SignedIn;
  let root: SignedIn;
  let second: SignedIn;
  let owner: SignedIn;

  beforeAll(async () => {
    const { db } = world.platform;
    await newGame(world, 'eyes');
    alice = await world.creator('alice');
    mary = await world.creator('mary');
    const mike = await world.creator('mike');
    const admin = await world.creator('root');
    const chief = await world.creator('chief');
    const staff = [mary.userId, mike.userId];
    await db.user.updateMany({ where: { id: { in: staff } }, data: { role: 'moderator' } });
    const admins = [admin.userId, chief.userId];
    await db.user.updateMany({ where: { id: { in: admins } }, data: { role: 'admin' } });
    judge = await signIn(world, mary.userId);
    other = await signIn(world, mike.userId);
    root = await signIn(world, admin.userId);
    second = await signIn(world, chief.userId);
    owner = await signIn(world, alice.userId);
  });

  let count = 0;
  /** An upload by an account to a mod that waits for a moderator. */
  async function waiting(actor: Creator, modId: string) {
    count += 1;
    const version = { version: `${count}.0.0` };
    const bytes = new Uint8Array(writeZip([{ name: 'tool.exe', content: version.version }]));
    return readyVersion(world, actor, modId, version, bytes);
  }
  const newMod = async (owner: Creator): Promise<string> => (await bareMod(owner, 'eyes')).id;
  const teamOf = async (modId: string) =>
    (await world.platform.db.mod.findUniqueOrThrow({ where: { id: modId } })).teamId;
  async function join(
    modId: string,
    { userId }: Pick<Creator, 'userId'>,
    role: TeamRole,
  ): Promise<void> {
    const { db } = world.platform;
    await db.teamMember.create({ data: { teamId: await teamOf(modId), userId, role } });
  }
  const leave = (modId: string, { userId }: Pick<Creator, 'userId'>) =>
    owner.run(REMOVE, { modId, userId });
  /** Backdates the departure of a former member by days. */
  async function leftBefore(modId: string, { userId }: Creator, days: number): Promise<Date> {
    const leftAt = new Date(world.clock.now().getTime() - days * DAY_MS);
    const teamId_userId = { teamId: await teamOf(modId), userId };
    await world.platform.db.formerTeamMember.update({ where: { teamId_userId }, data: { leftAt } });
    return leftAt;
  }
  const standingOf = (id: string) =>
    world.platform.db.uploadSession.findUniqueOrThrow({
      where: { id },
      select: { state: true, reviewState: true, reviewHolderId: true },
    });
  const UNDECIDED = { state: 'quarantined', reviewState: 'pending', reviewHolderId: null };

  it('a moderator cannot decide about their own upload, and a second moderator can', async () => {
    const { uploadId: id } = await waiting(mary, await newMod(mary));
    for (const verb of VERBS) expect(await judge.refusal(verb, { id })).toBe('forbidden');
    expect(await standingOf(id)).toEqual(UNDECIDED);
    await other.run(APPROVE, { id });
    expect(await standingOf(id)).toMatchObject({ state: 'ready', reviewState: 'approved' });
  });

  it.each(['owner', 'maintainer', 'publisher', 'reviewer'] as const)(
    'a moderator who is or was %s of a team cannot decide about its uploads',
    async (role) => {
      const modId = await newMod(alice);
      const { uploadId: id } = await waiting(alice, modId);
      await join(modId, mary, role);
      for (const verb of VERBS) expect(await judge.refusal(verb, { id })).toBe('forbidden');
      await leave(modId, mary);
      for (const verb of VERBS) expect(await judge.refusal(verb, { id })).toBe('forbidden');
      await owner.run(ADD, { modId, userId: mary.userId, role });
      for (const verb of VERBS) expect(await judge.refusal(verb, { id })).toBe('forbidden');
      expect(await standingOf(id)).toEqual(UNDECIDED);
      await other.run(APPROVE, { id });
    },
  );

  it('the waiting period of a moderator who left a team twice starts at the last departure', async () => {
    const modId = await newMod(alice);
    await join(modId, mary, 'publisher');
    await leave(modId, mary);
    await leftBefore(modId, mary, 91);
    const { uploadId: id } = await waiting(alice, modId);
    await join(modId, mary, 'publisher');
    await leave(modId, mary);
    expect(await judge.refusal(APPROVE, { id })).toBe('forbidden');
  });

  it('a moderator who created a mod and left its team never decides about its uploads', async () => {
    const modId = await newMod(mary);
    await judge.run(ADD, { modId, userId: alice.userId, role: 'owner' });
    await leave(modId, mary);
    const { uploadId: id } = await waiting(alice, modId);
    await world.platform.db.formerTeamMember.deleteMany({ where: { teamId: await teamOf(modId) } });
    for (const verb of VERBS) expect(await judge.refusal(verb, { id })).toBe('forbidden');
    expect(await standingOf(id)).toEqual(UNDECIDED);
  });

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

  it('a decision is refused if the moderator leaves the team at the same time', async () => {
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

  it('a moderator who left the team cannot decide about an upload they sent', async () => {
    const modId = await newMod(alice);
    await join(modId, mary, 'publisher');
    const { uploadId: id } = await waiting(mary, modId);
    await leave(modId, mary);
    for (const verb of VERBS) expect(await judge.refusal(verb, { id })).toBe('forbidden');
    expect(await standingOf(id)).toEqual(UNDECIDED);
  });

  it('a decision is refused if the moderator joins the team at the same time', async () => {
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

  describe('four-eyes rule without a record of the membership', () => {
    const forget = async (modId: string, { userId }: Creator) => {
      await world.platform.db.teamMember.deleteMany({
        where: { teamId: await teamOf(modId), userId },
      });
    };
    /** An upload with unique bytes that an account sends to a version of alice's mod. */
    async function sentBy(sender: Creator) {
      count += 1;
      const { id: modId } = await draftMod(alice, 'eyes');
      const { id: versionId } = await draftVersion(alice, modId, { version: `${count}.0.0` });
      await join(modId, sender, 'publisher');
      const bytes = new Uint8Array(writeZip([{ name: 'sent.txt', content: `sent ${count}` }]));
      const uploadId = await sendFile(sender, { modId, versionId }, bytes);
      return { modId, versionId, uploadId, sha256: sha256Of(bytes) };
    }

    it('the sender of an upload cannot decide about it, even without a record of their membership', async () => {
      const modId = await newMod(alice);
      await join(modId, mary, 'publisher');
      const { uploadId: id } = await waiting(mary, modId);
      await forget(modId, mary);
      for (const verb of VERBS) expect(await judge.refusal(verb, { id })).toBe('forbidden');
      expect(await standingOf(id)).toEqual(UNDECIDED);
    });

    it('the sender of a file cannot take its version down, even without a record of their membership', async () => {
      const { modId, versionId: id, uploadId } = await sentBy(mary);
      await mary.post(`/uploads/${uploadId}/complete`, {});
      await world.settled();
      expect((await alice.post(`/mods/${modId}/versions/${id}/publish`, {})).status).toBe(200);
      await forget(modId, mary);
      const down = 'mutation ($id: ID!) { takeDownModVersion(id: $id) { takenDownAt } }';
      expect(await judge.refusal(down, { id })).toBe('forbidden');
      await other.run(down, { id });
    });

    it('the sender of an upload cannot unblock its bytes, even without a record of their membership', async () => {
      const rita = await world.creator('rita');
      await world.platform.db.user.update({ where: { id: rita.userId }, data: { role: 'admin' } });
      const session = await signIn(world, rita.userId);
      const { modId, sha256 } = await sentBy(rita);
      await forget(modId, rita);
      const block =
        'mutation ($sha256: String!) { blockHash(input: { sha256: $sha256, name: "Sent" }) { id } }';
      const { id } = (await root.run(block, { sha256 })).blockHash;
      const unblock = 'mutation ($id: ID!) { unblockHash(id: $id) { id } }';
      expect(await session.refusal(unblock, { id })).toBe('forbidden');
      await second.run(unblock, { id });
    });
  });

  it('a session without a second factor can neither read the review queue nor decide', async () => {
    const { uploadId: id } = await waiting(alice, await newMod(alice));
    const weak = await signIn(world, mary.userId, { aal2: false });
    const reads = [
      '{ listUploadReviews { items { id } } }',
      'query ($id: ID!) { uploadReviewEntry(id: $id) { id } }',
    ];
    for (const verb of [...VERBS, ...reads]) {
      expect(await weak.refusal(verb, { id })).toBe('step_up_required');
    }
    expect(await standingOf(id)).toEqual(UNDECIDED);
  });

  it('an open session loses staff rights 15 minutes after its second factor, and at once with the role', async () => {
    const { uploadId: id } = await waiting(alice, await newMod(alice));
    const session = await signIn(world, mary.userId);
    world.clock.advance(16 * 60);
    expect(await session.refusal(APPROVE, { id })).toBe('step_up_required');
    world.clock.advance(-16 * 60);
    const setRole = (role: string) => operate(world, `user role --username mary --role ${role}`);
    await setRole('user');
    for (const verb of VERBS) expect(await session.refusal(verb, { id })).toBe('forbidden');
    await setRole('moderator');
    await session.run(APPROVE, { id });
  });

  it('an operator command needs no second factor and refuses uploads by the named moderator or their teams', async () => {
    const own = await waiting(mary, await newMod(mary));
    const modId = await newMod(alice);
    const teams = await waiting(alice, modId);
    await join(modId, mary, 'reviewer');
    const formerId = await newMod(alice);
    const former = await waiting(alice, formerId);
    await join(formerId, mary, 'reviewer');
    await leave(formerId, mary);
    for (const verb of ['approve', 'reject']) {
      for (const { uploadId } of [own, teams, former]) {
        const line = `upload ${verb} --upload ${uploadId} --moderator mary`;
        expect((await operate(world, line)).refused.code).toBe('forbidden');
        expect(await standingOf(uploadId)).toEqual(UNDECIDED);
      }
    }
    const approved = await operate(
      world,
      `upload approve --upload ${own.uploadId} --moderator mike`,
    );
    expect(approved.printed).toEqual({ upload_id: own.uploadId, lifecycleStatus: 'ready' });
  });

  it('a moderator can neither take down a version of their own team nor lift its takedown', async () => {
    const { id: modId } = await draftMod(alice, 'eyes');
    const { versionId: id } = await publishedVersion(world, alice, modId, { version: '1.0.0' });
    const down = 'mutation ($id: ID!) { takeDownModVersion(id: $id) { takenDownAt } }';
    const lift = 'mutation ($id: ID!) { liftModVersionTakedown(id: $id) { takenDownAt } }';
    await join(modId, mary, 'maintainer');
    expect(await judge.refusal(down, { id })).toBe('forbidden');
    await other.run(down, { id });
    expect(await judge.refusal(lift, { id })).toBe('forbidden');
    expect(await judge.refusal(down, { id })).toBe('forbidden');
    await leave(modId, mary);
    expect(await judge.refusal(lift, { id })).toBe('forbidden');
    expect(await judge.refusal(down, { id })).toBe('forbidden');
    expect(await other.run(lift, { id })).toEqual({
      liftModVersionTakedown: { takenDownAt: null },
    });
  });

  it('an admin can neither clear nor unblock bytes of their own team', async () => {
    const { db } = world.platform;
    const modId = await newMod(alice);
    const { artifactId } = await readyVersion(world, alice, modId, { version: '1.0.0' });
    const { blobId } = await db.artifact.findUniqueOrThrow({ where: { id: artifactId } });
    const { sha256 } = await db.blob.findUniqueOrThrow({ where: { id: blobId ?? '' } });
    await db.teamMember.create({
      data: { teamId: await teamOf(modId), userId: root.userId, role: 'reviewer' },
    });
    const block = await root.run(
      'mutation ($sha256: String!) { blockHash(input: { sha256: $sha256, name: "Mine" }) { id } }',
      { sha256 },
    );
    const unblock = 'mutation ($id: ID!) { unblockHash(id: $id) { id } }';
    const clear =
      'mutation ($sha256: String!) { clearBlob(sha256: $sha256, note: "Fine.") { state } }';
    const { id } = block.blockHash;
    expect(await root.refusal(unblock, { id })).toBe('forbidden');
    expect(await db.blockedHash.count({ where: { id, removedAt: null } })).toBe(1);
    expect(await root.refusal(clear, { sha256 })).toBe('forbidden');
    await leave(modId, root);
    expect(await root.refusal(unblock, { id })).toBe('forbidden');
    expect(await root.refusal(clear, { sha256 })).toBe('forbidden');
    expect(await db.blockedHash.count({ where: { id, removedAt: null } })).toBe(1);
    await second.run(unblock, { id });
    expect((await second.run(clear, { sha256 })).clearBlob.state).toBe('sealed');
  });

  it('an admin can neither clear nor unblock bytes that a former team of theirs uses', async () => {
    const { db } = world.platform;
    const bytes = new Uint8Array(writeZip([{ name: 'readme.txt', content: 'shared' }]));
    const [first = '', last = ''] = [await newMod(alice), await newMod(alice)];
    await readyVersion(world, alice, first, { version: '1.0.0' }, bytes);
    await readyVersion(world, alice, last, { version: '1.0.0' }, bytes);
    await join(last, root, 'reviewer');
    await leave(last, root);
    const sha256 = sha256Of(bytes);
    const block =
      'mutation ($sha256: String!) { blockHash(input: { sha256: $sha256, name: "Shared" }) { id } }';
    const { id } = (await root.run(block, { sha256 })).blockHash;
    const unblock = 'mutation ($id: ID!) { unblockHash(id: $id) { id } }';
    const clear =
      'mutation ($sha256: String!) { clearBlob(sha256: $sha256, note: "Fine.") { state } }';
    expect(await root.refusal(unblock, { id })).toBe('forbidden');
    expect(await root.refusal(clear, { sha256 })).toBe('forbidden');
    expect(await db.blockedHash.count({ where: { id, removedAt: null } })).toBe(1);
  });

  it('an admin cannot grant or revoke their own entitlement, even with the ID in upper case', async () => {
    for (const verb of ['grantEntitlement', 'revokeEntitlement']) {
      for (const userId of [root.userId, root.userId.toUpperCase()]) {
        const source = `mutation ($userId: ID!) { ${verb}(userId: $userId, kind: subscriber) { id } }`;
        expect(await root.refusal(source, { userId })).toBe('forbidden');
      }
    }
    expect(await world.platform.db.entitlement.count()).toBe(0);
  });
});
