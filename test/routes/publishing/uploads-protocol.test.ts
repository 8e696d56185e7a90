import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Json } from '../../actors.js';
import { eventually } from '../../eventually.js';
import { declarationOf, putBytes, refusal, sendFile, sweepNow } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import {
  alice,
  bytes,
  complete,
  HOUR,
  newSession,
  newTarget,
  PART_BYTES,
  PARTS,
  read,
  rowOf,
  useUploads,
  world,
} from './uploads-of-alice.js';

useUploads();

const acceptedOf = (targetId: string) =>
  world.platform.db.auditEntry.count({ where: { action: 'upload.accepted', targetId } });
/** Sends all parts of a file of zeros; returns their numbers and ETags. */
const wholeParts = async (id: string): Promise<{ partNumber: number; etag: string }[]> => {
  const zeros = new Uint8Array(PART_BYTES);
  const numbers = [1, 2, 3, 4, 5, 6, 7];
  const parts = [];
  for (const partNumbers of [numbers.slice(0, 4), numbers.slice(4)]) {
    const { body } = await alice.post(`/uploads/${id}/parts`, { partNumbers });
    for (const part of body.data.parts) {
      const put = await putBytes(part, zeros.subarray(0, part.sizeBytes));
      parts.push({ partNumber: part.partNumber, etag: put.headers.get('etag') ?? '' });
    }
  }
  return parts;
};

