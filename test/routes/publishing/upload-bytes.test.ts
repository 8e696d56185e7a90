import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createUpload } from '../../../src/modules/publishing/uploads/session/create-upload.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { createSystemContext, type RequestContext } from '../../../src/request/context.js';
import type { Actor, Answer, Creator } from '../../actors.js';
import { useWorld } from '../../harness.js';
import {
  archiveOf,
  bareMod,
  declarationOf,
  draftVersion,
  newGame,
  refusal,
  sweepNow,
} from '../../publishing.js';
import { quotaOf } from '../identity/rate-limiting.js';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const DAY = 24 * 3600;

const world = useWorld({ RATE_LIMITS: 'on' }, { jobs: 'when-settled' });
const bytes = new Uint8Array(archiveOf('counted'));

beforeAll(async () => {
  // A running clock would change the remaining quota during a test.
  world.clock.stop();
  await newGame(world, 'bytes');
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Creates a user with a mod and an unused quota. */
async function newUploader() {
  const actor = await world.creator(`u${randomUUID().slice(0, 8)}`);
  const { id: modId } = await bareMod(actor, 'bytes');
  const { id: versionId } = await draftVersion(actor, modId, { version: '1' });
  const body = (gibibytes: number) =>
    declarationOf({ modId, versionId }, bytes, { sizeBytes: gibibytes * GIB });
  const reserve = (gibibytes: number, as: Actor = actor, key: string = randomUUID()) =>
    as.post('/uploads', body(gibibytes), { 'Idempotency-Key': key });
  return { actor, body, reserve };
}

const left = (answer: Answer) => quotaOf(answer)[1];

describe('the daily upload quota (Spec 8)', () => {
  it('the daily upload quota is 24 GiB, and a larger upload returns 429 with its wait and has no effect', async () => {
    const { reserve } = await newUploader();
    const open = vi.spyOn(world.platform.storage, 'createMultipart');
    expect((await reserve(20)).status).toBe(201);
    world.clock.advance(3600);
    const { db } = world.platform;
    const counts = () =>
      Promise.all([
        db.uploadSession.count(),
        db.artifact.count(),
        db.auditEntry.count({ where: { action: 'upload.accepted' } }),
        db.idempotencyRecord.count(),
      ]);
    const before = await counts();
    open.mockClear();
    const key = randomUUID();
    const over = await reserve(4 + 1 / GIB, undefined, key);
    expect(refusal(over)).toBe('429 rate_limited');
    expect(over.body).toMatchObject({
      quota_bucket: 'upload_bytes',
      retryable: true,
      retry_after_seconds: DAY - 3600,
    });
    expect(over.headers.get('retry-after')).toBe(String(DAY - 3600));
    expect(quotaOf(over)).toEqual([String(24 * GIB), String(4 * GIB), String(DAY - 3600)]);
    expect(await counts()).toEqual(before);
    expect(open).not.toHaveBeenCalled();
    expect((await reserve(4, undefined, key)).status).toBe(201);
    expect(left(await reserve(1 / GIB))).toBe('0');
  });

  it('the daily upload quota is shared by all tokens of an account', async () => {
    const { actor, reserve } = await newUploader();
    expect((await reserve(20)).status).toBe(201);
    const other = await actor.withToken({});
    expect(refusal(await reserve(5, other))).toBe('429 rate_limited');
    const somebodyElse = await newUploader();
    expect((await somebodyElse.reserve(20)).status).toBe(201);
  });

  it('the daily upload quota is exact for concurrent requests', async () => {
    const { reserve } = await newUploader();
    const answers = await Promise.all(Array.from({ length: 6 }, () => reserve(8)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429]);
  });

  it('the daily upload quota returns a day after each reservation', async () => {
    const { reserve } = await newUploader();
    expect((await reserve(10)).status).toBe(201);
    world.clock.advance(3600);
    expect((await reserve(10)).status).toBe(201);
    const small = await reserve(5);
    const large = await reserve(15);
    expect(small.body.retry_after_seconds).toBe(DAY - 3600);
    expect(large.body.retry_after_seconds).toBe(DAY);
    expect(quotaOf(small)[2]).toBe(String(DAY));
    world.clock.advance(DAY - 3600);
    expect((await reserve(5)).status).toBe(201);
  });

  it.each([
    ['aborted', (actor: Creator, id: string) => actor.post(`/uploads/${id}/abort`)],
    [
      'left to expire',
      async (_actor: Creator, id: string) => {
        const expiresAt = world.clock.now();
        await world.platform.db.uploadSession.update({ where: { id }, data: { expiresAt } });
        await sweepNow(world);
      },
    ],
  ])(
    'an upload session that was %s uses up quota only for the parts of its signed URLs',
    async (_how, end) => {
      const { actor, reserve } = await newUploader();
      const made = await reserve(20);
      const id = made.body.data.upload_id;
      // All earlier URLs have expired, so the service may sign others.
      world.clock.advance(15 * 60);
      expect((await actor.post(`/uploads/${id}/parts`, { partNumbers: [5, 6] })).status).toBe(200);
      await end(actor, id);
      expect((await actor.get(`/uploads/${id}`)).body.data.lifecycleStatus).toBe('cancelled');
      const refused = await (async () => {
        expect((await reserve(20)).status).toBe(201);
        return reserve(4);
      })();
      expect(left(refused)).toBe(String(4 * GIB - 6 * 16 * MIB));
    },
  );

  it('the daily upload quota of an application is that of twenty accounts, across its users', async () => {
    const { actor, body } = await newUploader();
    const input = (gibibytes: number) => ({ ...body(gibibytes), fileKind: 'main' as const });
    const clientId = `app-${randomUUID()}`;
    const speaksFor = (client: string | null): RequestContext => ({
      ...createSystemContext(world.platform, 'test'),
      viewer: {
        kind: 'user',
        actor: actor.userId,
        userId: actor.userId,
        username: 'u',
        role: 'user',
        credential: {
          kind: 'oauth',
          id: randomUUID(),
          clientId: client,
          scopes: ['files:upload'],
          modIds: null,
          expiresAt: null,
          aal2At: null,
        },
      },
    });
    const { id } = await createUpload(speaksFor(clientId), input(1));
    // As if nineteen other users had used up their quotas with this application.
    const { db } = world.platform;
    const one = await db.uploadSession.findUniqueOrThrow({ where: { id } });
    expect(one.clientId).toBe(clientId);
    const others = await newUploader();
    const spent = BigInt(LIMITS.uploadBucketClientBytes) - 2n * BigInt(GIB);
    await db.uploadSession.update({
      where: { id },
      data: { userId: others.actor.userId, sizeBytes: spent },
    });
    await expect(createUpload(speaksFor(clientId), input(3))).rejects.toMatchObject({
      code: 'rate_limited',
      extensions: { quota_bucket: 'upload_bytes' },
    });
    expect((await createUpload(speaksFor(clientId), input(2))).lifecycleStatus).toBe('uploading');
    expect((await createUpload(speaksFor(null), input(3))).lifecycleStatus).toBe('uploading');
  });
});
