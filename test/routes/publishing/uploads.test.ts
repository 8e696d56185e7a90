import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import {
  archiveOf,
  bareMod,
  declarationOf,
  draftVersion,
  newGame,
  putBytes,
  readyVersion,
  refusal,
  type UploadTarget,
} from '../../publishing.js';
import { everyNth } from '../../rounds.js';

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

    it('createUploadSession says that two digests differ', async () => {
      const body = declarationOf(target, bytes, { expectedSha256: 'a'.repeat(64) });
      const created = await alice.post('/uploads', body);
      const checked = await alice.post('/uploads:validate', body);
      const [problem] = checked.body.data.problems;
      expect([refusal(created), problem.code]).toEqual(['400 invalid_sha256', 'invalid_sha256']);
      for (const { detail } of [created.body, problem]) expect(detail).toContain('differ');
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

    it.each(everyNth(['uploaded', 'validating', 'scanning'], 3))(
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
});
