import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { bareMod } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import {
  act,
  alice,
  ask,
  auditOf,
  ENTRY,
  mary,
  mike,
  modId,
  review,
  useReviews,
  waiting,
  world,
} from './reviews.js';

useReviews();

describe('review decisions (Spec 3.2, 4.4)', () => {
  it('a creator reads the public note and the reason of a rejection, over REST and GraphQL', async () => {
    const { uploadId } = await waiting();
    const said = 'tool.exe starts a program outside of the game. Remove it and upload again.';
    await act(mary, 'rejectUpload', uploadId, `, publicNote: "${said}", reason: unverifiable`);
    expect(await review(uploadId)).toMatchObject({
      state: 'rejected',
      public_note: said,
      rejection_reason: 'unverifiable',
    });
    expect((await alice.get(`/uploads/${uploadId}`)).body.data).toMatchObject({
      review: { publicNote: said, rejectionReason: 'unverifiable' },
      failure: { code: 'av_scan_rejected', detail: expect.stringContaining(said) },
    });
    const own = `{ getUploadReview(id: "${uploadId}") { publicNote rejectionReason } }`;
    expect((await alice.graphql(own)).body.data.getUploadReview).toEqual({
      publicNote: said,
      rejectionReason: 'unverifiable',
    });
    const entry = `{ uploadReviewEntry(id: "${uploadId}") { publicNote rejectionReason notes { text } } }`;
    expect((await mike.graphql(entry)).body.data.uploadReviewEntry).toEqual({
      publicNote: said,
      rejectionReason: 'unverifiable',
      notes: [],
    });
  });

  longTest('a creator reads the public note of an approval', async () => {
    const { uploadId } = await waiting();
    await act(mary, 'approveUpload', uploadId, ', publicNote: "Please sign it.", note: "Odd."');
    expect(await review(uploadId)).toMatchObject({
      state: 'approved',
      public_note: 'Please sign it.',
      rejection_reason: null,
    });
  });

  it('the sender of an upload gets a mail about each decision, unless they left the team', async () => {
    const before = await world.platform.db.mail.count({ where: { template: 'upload_reviewed' } });
    const { uploadId, versionId } = await waiting();
    const mails = async () =>
      (
        await world.platform.db.mail.findMany({
          where: {
            template: 'upload_reviewed',
            params: { path: ['versionId'], equals: versionId },
          },
          orderBy: { createdAt: 'asc' },
        })
      ).map(({ userId, params }) => [userId, (params as Record<string, string>)['outcome']]);
    await act(mary, 'rejectUpload', uploadId);
    expect(await mails()).toEqual([[alice.userId, 'rejected']]);
    // A repeated decision sends no second mail.
    await act(mary, 'rejectUpload', uploadId);
    expect(await mails()).toHaveLength(1);
    const others = await bareMod(alice, 'queue');
    const { uploadId: left } = await waiting(others.id);
    const { teamId } = await world.platform.db.mod.findUniqueOrThrow({ where: { id: others.id } });
    await world.platform.db.teamMember.deleteMany({ where: { teamId } });
    await act(mary, 'approveUpload', left);
    expect(await world.platform.db.mail.count({ where: { template: 'upload_reviewed' } })).toBe(
      before + 1,
    );
  });

  it('a public note that is empty, too long or reorders text is refused before the decision', async () => {
    const { uploadId } = await waiting();
    for (const text of ['  ', 'x'.repeat(1_001), 'a\\u202eb']) {
      expect(await act(mary, 'rejectUpload', uploadId, `, publicNote: "${text}"`)).toBe(
        'invalid_input',
      );
    }
    expect(await review(uploadId)).toMatchObject({ state: 'pending', public_note: null });
  });

  describe('decisions on uploads', () => {
    it('two concurrent decisions on an upload produce one decision, one audit entry and one event', async () => {
      const { uploadId, artifactId } = await waiting();
      const both = await Promise.all([
        act(mary, 'approveUpload', uploadId),
        act(mike, 'rejectUpload', uploadId),
      ]);
      expect(both.filter((it) => it === 'invalid_state')).toHaveLength(1);
      const lines = (await auditOf(uploadId)).map(({ action }) => action);
      expect(lines.filter((it) => /^upload\.(approved|rejected)$/.test(it))).toHaveLength(1);
      const events = await world.platform.db.outboxEvent.count({
        where: { subjectId: artifactId, kind: { in: ['file.ready', 'file.failed'] } },
      });
      expect(events).toBe(1);
    });

    longTest(
      'a repeated decision by the same moderator returns the current state, and by another one is refused',
      async () => {
        const { uploadId } = await waiting();
        await act(mary, 'approveUpload', uploadId);
        const lines = (await auditOf(uploadId)).length;
        expect(await act(mary, 'approveUpload', uploadId)).toEqual({ lifecycleStatus: 'ready' });
        expect((await auditOf(uploadId)).length).toBe(lines);
        expect(await act(mary, 'rejectUpload', uploadId)).toBe('invalid_state');
        expect(await act(mike, 'approveUpload', uploadId)).toBe('invalid_state');
      },
    );

    it('equal decisions of a moderator at the same time have one effect and the same result', async () => {
      const { uploadId } = await waiting();
      const approve = () => act(mary, 'approveUpload', uploadId, ', note: "Fine."');
      const all = await Promise.all([approve(), approve(), approve()]);
      expect(all).toEqual(all.map(() => ({ lifecycleStatus: 'ready' })));
      expect(await world.platform.db.reviewNote.count({ where: { uploadId } })).toBe(1);
      const lines = (await auditOf(uploadId)).map(({ action }) => action);
      expect(lines.filter((it) => it === 'upload.approved')).toHaveLength(1);
    });

    it('a repeated decision with another note or reason is refused, because it would lose the text', async () => {
      const { uploadId } = await waiting();
      const reject = (more: string) => act(mary, 'rejectUpload', uploadId, more);
      const made = ', note: "Odd.", publicNote: "Sign it.", reason: unverifiable';
      await reject(made);
      for (const same of [made, '', ', note: " Odd. "', ', publicNote: null']) {
        expect(await reject(same)).toEqual({ lifecycleStatus: 'failed' });
      }
      for (const other of [', note: "Even."', ', publicNote: "Go."', ', reason: harmful']) {
        expect(await reject(other)).toBe('invalid_state');
      }
      expect(await review(uploadId)).toMatchObject({ public_note: 'Sign it.' });
      expect(await world.platform.db.reviewNote.count({ where: { uploadId } })).toBe(1);
    });

    it('an upload whose stored bytes are gone or changed can be rejected, but not approved', async () => {
      const { db, storage } = world.platform;
      for (const change of ['gone', 'changed']) {
        const { uploadId } = await waiting();
        const { stagingKey } = await db.uploadSession.findUniqueOrThrow({
          where: { id: uploadId },
        });
        await storage.remove(stagingKey);
        const body = Readable.from([Buffer.from('other bytes')]);
        if (change === 'changed') await storage.put(stagingKey, body, 'application/zip');
        const refused = await mary.graphql(`mutation { approveUpload(id: "${uploadId}") { id } }`);
        const [error] = refused.body.errors;
        expect([error.extensions.code, error.message]).toEqual([
          'checksum_not_verified',
          expect.stringContaining('reject the upload'),
        ]);
        expect(await act(mary, 'rejectUpload', uploadId)).toEqual({ lifecycleStatus: 'failed' });
      }
    });

    it('an approval that a deletion of the version overtakes says that the upload has ended', async () => {
      const { uploadId, versionId } = await waiting();
      const [, { body }] = await Promise.all([
        alice.graphql(`mutation { deleteModVersion(id: "${versionId}") }`),
        mary.graphql(`mutation { approveUpload(id: "${uploadId}") { id } }`),
      ]);
      const said = body.errors?.[0].message ?? 'approved';
      expect(said).toMatch(/^approved$|"cancelled" and waits for no decision/);
    });

    it('a decision on an upload is atomic', async () => {
      const { uploadId, versionId, artifactId } = await waiting();
      const { db } = world.platform;
      await db.$executeRawUnsafe(
        `alter table outbox_events add constraint cut check (subject_id <> '${artifactId}')`,
      );
      expect(await act(mary, 'approveUpload', uploadId, ', note: "Fine."')).toBe('internal_error');
      await db.$executeRawUnsafe('alter table outbox_events drop constraint cut');
      const standing = async () => ({
        upload: (await alice.get(`/uploads/${uploadId}`)).body.data.lifecycleStatus,
        version: (await alice.get(`/mods/${modId}/versions/${versionId}`)).body.data.status,
        file: (await db.artifact.findUniqueOrThrow({ where: { id: artifactId } })).state,
        bindings: await db.blobBinding.count({ where: { artifactId } }),
        notes: await db.reviewNote.count({ where: { uploadId } }),
      });
      expect(await standing()).toEqual({
        upload: 'quarantined',
        version: 'scanning',
        file: 'pending',
        bindings: 0,
        notes: 0,
      });
      await act(mary, 'approveUpload', uploadId, ', note: "Fine."');
      expect(await standing()).toEqual({
        upload: 'ready',
        version: 'ready',
        file: 'ready',
        bindings: 1,
        notes: 1,
      });
    });
  });

  it('review notes are visible only to moderators and cannot be changed', async () => {
    const { uploadId } = await waiting();
    await act(mary, 'noteUploadReview', uploadId, ', text: " The program only starts the game. "');
    const { notes } = await act(mike, 'noteUploadReview', uploadId, ', text: "Agreed."');
    expect(notes).toEqual([
      { text: 'The program only starts the game.', author: { username: 'mary' } },
      { text: 'Agreed.', author: { username: 'mike' } },
    ]);
    await act(mike, 'rejectUpload', uploadId, ', note: "It phones home."');
    const entry = await ask(mary, `uploadReviewEntry(id: "${uploadId}") { ${ENTRY} }`);
    expect(entry.notes).toHaveLength(3);
    expect(entry).toMatchObject({ state: 'rejected', decidedBy: { username: 'mike' } });
    for (const path of [`/uploads/${uploadId}`, `/uploads/${uploadId}/review`]) {
      expect((await alice.get(path)).text).not.toContain('phones home');
    }
    expect(await act(alice, 'noteUploadReview', uploadId, ', text: "Please."')).toBe('forbidden');
    for (const text of ['  ', 'x'.repeat(1_001)]) {
      expect(await act(mary, 'noteUploadReview', uploadId, `, text: "${text}"`)).toBe(
        'invalid_input',
      );
    }
    const lines = (await auditOf(uploadId)).filter(({ action }) => action === 'review.noted');
    expect(lines).toHaveLength(3);
    expect(JSON.stringify(lines)).not.toContain('phones home');
    await expect(world.platform.db.reviewNote.deleteMany()).rejects.toThrow('never change');
  });
});
