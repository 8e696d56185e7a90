import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/request/ids.js';
import type { Json } from '../../actors.js';
import { useWorld, type World } from '../../harness.js';
import { type SignedIn, signIn } from '../identity/signed-in.js';

const world = useWorld({}, { jobs: 'when-settled', limits: { systemCacheSeconds: 0 } });
let root: SignedIn;

const STATUS = `{ systemStatus { at release hasMirror
  parts { name state }
  queues { kind due scheduled running failed oldestDueSeconds }
  failedJobs { id kind attempts lastError failedAt }
  scanner { name signatures signaturesAt doubt }
  storage { provider blobs sizeBytes corruptBlobs overdueSeconds }
  mirror { missing }
  search { engine isFallbackInUse waiting oldestWaitingSeconds rebuiltAt comparedAt }
  messages { events pending retrying exhausted disabled mailsWaiting mailsFailed } } }`;

beforeAll(async () => {
  const { userId } = await world.creator('root');
  await world.platform.db.user.update({ where: { id: userId }, data: { role: 'admin' } });
  root = await signIn(world, userId);
});

const status = async (as = root): Promise<Json> => (await as.run(STATUS)).systemStatus;

describe('the state of the system', () => {
  it('systemStatus shows parts, queues with their lag, failed jobs, stores, scanner and search', async () => {
    const { db, clock } = world.platform;
    const now = clock.now();
    const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
    const job = { payload: {}, maxAttempts: 10 };
    await db.job.createMany({
      data: [
        { ...job, kind: 'index-mod', runAt: ago(90) },
        { ...job, kind: 'index-mod', runAt: ago(-60) },
        { ...job, kind: 'index-mods', runAt: ago(120) },
        {
          ...job,
          kind: 'scan-upload',
          state: 'failed',
          attempts: 3,
          runAt: ago(60),
          completedAt: now,
          lastError: 'no response of https://store.test/key?X-Amz-Signature=hunter2 in time',
        },
      ],
    });
    await db.blob.createMany({
      data: [5, 7].map((sizeBytes) => ({
        sha256: newId().padEnd(64, '0'),
        sizeBytes,
        contentType: 'application/zip',
        storageKey: newId(),
        etag: 'e',
        verifyDueAt: ago(30),
      })),
    });
    const shown = await status();
    const states = shown.parts.map(({ name, state }: Json) => `${name} ${state}`);
    expect(states).toEqual(['database up', 'storage up', 'queue up', 'search up', 'scanner up']);
    const of = (kind: string) => shown.queues.find((queue: Json) => queue.kind === kind);
    expect(of('index-mod')).toMatchObject({ due: 1, scheduled: 1 });
    expect(of('index-mod').oldestDueSeconds).toBeGreaterThanOrEqual(90);
    expect(of('index-mod').oldestDueSeconds).toBeLessThan(120);
    expect(of('scan-upload')).toMatchObject({ due: 0, failed: 1 });
    expect(shown.failedJobs).toMatchObject([{ kind: 'scan-upload', attempts: 3 }]);
    expect(shown.failedJobs[0].lastError).toBe('no response of https://store.test/key?… in time');
    expect(shown.storage).toMatchObject({ blobs: 2, sizeBytes: 12, corruptBlobs: 0 });
    expect(shown.storage.overdueSeconds).toBeGreaterThanOrEqual(30);
    expect(shown.scanner).toMatchObject({ name: 'builtin', doubt: null });
    expect(shown.search).toMatchObject({
      engine: 'postgresql',
      isFallbackInUse: false,
      waiting: 3,
      rebuiltAt: null,
    });
    expect(shown.search.oldestWaitingSeconds).toBeGreaterThanOrEqual(120);
    expect([shown.hasMirror, shown.mirror]).toEqual([false, null]);
    expect(shown.messages).toMatchObject({ exhausted: 0, retrying: 0 });
  });

  it('a scanner, a store or a search that never answers is down, and the rest is there', async () => {
    const never = () => new Promise<never>(() => undefined);
    const { platform } = world;
    const silent = {
      ...platform,
      scanner: { ...platform.scanner, ping: never, engine: never },
      storage: { ...platform.storage, storeName: 'primary', ping: never },
      search: { ...platform.search, ping: never },
    };
    const shown = await status(await signIn({ ...world, platform: silent } as World, root.userId));
    const states = shown.parts.map(({ name, state }: Json) => `${name} ${state}`);
    expect(states).toEqual([
      'database up',
      'storage down',
      'queue up',
      'search down',
      'scanner down',
    ]);
    expect(shown.scanner).toBeNull();
    expect(shown.queues).not.toBeNull();
    expect(shown.storage).not.toBeNull();
  });

  it('systemStatus sends the same number of statements for any number of rows', async () => {
    const { db } = world.platform;
    const counts = [];
    for (const more of [0, 200]) {
      const data = Array.from({ length: more }, () => ({
        kind: 'scan-upload',
        state: 'failed' as const,
        payload: {},
        maxAttempts: 3,
      }));
      await db.job.createMany({ data });
      const sent = await world.statements(() => status());
      counts.push(sent.length);
    }
    expect(counts[1]).toBe(counts[0]);
    expect((await status()).failedJobs).toHaveLength(20);
  });

  it('systemStatus refuses everyone but administrators with a recent second factor', async () => {
    const user = await signIn(world, (await world.creator('alice')).userId);
    const mary = await world.creator('mary');
    await world.platform.db.user.update({
      where: { id: mary.userId },
      data: { role: 'moderator' },
    });
    const moderator = await signIn(world, mary.userId);
    const weak = await signIn(world, root.userId, { aal2: false });
    expect(await user.refusal(STATUS)).toBe('forbidden');
    expect(await moderator.refusal(STATUS)).toBe('forbidden');
    expect(await weak.refusal(STATUS)).toBe('step_up_required');
  });
});
