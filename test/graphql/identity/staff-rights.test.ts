import { describe, expect, it } from 'vitest';
import { operate } from '../../admin/operator.js';
import { writeZip } from '../../archives/zip-writer.js';
import { draftMod, publishedVersion, readyVersion, sha256Of } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { signIn } from './signed-in.js';
import {
  APPROVE,
  alice,
  BLOCK,
  CLEAR,
  join,
  judge,
  LIFT,
  leave,
  mary,
  newMod,
  other,
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
} from './staff.js';

useStaff();

describe('four-eyes rule for staff rights', () => {
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

  longTest(
    'an operator command needs no second factor and refuses uploads by the named moderator or their teams',
    async () => {
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
    },
  );

  longTest(
    'a moderator can neither take down a version of their own team nor lift its takedown',
    async () => {
      const { id: modId } = await draftMod(alice, 'eyes');
      const { versionId: id } = await publishedVersion(world, alice, modId, { version: '1.0.0' });
      await join(modId, mary, 'maintainer');
      expect(await judge.refusal(TAKE_DOWN, { id })).toBe('forbidden');
      await other.run(TAKE_DOWN, { id });
      expect(await judge.refusal(LIFT, { id })).toBe('forbidden');
      expect(await judge.refusal(TAKE_DOWN, { id })).toBe('forbidden');
      await leave(modId, mary);
      expect(await judge.refusal(LIFT, { id })).toBe('forbidden');
      expect(await judge.refusal(TAKE_DOWN, { id })).toBe('forbidden');
      expect(await other.run(LIFT, { id })).toEqual({
        liftModVersionTakedown: { takenDownAt: null },
      });
    },
  );

  it('an admin can neither clear nor unblock bytes of their own team', async () => {
    const { db } = world.platform;
    const modId = await newMod(alice);
    const { artifactId } = await readyVersion(world, alice, modId, { version: '1.0.0' });
    const { blobId } = await db.artifact.findUniqueOrThrow({ where: { id: artifactId } });
    const { sha256 } = await db.blob.findUniqueOrThrow({ where: { id: blobId ?? '' } });
    await db.teamMember.create({
      data: { teamId: await teamOf(modId), userId: root.userId, role: 'reviewer' },
    });
    const { id } = (await root.run(BLOCK, { sha256 })).blockHash;
    expect(await root.refusal(UNBLOCK, { id })).toBe('forbidden');
    expect(await db.blockedHash.count({ where: { id, removedAt: null } })).toBe(1);
    expect(await root.refusal(CLEAR, { sha256 })).toBe('forbidden');
    await leave(modId, root);
    expect(await root.refusal(UNBLOCK, { id })).toBe('forbidden');
    expect(await root.refusal(CLEAR, { sha256 })).toBe('forbidden');
    expect(await db.blockedHash.count({ where: { id, removedAt: null } })).toBe(1);
    await second.run(UNBLOCK, { id });
    expect((await second.run(CLEAR, { sha256 })).clearBlob.state).toBe('sealed');
  });

  longTest(
    'an admin can neither clear nor unblock bytes that a former team of theirs uses',
    async () => {
      const { db } = world.platform;
      const bytes = new Uint8Array(writeZip([{ name: 'readme.txt', content: 'shared' }]));
      const [first = '', last = ''] = [await newMod(alice), await newMod(alice)];
      await readyVersion(world, alice, first, { version: '1.0.0' }, bytes);
      await readyVersion(world, alice, last, { version: '1.0.0' }, bytes);
      await join(last, root, 'reviewer');
      await leave(last, root);
      const sha256 = sha256Of(bytes);
      const { id } = (await root.run(BLOCK, { sha256 })).blockHash;
      expect(await root.refusal(UNBLOCK, { id })).toBe('forbidden');
      expect(await root.refusal(CLEAR, { sha256 })).toBe('forbidden');
      expect(await db.blockedHash.count({ where: { id, removedAt: null } })).toBe(1);
    },
  );

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
