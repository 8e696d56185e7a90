import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { resolveDownload } from '../../../src/modules/delivery/downloads/resolve-download.js';
import { createSystemContext } from '../../../src/request/context.js';
import { refusal } from '../../publishing.js';
import {
  bytes,
  GRANT,
  idsOf,
  jobOf,
  newFiles,
  nobody,
  outcome,
  rowsOf,
  stranger,
  three,
  useAdmission,
  world,
} from './download-admission.js';

useAdmission();

describe('download jobs (Spec 8)', () => {
  it('a completed job frees its lease at once', async () => {
    const [a, b, c] = await three();
    const resolve = stranger();
    const first = await resolve(a);
    await resolve(b);
    expect(refusal(await resolve(c))).toBe('429 download_rate_limited');
    world.clock.advance(10);
    const all = {
      download_job: { id: jobOf(first).id, progress: { bytes_received: bytes.length } },
    };
    const done = await resolve(a, all);
    expect([outcome(done), ...idsOf(done)]).toEqual(['200', ...idsOf(first)]);
    expect(jobOf(done).progress.bytes_received).toBe(bytes.length);
    expect(outcome(await resolve(c))).toBe('200');
    expect((await rowsOf(a)).map(({ state }) => state)).toEqual(['completed']);
  });

  it('the expiry in a resolve response is that of its earliest signed URL', async () => {
    const [id = ''] = await newFiles(1);
    const { storage } = world.platform;
    const { signHead } = storage;
    // Imitates a store that signs for whole seconds.
    vi.spyOn(storage, 'signHead').mockImplementation(async (key, served, until) =>
      signHead(key, served, new Date(until.getTime() - 1500)),
    );
    const { data } = (await stranger()(id)).body;
    const [row] = await rowsOf(id);
    const end = new Date((row?.expiresAt.getTime() ?? 0) - 1500).toISOString();
    expect([data.expires_at, data.expires_in]).toEqual([end, GRANT - 1]);
  });

  it('a late or repeated completion report is accepted and extends no URL', async () => {
    const [a, b] = await three();
    const resolve = stranger();
    const first = await resolve(a);
    const all = {
      download_job: { id: jobOf(first).id, progress: { bytes_received: bytes.length } },
    };
    world.clock.advance(100);
    const done = await resolve(a, all);
    const { expires_at, expires_in, primary_url } = done.body.data;
    expect([expires_at, expires_in]).toEqual([first.body.data.expires_at, GRANT - 100]);
    expect((await fetch(primary_url)).status).toBe(200);
    world.clock.advance(GRANT);
    const again = await resolve(a, all);
    expect([outcome(again), again.body.data.expires_in]).toEqual(['200', 0]);
    expect((await fetch(again.body.data.primary_url)).status).toBe(410);
    const late = await resolve(b);
    world.clock.advance(GRANT);
    const told = { id: jobOf(late).id, progress: { bytes_received: bytes.length } };
    const ended = await resolve(b, { download_job: told });
    expect([outcome(ended), ...idsOf(ended)]).toEqual(['200', ...idsOf(late)]);
    expect((await fetch(ended.body.data.primary_url)).status).toBe(410);
  });

  it('a resolve that names a completed job starts another download and takes a lease', async () => {
    const [a, b, c] = await three();
    const resolve = stranger();
    const { id } = jobOf(await resolve(a));
    const all = { download_job: { id, progress: { bytes_received: bytes.length } } };
    expect(outcome(await resolve(a, all))).toBe('200');
    await resolve(b);
    const again = await resolve(a, { download_job: { id } });
    expect(outcome(again)).toBe('200');
    expect([jobOf(again).id === id, jobOf(again).progress.bytes_received]).toEqual([false, 0]);
    expect(refusal(await resolve(c))).toBe('429 download_rate_limited');
    const back = { download_job: { id, progress: { bytes_received: 1 } } };
    expect(refusal(await resolve(a, back))).toBe('400 invalid_input');
  });

  it('an expired job waits for a lease with its ids and progress and then continues', async () => {
    const [a, b, c] = await three();
    const resolve = stranger();
    const first = await resolve(a);
    world.clock.advance(GRANT);
    await resolve(b);
    await resolve(c);
    const progress = { bytes_received: 100, provider: 'elsewhere' };
    const named = { download_job: { id: jobOf(first).id, progress, etag: '"of another store"' } };
    const waits = await resolve(a, named);
    expect([outcome(waits), ...idsOf(waits)]).toEqual([
      '429 download_rate_limited',
      ...idsOf(first),
    ]);
    expect(jobOf(waits).progress.bytes_received).toBe(100);
    expect(jobOf(waits).etag).toBe(jobOf(first).etag);
    world.clock.advance(GRANT);
    const admitted = await resolve(a, named);
    expect([outcome(admitted), ...idsOf(admitted)]).toEqual(['200', ...idsOf(first)]);
    // A validator of another copy is no error: the response has the current one.
    const { representation, hashes } = admitted.body.data;
    expect([representation.etag, hashes]).toEqual([jobOf(first).etag, first.body.data.hashes]);
    const headers = { Range: 'bytes=100-', 'If-Match': representation.if_match };
    const rest = await fetch(admitted.body.data.primary_url, { headers });
    expect(new Uint8Array(await rest.arrayBuffer())).toEqual(bytes.slice(100));
  });

  it('a 429 leaves its idempotency key free, and the retry is admitted with the same job', async () => {
    const [a, b, c] = await three();
    const resolve = stranger();
    await resolve(a);
    await resolve(b);
    const headers = { 'Idempotency-Key': randomUUID() };
    const waits = await resolve(c, undefined, headers);
    expect(refusal(waits)).toBe('429 download_rate_limited');
    world.clock.advance(GRANT);
    const body = { download_job: { id: jobOf(waits).id } };
    const admitted = await resolve(c, body, headers);
    expect([outcome(admitted), ...idsOf(admitted)]).toEqual(['200', ...idsOf(waits)]);
    const replayed = await resolve(c, body, headers);
    expect([outcome(replayed), ...idsOf(replayed)]).toEqual(['200', ...idsOf(waits)]);
    const all = { ...body.download_job, progress: { bytes_received: bytes.length } };
    await resolve(c, { download_job: all });
    const late = await resolve(c, body, headers);
    expect([outcome(late), ...idsOf(late)]).toEqual(['200', ...idsOf(waits)]);
    expect((await rowsOf(c)).map(({ state }) => state)).toEqual(['completed']);
  });

  it('a completion report for an unknown job leaves its idempotency key free', async () => {
    const [a] = await three();
    const resolve = stranger();
    const first = await resolve(a);
    const headers = { 'Idempotency-Key': randomUUID() };
    const report = (id: string) => ({
      download_job: { id, progress: { bytes_received: bytes.length } },
    });
    const unknown = await resolve(a, report(randomUUID()), headers);
    expect(refusal(unknown)).toBe('404 download_session_not_found');
    const done = await resolve(a, report(jobOf(first).id), headers);
    expect([outcome(done), ...idsOf(done)]).toEqual(['200', ...idsOf(first)]);
  });

  it('a foreign, revoked, unknown or malformed job id is download_session_not_found', async () => {
    const [a, b, c] = await three();
    const [mine, theirs] = [stranger(), stranger()];
    const foreign = jobOf(await theirs(a)).id;
    const ofAnother = jobOf(await mine(b)).id;
    const revoked = jobOf(await mine(c)).id;
    await world.platform.db.downloadGrant.update({
      where: { jobId: revoked },
      data: { state: 'revoked' },
    });
    const told = async (file: string, id: string, progress?: object) => {
      const { status, body } = await mine(file, { download_job: { id, ...progress } });
      const { request_id, trace_id, instance, ...document } = body;
      return { status, document };
    };
    const unknown = await told(a, randomUUID());
    expect([unknown.status, unknown.document.code]).toEqual([404, 'download_session_not_found']);
    const all = { progress: { bytes_received: bytes.length } };
    for (const more of [{}, all]) {
      expect(await told(a, foreign, more)).toEqual(unknown);
      expect(await told(a, ofAnother, more)).toEqual(unknown);
      expect(await told(c, revoked, more)).toEqual(unknown);
    }
    for (const id of [foreign, 'no-id']) {
      const ctx = createSystemContext(world.platform, 'test', nobody());
      const asked = resolveDownload(ctx, a, { downloadJob: { id } });
      await expect(asked).rejects.toMatchObject({ code: 'download_session_not_found' });
    }
  });
});
