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
/** What a store would answer that holds all parts of a file of zeros that were never sent. */
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

describe('reserving an upload (Spec 2.9, 4.4, 6)', () => {
  it('by the same request twice at once leaves one session, and one upload.accepted', async () => {
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

  it('while the store is away reserves a draft, which the same request opens and signs later', async () => {
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

  it('opened by two repetitions at once, leaves one set of parts in the store', async () => {
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

describe('what the store says counts (Spec 2.9, 4.4)', () => {
  it('of an upload whose store does not answer, progress is unknown, not nothing', async () => {
    const id = await sendFile(alice, await newTarget(), bytes);
    vi.spyOn(world.platform.storage, 'head').mockRejectedValue(new Error('away'));
    const answer = await alice.get(`/uploads/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.body.status.progress).toMatchObject({ available: false, completedParts: [] });
    vi.restoreAllMocks();
    expect((await read(id)).progress).toMatchObject({ available: true, percent: 100 });
  });

  it('after a 412 the client completes, and other bytes that stand there are found out by the scan', async () => {
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
  ])('an object that the store holds with %s is not completed', async (code, status, odd) => {
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
  });

  it('parts are joined by what the store recorded, with or without the quotes of their ETags', async () => {
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

  it('parts that were joined before the completion was cut off are not asked for again', async () => {
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

describe('an upload that is interrupted (Spec 4.4, 8)', () => {
  it('is resumed six hours later from the parts that the store confirms', async () => {
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

  it('of one PUT is resumed by repeating the request that reserved it', async () => {
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

  it('is over after 48 hours without a signature, whether or not the sweep has come by', async () => {
    const { upload_id: id } = await newSession();
    world.clock.advance(48 * HOUR);
    const idle = await read(id);
    expect(idle.retry).toMatchObject({ retryable: false, strategy: 'new_session' });
    expect(refusal(await complete(id))).toBe('410 session_expired');
    await sweepNow(world);
    expect(await read(id)).toMatchObject({ status: 'expired', failure: null });
  });

  it('takes no more than four parts at a time: a further one waits until one is through', async () => {
    const { upload, upload_id: id } = await newSession(PARTS);
    const [first, ...others] = upload.parts;
    expect((await putBytes(first, new Uint8Array(16 * MIB))).status).toBe(200);
    const { body } = await alice.post(`/uploads/${id}/parts`, { partNumbers: [5] });
    const ending = slowPut(body.data.parts[0]);
    const held = [ending, ...others.map((part: Json) => slowPut(part))];
    const { stagingKey, multipartId } = await rowOf(id);
    const started = () => Promise.all(held.map((one: SlowPut) => one.begun));
    await started();
    // The address of a part that the store holds lets it be sent once more.
    const fifth = putBytes(first, new Uint8Array(16 * MIB));
    const answered = vi.fn();
    fifth.then(answered);
    // A part of another upload begins later, and is through before.
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
  /** Its first bytes were taken. */
  readonly begun: Promise<void>;
  finish(): void;
  readonly answer: Promise<Response>;
}

/** Sends most of a part, and the rest when told. */
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
      // The store reads: more than its buffers hold has gone.
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

describe('a client that is gone in the middle (Spec 4.4)', () => {
  it('of one PUT leaves nothing that counts, and sends it again', async () => {
    const { upload, upload_id: id } = await newSession();
    const headers = { ...upload.headers, 'Content-Length': String(bytes.length) };
    await hangUp(upload.url, 'PUT', headers, Math.floor(bytes.length / 2));
    expect((await read(id)).progress).toMatchObject({ uploadedBytes: 0, completedParts: [] });
    expect((await putBytes(upload, bytes)).status).toBe(200);
  });

  it('of a completion it never read the answer of, finds one job when it asks again', async () => {
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

describe('completing an upload (Spec 4.4)', () => {
  it('waits for no scan: neither for the store to read, nor for the scanner, nor for a job', async () => {
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
    // Whatever the size of the file; the scan has not begun.
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
  ])('holds the archive to a manifest %s', async (_how, archiveManifest, expected) => {
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
  });
});

describe('what a creator tells support (Spec 2.9)', () => {
  it('stands in the header of every answer about a session, refusals included', async () => {
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

describe('the sweep of what no session speaks of (Spec 8)', () => {
  const DAYS = 24 * HOUR;

  it('removes strangers and latecomers after three days, page by page, and nothing that is wanted', async () => {
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
    // Both were worked on meanwhile.
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
