import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator } from '../../actors.js';
import {
  declarationOf,
  draftMod,
  draftVersion,
  publishedVersion,
  putBytes,
  readyVersion,
  refusal,
  sendFile,
} from '../../publishing.js';
import { alice, bytes, newTarget, useUploads, world } from './uploads-of-alice.js';

describe('the life of an upload session (Spec 2.9, 4.4)', () => {
  useUploads();
  let bob: Creator;
  let modId: string;

  beforeAll(async () => {
    bob = await world.creator('bob');
    ({ modId } = await newTarget());
  });

  describe('staged bytes', () => {
    it('the store keeps the first bytes: a second PUT returns 412, and the completion uses the first', async () => {
      const made = await alice.post('/uploads', declarationOf(await newTarget(), bytes));
      const { upload, upload_id } = made.body.data;
      expect((await putBytes(upload, bytes)).ok).toBe(true);
      const other = new Uint8Array(bytes).fill(0);
      expect((await putBytes(upload, other)).status).toBe(412);
      expect((await alice.post(`/uploads/${upload_id}/complete`, {})).status).toBe(202);
      await world.settled();
      const read = await alice.get(`/uploads/${upload_id}`);
      expect(read.body.data.lifecycleStatus).toBe('ready');
    });

    it('the store does not serve staged bytes', async () => {
      const made = await alice.post('/uploads', declarationOf(await newTarget(), bytes));
      const { upload } = made.body.data;
      await putBytes(upload, bytes);
      expect((await fetch(upload.url)).ok).toBe(false);
      expect((await fetch(upload.url, { method: 'HEAD' })).ok).toBe(false);
    });

    it('an upload response has the progress that the store confirms, in data and in status', async () => {
      const uploadId = await sendFile(alice, await newTarget(), bytes);
      const read = await alice.get(`/uploads/${uploadId}`);
      const { progress } = read.body.data;
      expect(progress).toMatchObject({
        uploadedBytes: bytes.length,
        percent: 100,
        totalParts: 1,
        available: true,
      });
      expect(progress.completedParts).toMatchObject([{ partNumber: 1, sizeBytes: bytes.length }]);
      expect(progress.completedParts[0].etag).not.toBe('');
      expect(read.body.status).toEqual({ progress });
      expect(read.headers.get('x-upload-correlation-id')).toBe(read.body.data.supportCorrelationId);
      expect(read.body.data).not.toHaveProperty('upload');
    });
  });

  describe('completeUploadSession', () => {
    it('completeUploadSession requires an Idempotency-Key and uploaded bytes', async () => {
      const made = await alice.post('/uploads', declarationOf(await newTarget(), bytes));
      const path = `/uploads/${made.body.data.upload_id}/complete`;
      const bare = await alice.request('POST', path, { body: {} });
      expect(refusal(bare)).toBe('400 idempotency_key_required');
      expect(refusal(await alice.post(path, {}))).toBe('409 session_not_uploaded');
      const parts = [{ partNumber: 1, etag: 'x' }];
      expect(refusal(await alice.post(path, { parts }))).toBe('400 invalid_parts');
    });

    it('completeUploadSession returns 202 with job.statusEndpoint as Location, then 200 without it, and acts once', async () => {
      const uploadId = await sendFile(alice, await newTarget(), bytes);
      const headers = { 'Idempotency-Key': randomUUID() };
      const path = `/uploads/${uploadId}/complete`;
      const first = await alice.post(path, {}, headers);
      expect(first.status).toBe(202);
      const { job } = first.body.data;
      expect(first.headers.get('location')).toBe(job.statusEndpoint);
      expect(job).toMatchObject({
        statusEndpoint: `/v1/uploads/${uploadId}`,
        progress: { completed: 0, total: 1 },
        terminalReason: null,
        completedAt: null,
      });
      await world.settled();
      for (const again of [await alice.post(path, {}, headers), await alice.post(path, {})]) {
        expect(again.status).toBe(200);
        expect(again.headers.get('location')).toBeNull();
        expect(again.body.data.job).toMatchObject({
          id: job.id,
          status: 'succeeded',
          attempts: 1,
          progress: { completed: 1, total: 1 },
        });
        expect(again.body.data.lifecycleStatus).toBe('ready');
      }
      const { db } = world.platform;
      const completed = { where: { kind: 'upload.completed', subjectId: uploadId } };
      expect(await db.outboxEvent.count(completed)).toBe(1);
      expect(await db.blobBinding.count({ where: { uploadId } })).toBe(1);
      const status = await alice.get(`/uploads/${uploadId}`);
      expect(status.body.data.retry).toMatchObject({ retryable: false, strategy: 'none' });
    });

    it('two concurrent completeUploadSession requests queue one scan', async () => {
      const uploadId = await sendFile(alice, await newTarget(), bytes);
      const path = `/uploads/${uploadId}/complete`;
      const answers = await Promise.all([alice.post(path, {}), alice.post(path, {})]);
      for (const answer of answers) expect([200, 202]).toContain(answer.status);
      expect(answers[0]?.body.data.job.id).toBe(answers[1]?.body.data.job.id);
      await world.settled();
      const { db } = world.platform;
      expect(await db.job.count({ where: { payload: { equals: { uploadId } } } })).toBe(1);
    });

    it('completeUploadSession of a second main file returns invalid_state while the first one is in checks', async () => {
      const to = await newTarget();
      const [one, two] = [await sendFile(alice, to, bytes), await sendFile(alice, to, bytes)];
      const { db } = world.platform;
      expect((await alice.post(`/uploads/${one}/complete`, {})).status).toBe(202);
      await world.settled();
      const inChecks = { where: { id: one }, data: { state: 'scanning' as const } };
      await db.uploadSession.update(inChecks);
      const second = await alice.post(`/uploads/${two}/complete`, {});
      expect(refusal(second)).toBe('409 invalid_state');
    });
  });

  describe('abortUploadSession', () => {
    it('abortUploadSession cancels a session, also when repeated, and the session cannot be completed', async () => {
      const uploadId = await sendFile(alice, await newTarget(), bytes);
      for (const answer of [
        await alice.post(`/uploads/${uploadId}/abort`),
        await alice.post(`/uploads/${uploadId}/abort`),
      ]) {
        expect(answer.status).toBe(200);
        expect(answer.body.data).toMatchObject({ lifecycleStatus: 'cancelled', status: 'aborted' });
        expect(answer.body.data.retry).toMatchObject({ strategy: 'new_session' });
      }
      const completed = await alice.post(`/uploads/${uploadId}/complete`, {});
      expect(refusal(completed)).toBe('409 session_not_uploading');
    });

    it('completeUploadSession of an upload that was aborted during its scan returns 200 with the cancelled job, and acts once', async () => {
      const uploadId = await sendFile(alice, await newTarget(), bytes);
      const path = `/uploads/${uploadId}/complete`;
      const headers = { 'Idempotency-Key': randomUUID() };
      const first = await alice.post(path, {}, headers);
      expect(first.status).toBe(202);
      expect((await alice.post(`/uploads/${uploadId}/abort`)).status).toBe(200);
      for (const again of [await alice.post(path, {}, headers), await alice.post(path, {})]) {
        expect([again.status, again.headers.get('location')]).toEqual([200, null]);
        expect(again.body.data).toMatchObject({
          lifecycleStatus: 'cancelled',
          job: { id: first.body.data.job.id, status: 'cancelled' },
        });
      }
      const completed = { where: { kind: 'upload.completed', subjectId: uploadId } };
      expect(await world.platform.db.outboxEvent.count(completed)).toBe(1);
    });

    it('abortUploadSession of a ready file returns session_not_abortable', async () => {
      const { uploadId } = await readyVersion(world, alice, modId, { version: 'not abortable' });
      const answer = await alice.post(`/uploads/${uploadId}/abort`);
      expect(refusal(answer)).toBe('409 session_not_abortable');
      expect((await alice.get(`/uploads/${uploadId}`)).body.data.lifecycleStatus).toBe('ready');
    });
  });

  it('a foreign upload session returns session_not_found to every request, like an unknown one', async () => {
    const shown = await draftMod(alice, 'protocol');
    await publishedVersion(world, alice, shown.id, { version: '1' });
    const next = await draftVersion(alice, shown.id, { version: '2' });
    const ofPublished = { modId: shown.id, versionId: next.id };
    const uploadId = await sendFile(alice, ofPublished, bytes);
    const ofDraft = await sendFile(alice, await newTarget(), bytes);
    for (const id of [uploadId, ofDraft, randomUUID()]) {
      for (const answer of [
        await bob.get(`/uploads/${id}`),
        await bob.post(`/uploads/${id}/parts`, { partNumbers: [1] }),
        await bob.post(`/uploads/${id}/complete`, {}),
        await bob.post(`/uploads/${id}/abort`),
      ]) {
        expect(refusal(answer)).toBe('404 session_not_found');
      }
    }
    expect((await alice.get(`/uploads/${uploadId}`)).body.data.lifecycleStatus).toBe('uploading');
  });

  it('a reviewer of the team can read an upload but cannot change it', async () => {
    const { db } = world.platform;
    const rita = await world.creator('rita');
    const { teamId } = await db.mod.findUniqueOrThrow({ where: { id: modId } });
    await db.teamMember.create({ data: { teamId, userId: rita.userId, role: 'reviewer' } });
    const uploadId = await sendFile(alice, await newTarget(), bytes);
    const read = await rita.get(`/uploads/${uploadId}`);
    expect(read.body.data.review.state).toBe('none');
    for (const verb of ['complete', 'abort']) {
      const refused = await rita.post(`/uploads/${uploadId}/${verb}`);
      expect(refusal(refused)).toBe('404 session_not_found');
    }
    const made = await rita.post('/uploads', declarationOf(await newTarget(), bytes));
    expect(refusal(made)).toBe('403 team_role_denied');
  });
});
