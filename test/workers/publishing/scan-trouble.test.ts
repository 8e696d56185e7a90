import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { StoreFull } from '../../../src/platform/storage/storage.port.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import {
  archiveOf,
  bareMod,
  draftVersion,
  newGame,
  newModerator,
  sendFile,
} from '../../publishing.js';

const FIRST_WAIT_SECONDS = 15;

describe('scans that do not finish (Spec 2.9, 3.2, 3.4)', () => {
  const world = useWorld();
  let alice: Creator;
  let moderator: Creator;
  let modId: string;

  beforeAll(async () => {
    await newGame(world, 'trouble');
    alice = await world.creator('alice');
    moderator = await newModerator(world, 'mary');
    modId = (await bareMod(alice, 'trouble')).id;
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  const storeFails = () =>
    vi
      .spyOn(world.platform.storage, 'readTransient')
      .mockRejectedValue(new Error('the store is away'));

  const read = async (id: string): Promise<Json> => (await alice.get(`/uploads/${id}`)).body.data;

  /** A completed upload whose first scan failed because the store was unavailable. */
  const failedOnce = async (text: string) => {
    const { id: versionId } = await draftVersion(alice, modId, { version: text });
    const bytes = new Uint8Array(archiveOf(text));
    const id = await sendFile(alice, { modId, versionId }, bytes);
    const store = storeFails();
    await alice.post(`/uploads/${id}/complete`, {});
    await world.settled();
    return { id, versionId, store };
  };

  const versionStatus = async (versionId: string) =>
    (await alice.get(`/mods/${modId}/versions/${versionId}`)).body.data.status;

  const verdict = async (verb: 'approve' | 'reject', id: string) => {
    const query = `mutation ($id: ID!) { ${verb}Upload(id: $id) { lifecycleStatus } }`;
    const { body } = await moderator.graphql(query, { id });
    return body.errors?.[0].extensions.code ?? body.data[`${verb}Upload`].lifecycleStatus;
  };

  it('a scan that failed temporarily is retried, and the upload states when', async () => {
    const { id, store } = await failedOnce('retried');
    const waiting = await read(id);
    expect(waiting).toMatchObject({
      lifecycleStatus: 'scanning',
      status: 'processing',
      failure: null,
      job: { status: 'queued', attempts: 1, maxAttempts: 3, completedAt: null },
      retry: { retryable: true, strategy: 'wait', attempt: 1, maxAttempts: 3 },
    });
    expect(waiting.job.nextAttemptAt).toBe(waiting.retry.nextAttemptAt);
    expect(waiting.retry.retryAfterSeconds).toBeLessThanOrEqual(FIRST_WAIT_SECONDS);
    expect(waiting.retry.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    const repeated = await alice.post(`/uploads/${id}/complete`, {});
    expect(repeated.status).toBe(202);
    expect(repeated.body.data.retry.retryAfterSeconds).toBe(waiting.retry.retryAfterSeconds);
    expect(repeated.headers.get('location')).toBe(`/v1/uploads/${id}`);
    store.mockRestore();
    await world.settled();
    expect((await read(id)).job.status).toBe('queued');
    const seen: unknown[] = [];
    const { db, storage } = world.platform;
    const head = storage.head.bind(storage);
    vi.spyOn(storage, 'head').mockImplementationOnce(async (key) => {
      seen.push(await db.artifact.findUnique({ where: { id: waiting.artifact_id } }));
      seen.push((await read(id)).retry);
      return head(key);
    });
    world.clock.advance(FIRST_WAIT_SECONDS);
    await world.settled();
    expect(seen).toMatchObject([
      { scanStatus: 'scanning' },
      { strategy: 'wait', nextAttemptAt: null, retryAfterSeconds: LIMITS.uploadPollSeconds },
    ]);
    expect(await read(id)).toMatchObject({
      lifecycleStatus: 'ready',
      job: { status: 'succeeded', attempts: 2, nextAttemptAt: null },
    });
  });

  it('an upload is quarantined for manual intervention after the last scan attempt', async () => {
    const { id, versionId, store } = await failedOnce('exhausted');
    world.clock.advance(FIRST_WAIT_SECONDS);
    await world.settled();
    expect((await read(id)).job).toMatchObject({ status: 'queued', attempts: 2 });
    world.clock.advance(2 * FIRST_WAIT_SECONDS);
    await world.settled();
    expect(await read(id)).toMatchObject({
      lifecycleStatus: 'quarantined',
      review: { state: 'pending', reasons: ['manual_intervention_required'] },
      job: { status: 'failed', attempts: 3, terminalReason: 'manual_intervention_required' },
      retry: { retryable: false, strategy: 'wait_for_review' },
    });
    store.mockRestore();
    const repeated = await alice.post(`/uploads/${id}/complete`, {});
    expect([repeated.status, repeated.headers.get('location')]).toEqual([200, null]);
    expect(await verdict('approve', id)).toBe('checksum_not_verified');
    expect(await verdict('reject', id)).toBe('failed');
    expect(await versionStatus(versionId)).toBe('failed');
    const outcomes = await world.platform.db.outboxEvent.findMany({
      where: { subjectId: id, kind: 'scan.completed' },
    });
    expect(outcomes).toMatchObject([{ data: { outcome: 'quarantined' } }]);
  });

  /** A completed upload whose scan finds the store full. */
  const withFullStore = async (text: string) => {
    const { id: versionId } = await draftVersion(alice, modId, { version: text });
    const bytes = new Uint8Array(archiveOf(text));
    const id = await sendFile(alice, { modId, versionId }, bytes);
    const full = vi
      .spyOn(world.platform.storage, 'promote')
      .mockRejectedValue(new StoreFull('the disk is full'));
    await alice.post(`/uploads/${id}/complete`, {});
    await world.settled();
    return { id, full };
  };

  it('a scan waits for room in the store without losing an attempt, and then ends', async () => {
    const { id, full } = await withFullStore('roomless');
    for (let run = 0; run < LIMITS.scanAttempts; run += 1) {
      world.clock.advance(LIMITS.fullStoreWaitSeconds);
      await world.settled();
    }
    expect(full).toHaveBeenCalledTimes(LIMITS.scanAttempts + 1);
    expect(await read(id)).toMatchObject({
      lifecycleStatus: 'scanning',
      job: { status: 'queued', attempts: 0 },
      retry: { strategy: 'wait' },
    });
    full.mockRestore();
    world.clock.advance(LIMITS.fullStoreWaitSeconds);
    await world.settled();
    expect(await read(id)).toMatchObject({ lifecycleStatus: 'ready', job: { attempts: 1 } });
  });

  it('a scan that waits for room inspects the upload less and less often', async () => {
    const { id, full } = await withFullStore('inspected often');
    const where = { kind: 'scan-upload', payload: { path: ['uploadId'], equals: id } };
    let longest = 0;
    const began = world.clock.now();
    while ((await read(id)).lifecycleStatus === 'scanning') {
      const { runAt } = await world.platform.db.job.findFirstOrThrow({ where });
      const wait = Math.max(1, (runAt.getTime() - world.clock.now().getTime()) / 1000);
      longest = Math.max(longest, wait);
      world.clock.advance(wait);
      await world.settled();
    }
    expect(full.mock.calls.length).toBeLessThan(40);
    expect(longest).toBeLessThanOrEqual(LIMITS.fullStoreWaitSeconds);
    const seconds = (world.clock.now().getTime() - began.getTime()) / 1000;
    expect(seconds).toBeLessThan(LIMITS.fullStoreMostSeconds + 2 * LIMITS.fullStoreSeconds);
  });

  it('a scan waits for room in the store for a day at most, then a moderator can approve', async () => {
    const { id, full } = await withFullStore('roomless for long');
    world.clock.advance(LIMITS.fullStoreMostSeconds - 1);
    await world.settled();
    expect(await read(id)).toMatchObject({ lifecycleStatus: 'scanning' });
    world.clock.advance(LIMITS.fullStoreSeconds);
    await world.settled();
    expect(await read(id)).toMatchObject({
      lifecycleStatus: 'quarantined',
      review: { state: 'pending', reasons: ['manual_intervention_required'] },
      job: { status: 'failed', terminalReason: 'manual_intervention_required' },
    });
    full.mockRestore();
    expect(await verdict('approve', id)).toBe('ready');
  });

  it('an upload whose staged object is missing never becomes ready', async () => {
    const { id, store } = await failedOnce('vanished');
    store.mockRestore();
    const row = await world.platform.db.uploadSession.findUniqueOrThrow({ where: { id } });
    await world.platform.storage.remove(row.stagingKey);
    for (const wait of [FIRST_WAIT_SECONDS, 2 * FIRST_WAIT_SECONDS]) {
      world.clock.advance(wait);
      await world.settled();
    }
    expect(await read(id)).toMatchObject({
      lifecycleStatus: 'quarantined',
      job: { status: 'failed', terminalReason: 'manual_intervention_required' },
    });
  });

  const cutOff = async (id: string, attempts: number) => {
    const now = world.clock.now();
    const { jobId } = await world.platform.db.uploadSession.findUniqueOrThrow({ where: { id } });
    await world.platform.db.job.update({
      where: { id: jobId ?? '' },
      data: { state: 'processing', attempts, leaseOwner: 'a dead worker', leaseUntil: now },
    });
  };

  it('a scan of a killed worker starts again when its lease has expired', async () => {
    const { id, store } = await failedOnce('killed');
    store.mockRestore();
    await cutOff(id, 1);
    await world.settled();
    expect(await read(id)).toMatchObject({
      lifecycleStatus: 'ready',
      job: { status: 'succeeded', attempts: 2 },
    });
  });

  it('a scan that lost its worker three times does not start a fourth time', async () => {
    const { id, store } = await failedOnce('deadly');
    store.mockRestore();
    await cutOff(id, 3);
    await world.settled();
    expect(await read(id)).toMatchObject({
      lifecycleStatus: 'quarantined',
      job: { status: 'failed', terminalReason: 'manual_intervention_required' },
    });
  });

  it('an upload that is aborted while its scan waits is not scanned', async () => {
    const { id, versionId, store } = await failedOnce('given up');
    store.mockRestore();
    const aborted = await alice.post(`/uploads/${id}/abort`);
    expect(aborted.body.data).toMatchObject({
      lifecycleStatus: 'cancelled',
      status: 'aborted',
      job: { status: 'cancelled' },
    });
    expect(await versionStatus(versionId)).toBe('draft');
    world.clock.advance(FIRST_WAIT_SECONDS);
    await world.settled();
    expect((await read(id)).lifecycleStatus).toBe('cancelled');
    const bindings = await world.platform.db.blobBinding.count({ where: { uploadId: id } });
    expect(bindings).toBe(0);
  });
});
