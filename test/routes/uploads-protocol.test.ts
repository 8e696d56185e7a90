import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Answer, Creator, Json } from '../actors.js';
import { useWorld } from '../harness.js';
import {
  archiveOf,
  bareMod,
  declarationOf,
  draftVersion,
  newGame,
  putBytes,
  refusal,
  sendFile,
  sweepNow,
  type UploadTarget,
} from '../publishing.js';

const MIB = 1024 * 1024;
const HOUR = 3600;
const PARTS = { sizeBytes: 101 * MIB };

const world = useWorld({}, { jobs: 'when-settled' });
let alice: Creator;
let modId: string;
const bytes = new Uint8Array(archiveOf('protocol'));

beforeAll(async () => {
  await newGame(world, 'protocol');
  alice = await world.creator('alice');
  modId = (await bareMod(alice, 'protocol')).id;
});
afterEach(() => {
  vi.restoreAllMocks();
});

const newTarget = async (): Promise<UploadTarget> => {
  const version = await draftVersion(alice, modId, { version: randomUUID() });
  return { modId, versionId: version.id };
};
const newSession = async (more: object = {}): Promise<Json> => {
  const made = await alice.post('/uploads', declarationOf(await newTarget(), bytes, more));
  if (made.status !== 201) throw new Error(`no session: ${made.text}`);
  return made.body.data;
};
const read = async (id: string): Promise<Json> => (await alice.get(`/uploads/${id}`)).body.data;
const rowOf = (id: string) => world.platform.db.uploadSession.findUniqueOrThrow({ where: { id } });
const complete = (id: string, body: object = {}) => alice.post(`/uploads/${id}/complete`, body);
const correlationOf = ({ headers }: Answer) => headers.get('x-upload-correlation-id');
const acceptedOf = (targetId: string) =>
  world.platform.db.auditEntry.count({ where: { action: 'upload.accepted', targetId } });
/** Sends all parts of a file of zeros; returns their numbers and ETags. */
const wholeParts = async (id: string): Promise<{ partNumber: number; etag: string }[]> => {
  const zeros = new Uint8Array(16 * MIB);
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

  it('two concurrent retries of a draft upload leave one multipart upload in the store', async () => {
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
  });
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

  it('an upload whose PUT returned 412 can be completed, and the scan detects other bytes in the store', async () => {
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
  });

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

  it('a completion needs no part list if the store has already joined the parts', async () => {
    const { upload_id: id } = await newSession(PARTS);
    const parts = await wholeParts(id);
    const { stagingKey, multipartId } = await rowOf(id);
    await world.platform.storage.completeMultipart(stagingKey, multipartId ?? '', parts);
    expect((await read(id)).progress).toMatchObject({
      ...{ available: true, percent: 100, uploadedBytes: PARTS.sizeBytes, completedParts: [] },
    });
    expect((await complete(id)).status).toBe(202);
  });
});