describe('upload reservations (Spec 2.9, 4.4, 6)', () => {
  it('concurrent equal upload requests create one session and one upload.accepted entry', async () => {
    const body = declarationOf(await newTarget(), bytes, PARTS);
    const headers = { 'Idempotency-Key': randomUUID() };
    const send = () => alice.post('/uploads', body, headers);
    const answers = await Promise.all([send(), send(), send()]);
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const sessions = await world.platform.db.uploadSession.findMany({
      where: { versionId: body.versionId },
    });
    expect(sessions).toHaveLength(1);
    const id = sessions[0]?.id ?? '';
    expect((await send()).body.data.upload_id).toBe(id);
    expect(await acceptedOf(id)).toBe(1);
  });

  it('an upload request during a store outage reserves a draft, which its retry opens and signs', async () => {
    const { storage } = world.platform;
    const away = vi.spyOn(storage, 'createMultipart').mockRejectedValue(new Error('away'));
    const body = declarationOf(await newTarget(), bytes, PARTS);
    const headers = { 'Idempotency-Key': randomUUID() };
    expect((await alice.post('/uploads', body, headers)).status).toBe(500);
    away.mockRestore();
    const session = await world.platform.db.uploadSession.findFirstOrThrow({
      where: { versionId: body.versionId },
    });
    expect(await read(session.id)).toMatchObject({
      lifecycleStatus: 'draft',
      status: 'created',
      retry: { strategy: 'resume' },
      progress: { uploadedBytes: 0, available: true },
    });
    const again = await alice.post('/uploads', body, headers);
    expect(again.status).toBe(201);
    expect(again.body.data).toMatchObject({
      upload_id: session.id,
      lifecycleStatus: 'uploading',
      upload: { totalParts: 7 },
    });
    expect(await acceptedOf(session.id)).toBe(1);
  });

  longTest(
    'two concurrent retries of a draft upload leave one multipart upload in the store',
    async () => {
      const { storage } = world.platform;
      const away = vi.spyOn(storage, 'createMultipart').mockRejectedValue(new Error('away'));
      const body = declarationOf(await newTarget(), bytes, PARTS);
      const headers = { 'Idempotency-Key': randomUUID() };
      await alice.post('/uploads', body, headers);
      away.mockRestore();
      const send = () => alice.post('/uploads', body, headers);
      const answers = await Promise.all([send(), send()]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      const { stagingKey, multipartId } = await rowOf(answers[0]?.body.data.upload_id);
      const open = await storage.listMultiparts(stagingKey);
      expect(open.map((one) => one.multipartId)).toEqual([multipartId]);
    },
  );
});

describe('the store as the source of upload state (Spec 2.9, 4.4)', () => {
  it('the progress of an upload is unavailable, not zero, during a store outage', async () => {
    const id = await sendFile(alice, await newTarget(), bytes);
    vi.spyOn(world.platform.storage, 'head').mockRejectedValue(new Error('away'));
    const answer = await alice.get(`/uploads/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.body.status.progress).toMatchObject({ available: false, completedParts: [] });
    vi.restoreAllMocks();
    expect((await read(id)).progress).toMatchObject({ available: true, percent: 100 });
  });

  longTest(
    'an upload whose PUT returned 412 can be completed, and the scan detects other bytes in the store',
    async () => {
      const { upload, upload_id: id } = await newSession();
      const others = new Uint8Array(bytes).fill(1);
      expect((await putBytes(upload, others)).status).toBe(200);
      expect((await putBytes(upload, bytes)).status).toBe(412);
      expect((await complete(id)).status).toBe(202);
      await world.settled();
      expect(await read(id)).toMatchObject({
        lifecycleStatus: 'failed',
        failure: { code: 'sha256_mismatch', state: 'validation_failed', retryable: false },
        retry: { retryable: false, strategy: 'new_session' },
        job: { status: 'rejected', terminalReason: 'sha256_mismatch' },
      });
    },
  );

  it.each([
    ['size_mismatch', '409', { sizeBytes: 5 }],
    ['invalid_staging_object', '400', { contentType: 'text/plain' }],
  ])(
    'a completion returns %s if the stored object differs from the declaration',
    async (code, status, odd) => {
      const { storage } = world.platform;
      const id = await sendFile(alice, await newTarget(), bytes);
      const head = await storage.head((await rowOf(id)).stagingKey);
      if (!head) throw new Error('nothing is staged');
      vi.spyOn(storage, 'head').mockResolvedValue({ ...head, ...odd });
      const answer = await complete(id);
      expect(refusal(answer)).toBe(`${status} ${code}`);
      vi.restoreAllMocks();
      expect((await read(id)).job).toBeNull();
      expect((await complete(id)).status).toBe(202);
    },
  );

  it('a completion accepts the ETags of parts with or without quotes', async () => {
    const { upload_id: id } = await newSession(PARTS);
    const parts = await wholeParts(id);
    const bare = parts.map(({ partNumber, etag }) => ({
      partNumber,
      etag: etag.replaceAll('"', ''),
    }));
    expect((await complete(id, { parts: bare })).status).toBe(202);
    await world.settled();
    expect((await read(id)).failure.code).toBe('sha256_mismatch');
  });

  it('a completion succeeds if a concurrent one joins the parts before it lists them', async () => {
    const { storage } = world.platform;
    const { upload_id: id } = await newSession(PARTS);
    const parts = await wholeParts(id);
    const listParts = storage.listParts.bind(storage);
    vi.spyOn(storage, 'listParts').mockImplementationOnce(async (key, multipartId) => {
      await storage.completeMultipart(key, multipartId, parts);
      return listParts(key, multipartId);
    });
    expect((await complete(id, { parts })).status).toBe(202);
  });

  longTest(
    'a completion needs no part list if the store has already joined the parts',
    async () => {
      const { upload_id: id } = await newSession(PARTS);
      const parts = await wholeParts(id);
      const { stagingKey, multipartId } = await rowOf(id);
      await world.platform.storage.completeMultipart(stagingKey, multipartId ?? '', parts);
      expect((await read(id)).progress).toMatchObject({
        available: true,
        percent: 100,
        uploadedBytes: PARTS.sizeBytes,
        completedParts: [],
      });
      expect((await complete(id)).status).toBe(202);
    },
  );
});

describe('interrupted uploads (Spec 4.4, 8)', () => {
  longTest(
    'an interrupted upload resumes six hours later from the parts that the store confirms',
    async () => {
      const { upload, upload_id: id } = await newSession(PARTS);
      const sent = await putBytes(upload.parts[1], new Uint8Array(PART_BYTES));
      expect((await read(id)).failure).toBeNull();
      world.clock.advance(6 * HOUR);
      const later = await read(id);
      expect(later).toMatchObject({
        lifecycleStatus: 'uploading',
        failure: { code: 'upload_interrupted', state: 'upload_interrupted', retryable: true },
        retry: { retryable: true, strategy: 'resume' },
        progress: {
          uploadedBytes: PART_BYTES,
          completedParts: [
            { partNumber: 2, etag: sent.headers.get('etag'), sizeBytes: PART_BYTES },
          ],
        },
      });
      expect((await putBytes(upload.parts[0], new Uint8Array(PART_BYTES))).status).toBe(410);
      const signed = await alice.post(`/uploads/${id}/parts`, { partNumbers: [1] });
      expect((await putBytes(signed.body.data.parts[0], new Uint8Array(PART_BYTES))).status).toBe(
        200,
      );
      const resumed = await read(id);
      expect(resumed.failure).toBeNull();
      expect(resumed.progress.completedParts.map((part: Json) => part.partNumber)).toEqual([1, 2]);
    },
  );

  longTest('an interrupted upload of one PUT resumes after a repeated create', async () => {
    const body = declarationOf(await newTarget(), bytes);
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await alice.post('/uploads', body, headers);
    world.clock.advance(6 * HOUR);
    expect((await putBytes(first.body.data.upload, bytes)).status).toBe(410);
    const again = await alice.post('/uploads', body, headers);
    expect(again.body.data.upload_id).toBe(first.body.data.upload_id);
    expect((await putBytes(again.body.data.upload, bytes)).status).toBe(200);
    expect((await complete(first.body.data.upload_id)).status).toBe(202);
  });

  longTest(
    'an upload expires after 48 hours without a signature, before and after the clean-up',
    async () => {
      const { upload_id: id } = await newSession();
      world.clock.advance(48 * HOUR);
      const idle = await read(id);
      expect(idle.retry).toMatchObject({ retryable: false, strategy: 'new_session' });
      expect(refusal(await complete(id))).toBe('410 session_expired');
      await sweepNow(world);
      expect(await read(id)).toMatchObject({ status: 'expired', failure: null });
    },
  );

  it('an upload accepts four parts at a time, and a further part waits for one of them', async () => {
    const { upload, upload_id: id } = await newSession(PARTS);
    const [first, ...others] = upload.parts;
    expect((await putBytes(first, new Uint8Array(PART_BYTES))).status).toBe(200);
    const { body } = await alice.post(`/uploads/${id}/parts`, { partNumbers: [5] });
    const ending = slowPut(body.data.parts[0]);
    const held = [ending, ...others.map((part: Json) => slowPut(part))];
    const { stagingKey, multipartId } = await rowOf(id);
    const received = join(world.platform.config.dataDir, 'storage', 'tmp');
    // The store writes each body into a directory of its own.
    await eventually(async () => expect(await readdir(received)).toHaveLength(held.length));
    // The URL of a part that the store holds lets the client send it again.
    const fifth = putBytes(first, new Uint8Array(PART_BYTES));
    const answered = vi.fn();
    fifth.then(answered);
    // A part of another upload starts later and finishes earlier.
    const other = await newSession(PARTS);
    expect((await putBytes(other.upload.parts[0], new Uint8Array(PART_BYTES))).status).toBe(200);
    expect(answered).not.toHaveBeenCalled();
    ending.finish();
    expect((await ending.answer).status).toBe(200);
    expect((await fifth).status).toBe(200);
    for (const one of held.slice(1)) one.finish();
    await Promise.all(held.map((one: SlowPut) => one.answer));
    const parts = await world.platform.storage.listParts(stagingKey, multipartId ?? '');
    expect(parts).toHaveLength(5);
  });
});

interface SlowPut {
  finish(): void;
  readonly answer: Promise<Response>;
}

/** Sends half of a part, and the rest after `finish`. */
function slowPut(part: Json): SlowPut {
  let finish: () => void = () => undefined;
  const told = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const half = new Uint8Array(part.sizeBytes / 2);
  const body = (async function* () {
    yield half;
    await told;
    yield half;
  })();
  const headers = { ...part.headers, 'Content-Length': String(part.sizeBytes) };
  const init = { method: 'PUT', headers, body, duplex: 'half' };
  return { finish, answer: fetch(part.url, init as unknown as RequestInit) };
}
