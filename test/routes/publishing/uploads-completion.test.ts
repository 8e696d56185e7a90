import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../actors.js';
import { declarationOf, putBytes, sendFile, sweepNow } from '../../publishing.js';
import { runJob } from '../../workers/catalog/stored-mod.js';
import {
  alice,
  bytes,
  complete,
  HOUR,
  newSession,
  newTarget,
  PARTS,
  read,
  rowOf,
  useUploads,
  world,
} from './uploads-of-alice.js';

useUploads();

const correlationOf = ({ headers }: Answer) => headers.get('x-upload-correlation-id');

describe('disconnected upload clients (Spec 4.4)', () => {
  it('a PUT that breaks off leaves no progress and can be sent again', async () => {
    const { upload, upload_id: id } = await newSession();
    const headers = { ...upload.headers, 'Content-Length': String(bytes.length) };
    await disconnect(upload.url, 'PUT', headers, Math.floor(bytes.length / 2));
    expect((await read(id)).progress).toMatchObject({ uploadedBytes: 0, completedParts: [] });
    expect((await putBytes(upload, bytes)).status).toBe(200);
  });

  it('a completion whose response was lost queues one job and can be retried', async () => {
    const id = await sendFile(alice, await newTarget(), bytes);
    const key = randomUUID();
    const lost = new AbortController();
    const url = `${world.baseUrl}/v1/uploads/${id}/complete`;
    const headers = {
      Authorization: `Bearer ${alice.token}`,
      'Content-Type': 'application/json',
      'User-Agent': 'modport-tests/1.0 (+https://modport.example/tests)',
      'X-Service-Client': 'tests',
      'X-Service-Client-Version': '1',
      'Idempotency-Key': key,
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
function disconnect(
  url: string,
  method: string,
  headers: object,
  sizeBytes: number,
): Promise<void> {
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

  it('the clean-ups keep the parts of a session that is still active, however old they are', async () => {
    const { upload_id: id } = await newSession(PARTS);
    const sign = async (partNumber: number) => {
      const { body } = await alice.post(`/uploads/${id}/parts`, { partNumbers: [partNumber] });
      return body.data.parts[0];
    };
    const send = async (partNumber: number) => {
      const part = await sign(partNumber);
      return (await putBytes(part, new Uint8Array(part.sizeBytes))).status;
    };
    expect(await send(1)).toBe(200);
    // This signature extends the session, and brings no part.
    world.clock.advance(47 * HOUR);
    await sign(2);
    world.clock.advance(26 * HOUR);
    for (const kind of ['sweep-storage', 'sweep-staging'] as const) await runJob(world, kind);
    expect((await read(id)).progress.completedParts).toHaveLength(1);
    expect(await send(2)).toBe(200);
  });

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