describe('interrupted uploads (Spec 4.4, 8)', () => {
  it('an interrupted upload resumes six hours later from the parts that the store confirms', async () => {
    const { upload, upload_id: id } = await newSession(PARTS);
    const sent = await putBytes(upload.parts[1], new Uint8Array(16 * MIB));
    expect((await read(id)).failure).toBeNull();
    world.clock.advance(6 * HOUR);
    const later = await read(id);
    expect(later).toMatchObject({
      lifecycleStatus: 'uploading',
      failure: { code: 'upload_interrupted', state: 'upload_interrupted', retryable: true },
      retry: { retryable: true, strategy: 'resume' },
      progress: {
        uploadedBytes: 16 * MIB,
        completedParts: [{ partNumber: 2, etag: sent.headers.get('etag'), sizeBytes: 16 * MIB }],
      },
    });
    expect((await putBytes(upload.parts[0], new Uint8Array(16 * MIB))).status).toBe(410);
    const signed = await alice.post(`/uploads/${id}/parts`, { partNumbers: [1] });
    expect((await putBytes(signed.body.data.parts[0], new Uint8Array(16 * MIB))).status).toBe(200);
    const resumed = await read(id);
    expect(resumed.failure).toBeNull();
    expect(resumed.progress.completedParts.map((part: Json) => part.partNumber)).toEqual([1, 2]);
  });

  it('an interrupted upload of one PUT resumes after a repeated create', async () => {
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

  it('an upload expires after 48 hours without a signature, before and after the clean-up', async () => {
    const { upload_id: id } = await newSession();
    world.clock.advance(48 * HOUR);
    const idle = await read(id);
    expect(idle.retry).toMatchObject({ retryable: false, strategy: 'new_session' });
    expect(refusal(await complete(id))).toBe('410 session_expired');
    await sweepNow(world);
    expect(await read(id)).toMatchObject({ status: 'expired', failure: null });
  });

  it('an upload accepts four parts at a time, and a further part waits for one of them', async () => {
    const { upload, upload_id: id } = await newSession(PARTS);
    const [first, ...others] = upload.parts;
    expect((await putBytes(first, new Uint8Array(16 * MIB))).status).toBe(200);
    const { body } = await alice.post(`/uploads/${id}/parts`, { partNumbers: [5] });
    const ending = slowPut(body.data.parts[0]);
    const held = [ending, ...others.map((part: Json) => slowPut(part))];
    const { stagingKey, multipartId } = await rowOf(id);
    const started = () => Promise.all(held.map((one: SlowPut) => one.begun));
    await started();
    // The URL of a part that the store holds lets the client send it again.
    const fifth = putBytes(first, new Uint8Array(16 * MIB));
    const answered = vi.fn();
    fifth.then(answered);
    // A part of another upload starts later and finishes earlier.
    const other = await newSession(PARTS);
    expect((await putBytes(other.upload.parts[0], new Uint8Array(16 * MIB))).status).toBe(200);
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
  /** Resolves when the store has read the first bytes. */
  readonly begun: Promise<void>;
  finish(): void;
  readonly answer: Promise<Response>;
}

/** Sends most of a part, and the rest after `finish`. */
function slowPut(part: Json): SlowPut {
  let finish: () => void = () => undefined;
  const told = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const chunk = new Uint8Array(MIB);
  const chunks = part.sizeBytes / MIB;
  const body = (async function* () {
    for (let at = 0; at < chunks; at += 1) {
      // The store is reading: the client has sent more than its buffers hold.
      if (at === chunks - 1) {
        begin();
        await told;
      }
      yield chunk;
    }
  })();
  const headers = { ...part.headers, 'Content-Length': String(part.sizeBytes) };
  const init = { method: 'PUT', headers, body, duplex: 'half' };
  return { begun, finish, answer: fetch(part.url, init as unknown as RequestInit) };
}

describe('disconnected upload clients (Spec 4.4)', () => {
  it('a PUT that breaks off leaves no progress and can be sent again', async () => {
    const { upload, upload_id: id } = await newSession();
    const headers = { ...upload.headers, 'Content-Length': String(bytes.length) };
    await hangUp(upload.url, 'PUT', headers, Math.floor(bytes.length / 2));
    expect((await read(id)).progress).toMatchObject({ uploadedBytes: 0, completedParts: [] });
    expect((await putBytes(upload, bytes)).status).toBe(200);
  });

  it('a completion whose response was lost queues one job and can be retried', async () => {
    const id = await sendFile(alice, await newTarget(), bytes);
    const key = randomUUID();
    const lost = new AbortController();
    const url = `${world.baseUrl}/v1/uploads/${id}/complete`;
    const headers = {
      ...{ Authorization: `Bearer ${alice.token}`, 'Content-Type': 'application/json' },
      ...{ 'User-Agent': 'modport-tests/1.0 (+https://modport.example/tests)' },
      ...{ 'X-Service-Client': 'tests', 'X-Service-Client-Version': '1', 'Idempotency-Key': key },
    };
    const sent = fetch(url, { method: 'POST', headers, body: '{}', signal: lost.signal });
    await vi.waitUntil(async () => (await rowOf(id)).jobId !== null);
    lost.abort();
    await sent.catch(() => undefined);
    const again = await vi.waitUntil(async () => {
      const answer = await alice.post(`/uploads/${id}/complete`, {}, { 'Idempotency-Key': key });
      return answer.status === 409 ? undefined : answer;
    });
    expect(again?.status).toBe(202);
    const { db } = world.platform;
    expect(await db.job.count({ where: { payload: { equals: { uploadId: id } } } })).toBe(1);
    const events = { where: { subjectId: id, kind: 'upload.completed' } };
    expect(await db.outboxEvent.count(events)).toBe(1);
  });
});

/** Sends the beginning of a body and breaks the connection. */
function hangUp(url: string, method: string, headers: object, sizeBytes: number): Promise<void> {
  return new Promise((resolve) => {
    const sending = request(url, { method, headers: { ...headers } });
    sending.on('error', () => undefined);
    sending.on('close', () => resolve());
    sending.write(new Uint8Array(sizeBytes), () => sending.destroy());
  });
}

describe('upload completion (Spec 4.4)', () => {
  it('a completion waits for no read of the store, no scanner and no job', async () => {
    const { storage, scanner, db } = world.platform;
    const never = () => new Promise<never>(() => undefined);
    vi.spyOn(storage, 'read').mockImplementation(never);
    vi.spyOn(storage, 'readTransient').mockImplementation(never);
    vi.spyOn(scanner, 'engine').mockImplementation(never);
    vi.spyOn(scanner, 'open').mockImplementation(() => {
      throw new Error('nothing is scanned on the path of a request');
    });
    const { upload, upload_id: id } = await newSession();
    await putBytes(upload, bytes);
    const statements = await world.statements(async () => {
      const answer = await complete(id);
      expect([answer.status, answer.body.data.job.status]).toEqual([202, 'queued']);
    });
    // The same for any file size; the scan has not begun.
    expect(statements.length).toBeLessThanOrEqual(30);
    const { jobId } = await rowOf(id);
    const job = await db.job.findUniqueOrThrow({ where: { id: jobId ?? '' } });
    expect([job.state, job.attempts]).toEqual(['queued', 0]);
    vi.restoreAllMocks();
    await world.settled();
    expect((await read(id)).lifecycleStatus).toBe('ready');
  });

  const files = [{ path: 'readme.txt', sizeBytes: 'protocol'.length }];
  it.each([
    ['that names what it holds', files, 'ready'],
    ['that names its folders as well', [...files, { path: 'docs/', sizeBytes: 0 }], 'ready'],
    ['that names another file', [{ path: 'other.txt', sizeBytes: 8 }], 'failed'],
    ['that names more files', [...files, { path: 'other.txt', sizeBytes: 0 }], 'failed'],
    ['that names other sizes', [{ path: 'readme.txt', sizeBytes: 9 }], 'failed'],
  ])(
    'the scan checks the archive against a manifest %s',
    async (_how, archiveManifest, expected) => {
      const id = await sendFile(alice, await newTarget(), bytes, { archiveManifest });
      await complete(id);
      await world.settled();
      const { lifecycleStatus, failure } = await read(id);
      expect(lifecycleStatus).toBe(expected);
      if (expected === 'ready') expect(failure).toBeNull();
      else {
        expect(failure).toMatchObject({
          code: 'archive_validation_failed',
          state: 'validation_failed',
          detail: expect.stringContaining('archiveManifest'),
        });
      }
    },
  );
});

describe('the support correlation id (Spec 2.9)', () => {
  it('the X-Upload-Correlation-Id header is in every response about a session, errors included', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = declarationOf(await newTarget(), bytes, PARTS);
    const made = await alice.post('/uploads', body, headers);
    const { upload_id: id, supportCorrelationId } = made.body.data;
    const answers = {
      created: made,
      replayed: await alice.post('/uploads', body, headers),
      read: await alice.get(`/uploads/${id}`),
      signed: await alice.post(`/uploads/${id}/parts`, { partNumbers: [1] }),
      badParts: await alice.post(`/uploads/${id}/parts`, { partNumbers: [9] }),
      incomplete: await complete(id),
      review: await alice.get(`/uploads/${id}/review`),
      aborted: await alice.post(`/uploads/${id}/abort`),
      completed: await complete(id),
      over: await alice.post(`/uploads/${id}/parts`, { partNumbers: [1] }),
    };
    expect(Object.values(answers).map(({ status }) => status)).toEqual([
      201, 201, 200, 200, 400, 400, 200, 200, 409, 409,
    ]);
    for (const [name, answer] of Object.entries(answers)) {
      expect(correlationOf(answer), name).toBe(supportCorrelationId);
    }
    const bob = await world.creator('bob');
    expect(correlationOf(await bob.get(`/uploads/${id}`))).toBeNull();
  });
});

describe('clean-up of staged objects without a session (Spec 8)', () => {
  const DAYS = 24 * HOUR;

  it('the staging clean-up removes unknown and late objects after three days, page by page, and keeps active uploads', async () => {
    const { storage, db } = world.platform;
    const body = async function* () {
      yield bytes;
    };
    const wanted = await sendFile(alice, await newTarget(), bytes);
    const late = await newSession();
    await alice.post(`/uploads/${late.upload_id}/abort`);
    world.clock.advance(16 * 60);
    await sweepNow(world);
    const lateKey = (await rowOf(late.upload_id)).stagingKey;
    expect((await rowOf(late.upload_id)).cleanedAt).not.toBeNull();
    await storage.put(lateKey, body(), 'application/zip');
    await storage.put('staging/a-stranger', body(), 'application/zip');
    const inParts = await newSession(PARTS);
    const { stagingKey, multipartId } = await rowOf(inParts.upload_id);
    const plan = { contentType: 'application/zip', sizeBytes: 5, partSizeBytes: 5 };
    const double = await storage.createMultipart(stagingKey, plan);
    const stranger = await storage.createMultipart('staging/b-stranger', plan);
    const standing = async () => [
      (await storage.head(lateKey)) !== null,
      (await storage.head('staging/a-stranger')) !== null,
      (await storage.listMultiparts('')).some((one) => one.multipartId === double),
      (await storage.listMultiparts('')).some((one) => one.multipartId === stranger),
    ];
    await sweepStagedNow();
    expect(await standing()).toEqual([true, true, true, true]);
    world.clock.advance(3 * DAYS + 1);
    const soon = new Date(world.clock.now().getTime() + HOUR * 1000);
    // Both sessions were active in the meantime.
    await db.uploadSession.updateMany({
      where: { id: { in: [wanted, inParts.upload_id] } },
      data: { expiresAt: soon },
    });
    const signed = await alice.post(`/uploads/${inParts.upload_id}/parts`, { partNumbers: [7] });
    const [part] = signed.body.data.parts;
    expect((await putBytes(part, new Uint8Array(part.sizeBytes))).status).toBe(200);
    const list = vi.spyOn(storage, 'list');
    await sweepStagedNow();
    expect(await standing()).toEqual([false, false, false, false]);
    expect(list.mock.calls.length).toBeGreaterThan(1);
    expect(await storage.head((await rowOf(wanted)).stagingKey)).not.toBeNull();
    const open = await storage.listMultiparts(stagingKey);
    expect(open.map((one) => one.multipartId)).toEqual([multipartId]);
  });

  async function sweepStagedNow() {
    const { db } = world.platform;
    await db.job.create({ data: { kind: 'sweep-staging', payload: {}, maxAttempts: 3 } });
    await world.settled();
  }
});
