import { beforeAll, describe, expect, it } from 'vitest';
import type { TeamRole } from '../../src/registry/access.js';
import type { Creator } from '../actors.js';
import { operate } from '../admin/operator.js';
import { useWorld } from '../harness.js';
import { meanwhile } from '../locks.js';
import { writeZip } from '../modules/uploads/inspection/zip-writer.js';
import { bareMod, draftMod, newGame, publishedVersion, readyVersion } from '../publishing.js';
import { type SignedIn, signIn } from './signed-in.js';

const VERBS = [
  'mutation ($id: ID!) { approveUpload(id: $id) { id } }',
  'mutation ($id: ID!) { rejectUpload(id: $id) { id } }',
  'mutation ($id: ID!) { claimUploadReview(id: $id) { id } }',
  'mutation ($id: ID!) { noteUploadReview(id: $id, text: "Mine.") { id } }',
];
const APPROVE = VERBS[0] ?? '';

describe('a staff decision', () => {
  const world = useWorld();
  let alice: Creator;
  let mary: Creator;
  let judge: SignedIn;
  let other: SignedIn;
  let root: SignedIn;

  beforeAll(async () => {
    const { db } = world.platform;
    await newGame(world, 'eyes');
    alice = await world.creator('alice');
    mary = await world.creator('mary');
    const mike = await world.creator('mike');
    const admin = await world.creator('root');
    const staff = [mary.userId, mike.userId];
    await db.user.updateMany({ where: { id: { in: staff } }, data: { role: 'moderator' } });
    await db.user.update({ where: { id: admin.userId }, data: { role: 'admin' } });
    judge = await signIn(world, mary.userId);
    other = await signIn(world, mike.userId);
    root = await signIn(world, admin.userId);
  });

  let count = 0;
  /** An upload of an account to a mod, waiting for a moderator. */
  async function waiting(actor: Creator, modId: string) {
    count += 1;
    const version = { version: `${count}.0.0` };
    const bytes = new Uint8Array(writeZip([{ name: 'tool.exe', content: version.version }]));
    return readyVersion(world, actor, modId, version, bytes);
  }
  const newMod = async (owner: Creator): Promise<string> => (await bareMod(owner, 'eyes')).id;
  const teamOf = async (modId: string) =>
    (await world.platform.db.mod.findUniqueOrThrow({ where: { id: modId } })).teamId;
  async function join(modId: string, { userId }: Creator, role: TeamRole): Promise<void> {
    const { db } = world.platform;
    await db.teamMember.create({ data: { teamId: await teamOf(modId), userId, role } });
  }
  async function leave(modId: string, { userId }: Creator): Promise<void> {
    const { db } = world.platform;
    await db.teamMember.deleteMany({ where: { teamId: await teamOf(modId), userId } });
  }
  const standingOf = (id: string) =>
    world.platform.db.uploadSession.findUniqueOrThrow({
      where: { id },
      select: { state: true, reviewState: true, reviewHolderId: true },
    });
  const UNDECIDED = { state: 'quarantined', reviewState: 'pending', reviewHolderId: null };

  it('a moderator cannot decide about an own upload, and a second moderator can', async () => {
    const { uploadId: id } = await waiting(mary, await newMod(mary));
    for (const verb of VERBS) expect(await judge.refusal(verb, { id })).toBe('forbidden');
    expect(await standingOf(id)).toEqual(UNDECIDED);
    await other.run(APPROVE, { id });
    expect(await standingOf(id)).toMatchObject({ state: 'ready', reviewState: 'approved' });
  });

  it.each(['owner', 'maintainer', 'publisher', 'reviewer'] as const)(
    'a moderator who is %s of a team cannot decide about its uploads',
    async (role) => {
      const modId = await newMod(alice);
      const { uploadId: id } = await waiting(alice, modId);
      await join(modId, mary, role);
      for (const verb of VERBS) expect(await judge.refusal(verb, { id })).toBe('forbidden');
      await leave(modId, mary);
      await judge.run(APPROVE, { id });
    },
  );

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

  it('a session with a password alone reads no queue and decides nothing', async () => {
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

  it('an open session loses staff rights after 15 minutes, and with the role at once', async () => {
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

  it('an operator command needs no second factor, and refuses uploads of its moderator', async () => {
    const own = await waiting(mary, await newMod(mary));
    const modId = await newMod(alice);
    const teams = await waiting(alice, modId);
    await join(modId, mary, 'reviewer');
    for (const verb of ['approve', 'reject']) {
      for (const { uploadId } of [own, teams]) {
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

  it('a moderator takes no version of an own team down, and lifts no takedown of it', async () => {
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
    expect(await judge.run(lift, { id })).toEqual({
      liftModVersionTakedown: { takenDownAt: null },
    });
  });

  it('an admin clears and unblocks no bytes of an own team', async () => {
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
    await db.teamMember.deleteMany({ where: { userId: root.userId } });
    await root.run(unblock, { id });
    expect((await root.run(clear, { sha256 })).clearBlob.state).toBe('sealed');
  });

  it('an admin grants and revokes no entitlement of their own, in either case of the id', async () => {
    for (const verb of ['grantEntitlement', 'revokeEntitlement']) {
      for (const userId of [root.userId, root.userId.toUpperCase()]) {
        const source = `mutation ($userId: ID!) { ${verb}(userId: $userId, kind: subscriber) { id } }`;
        expect(await root.refusal(source, { userId })).toBe('forbidden');
      }
    }
    expect(await world.platform.db.entitlement.count()).toBe(0);
  });
});
