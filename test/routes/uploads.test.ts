import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator, Json } from '../actors.js';
import { useWorld } from '../harness.js';
import {
  archiveOf,
  bareMod,
  declarationOf,
  draftMod,
  draftVersion,
  newGame,
  publishedVersion,
  putBytes,
  readyVersion,
  refusal,
  sendFile,
  type UploadTarget,
} from '../publishing.js';

const MIB = 1024 * 1024;

describe('uploads (Spec 2.9, 4.4)', () => {
  const world = useWorld();
  let alice: Creator;
  let bob: Creator;
  let modId: string;
  let target: UploadTarget;
  const bytes = new Uint8Array(archiveOf('some bytes'));

  beforeAll(async () => {
    await newGame(world, 'uploads');
    alice = await world.creator('alice');
    bob = await world.creator('bob');
    modId = (await bareMod(alice, 'uploads')).id;
    target = { modId, versionId: (await draftVersion(alice, modId, { version: '1' })).id };
  });

  const newTarget = async (): Promise<UploadTarget> => {
    const version = await draftVersion(alice, modId, { version: randomUUID() });
    return { modId, versionId: version.id };
  };
  const codesOf = (answer: Json) =>
    answer.body.data.problems.map(({ code, field }: Json) => `${code} ${field}`);

  const rowCounts = () => {
    const { db } = world.platform;
    return Promise.all([
      db.uploadSession.count(),
      db.artifact.count(),
      db.auditEntry.count(),
      db.outboxEvent.count(),
      db.job.count({ where: { kind: 'scan-upload' } }),
      db.idempotencyRecord.count(),
    ]);
  };

  describe('validateUploadRequest', () => {
    it('validateUploadRequest reports all problems at once, each with its field', async () => {
      const bad = await alice.post('/uploads:validate', {
        ...declarationOf(target, bytes),
        filename: 'mod.exe',
        sizeBytes: 0,
        expectedHashes: { sha256: 'xyz', sha1: 'abc' },
        label: 'x'.repeat(121),
        buildMetadata: { text: 'x'.repeat(17_000) },
        archiveManifest: [{ path: 'readme.txt', sizeBytes: -1 }],
      });
      expect(bad.status).toBe(200);
      expect(bad.body.data.valid).toBe(false);
      expect(codesOf(bad)).toEqual([
        'invalid_size sizeBytes',
        'unsupported_archive_extension filename',
        'invalid_sha256 expectedHashes.sha256',
        'invalid_metadata expectedHashes.sha1',
        'invalid_metadata label',
        'invalid_metadata buildMetadata',
        'invalid_metadata archiveManifest[0]',
      ]);
      for (const { detail } of bad.body.data.problems) expect(detail).not.toBe('');
    });

    it('validateUploadRequest returns the upload plan, a single PUT up to and including 100 MiB', async () => {
      const planOf = async (sizeBytes: number) => {
        const body = { ...declarationOf(target, bytes), sizeBytes };
        const { valid, strategy, partSizeBytes, totalParts } = (
          await alice.post('/uploads:validate', body)
        ).body.data;
        return [valid, strategy, partSizeBytes, totalParts];
      };
      expect(await planOf(100 * MIB)).toEqual([true, 'single', null, 1]);
      expect(await planOf(100 * MIB + 1)).toEqual([true, 'multipart', 16 * MIB, 7]);
      expect(await planOf(20 * 1024 * MIB)).toEqual([true, 'multipart', 16 * MIB, 1280]);
      expect((await planOf(20 * 1024 * MIB + 1))[0]).toBe(false);
    });

    it('validateUploadRequest writes nothing and signs nothing', async () => {
      const before = await rowCounts();
      const headers = { 'Idempotency-Key': randomUUID() };
      const good = await alice.post('/uploads:validate', declarationOf(target, bytes), headers);
      expect(good.body.data).toMatchObject({ valid: true, problems: [] });
      expect(good.text).not.toContain('http');
      expect(await rowCounts()).toEqual(before);
    });

    it('validateUploadRequest returns 404 for a hidden mod and 401 without a token', async () => {
      const body = declarationOf(target, bytes);
      expect(refusal(await bob.post('/uploads:validate', body))).toBe('404 not_found');
      expect(refusal(await world.anon.post('/uploads:validate', body))).toBe('401 unauthorized');
    });
  });

  describe('createUploadSession', () => {
    it.each([
      [{ sizeBytes: 0 }, '400 invalid_size'],
      [{ sizeBytes: 20 * 1024 * MIB + 1 }, '413 archive_too_large'],
      [{ filename: 'mod.exe' }, '400 unsupported_archive_extension'],
      [{ filename: '../mod.zip' }, '400 invalid_metadata'],
      [{ filename: 'mod\u202epiz.exe.zip' }, '400 invalid_metadata'],
      [{ filename: 'mod.exe\u200b.zip' }, '400 invalid_metadata'],
      [{ filename: 'mod.zip', contentType: 'text/plain' }, '409 archive_mime_mismatch'],
      [{ contentType: 'application/zip; x=\r\nX-Other: 1' }, '400 invalid_metadata'],
      [{ contentType: `application/zip; x=${'a'.repeat(200)}` }, '400 invalid_metadata'],
      [{ filename: '\ud800.zip' }, '400 invalid_request'],
      [{ archiveManifest: [{ path: '\ud800', sizeBytes: 1 }] }, '400 invalid_request'],
      [{ archiveManifest: [{ path: 'x'.repeat(1025), sizeBytes: 1 }] }, '400 invalid_metadata'],
      [{ expectedHashes: undefined }, '400 missing_sha256'],
      [{ expectedHashes: { sha256: 'A' } }, '400 invalid_sha256'],
      [{ expectedSha256: 'a'.repeat(64) }, '400 invalid_sha256'],
      [{ expectedHashes: { sha256: 'a'.repeat(64), sha512: 'b' } }, '400 invalid_metadata'],
      [{ label: 'x'.repeat(121) }, '400 invalid_metadata'],
      [{ fileKind: 'other' }, '400 invalid_input'],
      [{ size_bytes: 1 }, '400 invalid_input'],
      [{ versionId: randomUUID() }, '404 not_found'],
      [{ modId: randomUUID() }, '404 not_found'],
    ])('createUploadSession rejects %j and reserves nothing', async (more, expected) => {
      const before = await rowCounts();
      const answer = await alice.post('/uploads', declarationOf(target, bytes, more));
      expect(refusal(answer)).toBe(expected);
      expect(await rowCounts()).toEqual(before);
    });

    it('createUploadSession requires an Idempotency-Key', async () => {
      const body = declarationOf(target, bytes);
      const answer = await alice.request('POST', '/uploads', { body });
      expect(refusal(answer)).toBe('400 idempotency_key_required');
    });

    it('createUploadSession returns 201 with the session and one signed PUT, and names no storage key', async () => {
      const answer = await alice.post('/uploads', declarationOf(target, bytes));
      const { data } = answer.body;
      expect(answer.status).toBe(201);
      expect(answer.headers.get('location')).toBe(`/v1/uploads/${data.upload_id}`);
      expect(answer.headers.get('x-upload-correlation-id')).toBe(data.supportCorrelationId);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      expect(data).toMatchObject({
        sessionId: data.upload_id,
        ...target,
        filename: 'mod.zip',
        sizeBytes: bytes.length,
        lifecycleStatus: 'uploading',
        status: 'uploading',
        strategy: 'single',
        job: null,
        failure: null,
        review: { state: 'none', reasons: [], decidedAt: null },
        retry: { retryable: true, strategy: 'resume' },
        progress: { uploadedBytes: 0, percent: 0, totalParts: 1, completedParts: [] },
        upload: { method: 'PUT', headers: { 'If-None-Match': '*' } },
      });
      const leaseMs = Date.parse(data.upload.expiresAt) - world.clock.now().getTime();
      expect(leaseMs).toBeGreaterThan(0);
      expect(leaseMs).toBeLessThanOrEqual(900_000);
      expect(answer.text).not.toContain('staging/');
    });

    it('createUploadSession accepts the SHA-256 under its legacy name', async () => {
      const { expectedHashes, ...rest } = declarationOf(target, bytes);
      const body = { ...rest, expectedSha256: expectedHashes.sha256.toUpperCase() };
      expect((await alice.post('/uploads', body)).status).toBe(201);
    });

    it('a replayed createUploadSession returns the same session with a new URL and is audited once', async () => {
      const headers = { 'Idempotency-Key': randomUUID() };
      const body = declarationOf(await newTarget(), bytes);
      const first = await alice.post('/uploads', body, headers);
      world.clock.advance(1000);
      const again = await alice.post('/uploads', body, headers);
      expect(again.status).toBe(201);
      expect(again.body.data.upload_id).toBe(first.body.data.upload_id);
      expect(again.body.data.upload.url).not.toBe(first.body.data.upload.url);
      expect((await putBytes(first.body.data.upload, bytes)).ok).toBe(false);
      expect((await putBytes(again.body.data.upload, bytes)).ok).toBe(true);
      const accepted = await world.platform.db.auditEntry.findMany({
        where: { action: 'upload.accepted', targetId: first.body.data.upload_id },
      });
      expect(accepted).toMatchObject([{ actorId: alice.userId }]);
      const other = await alice.post('/uploads', { ...body, label: 'Another' }, headers);
      expect(refusal(other)).toBe('409 idempotency_conflict');
    });

    it('a rejected createUploadSession leaves its idempotency key free', async () => {
      const headers = { 'Idempotency-Key': randomUUID() };
      const body = declarationOf(await newTarget(), bytes);
      const refused = await alice.post('/uploads', { ...body, sizeBytes: 0 }, headers);
      expect(refusal(refused)).toBe('400 invalid_size');
      expect((await alice.post('/uploads', body, headers)).status).toBe(201);
    });

    it.each(['uploaded', 'validating', 'scanning'] as const)(
      'a main file is rejected while another main file of the version is %s',
      async (state) => {
        const made = await readyVersion(world, alice, modId, { version: `in checks: ${state}` });
        const { db } = world.platform;
        // These states are too short to observe.
        await db.uploadSession.update({ where: { id: made.uploadId }, data: { state } });
        const body = declarationOf({ modId, versionId: made.versionId }, bytes);
        expect(refusal(await alice.post('/uploads', body))).toBe('409 invalid_state');
        const { data } = (await alice.post('/uploads:validate', body)).body;
        expect(data.problems).toMatchObject([{ code: 'invalid_state', field: 'versionId' }]);
        const optional = await alice.post('/uploads', { ...body, fileKind: 'optional' });
        expect(optional.status).toBe(201);
      },
    );
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

    it('abortUploadSession of a ready file returns session_not_abortable', async () => {
      const { uploadId } = await readyVersion(world, alice, modId, { version: 'not abortable' });
      const answer = await alice.post(`/uploads/${uploadId}/abort`);
      expect(refusal(answer)).toBe('409 session_not_abortable');
      expect((await alice.get(`/uploads/${uploadId}`)).body.data.lifecycleStatus).toBe('ready');
    });
  });

  it('a foreign upload session returns session_not_found to every request, like an unknown one', async () => {
    const shown = await draftMod(alice, 'uploads');
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
