import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { eventually } from '../eventually.js';
import { metricsShow } from '../metrics.js';
import { NEEDS_REDIS, REDIS_URL, redisUrl } from '../platform/rate-limit/redis.js';
import { archiveOf, putBytes } from '../publishing.js';
import { type ChildService, createMachine, type Machine } from './child-service.js';
import { newPublisher, type Publisher, reserve } from './publisher.js';
import { storedArchive } from './stored-archive.js';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';

/** The number of a Redis database that no other test uses, because this test empties it. */
const OWN = 2;
const ENOUGH_MS = 60_000;

describe.skipIf(REDIS_URL === undefined)(
  `an API and two workers on one Redis${NEEDS_REDIS}`,
  () => {
    let machine: Machine;
    const workers = new Set<ChildService>();
    let database: TestDatabase;
    let redis: Redis;
    let proxy: TcpProxy;
    let dataDir: string;
    let env: NodeJS.ProcessEnv;
    let api: ChildService;
    let apiUrl: string;
    let publisher: Publisher;
    let made = 0;

    beforeAll(async () => {
      machine = createMachine();
      database = await openTestDatabase();
      redis = new Redis(redisUrl(OWN));
      proxy = await startTcpProxy(redisUrl(OWN), 6379);
      dataDir = await machine.dataDir('empty');
      env = { DATABASE_URL: database.url, REDIS_URL: proxy.url, RATE_LIMITS: 'on' };
      api = start('api');
      apiUrl = await api.baseUrl;
      publisher = await newPublisher(dataDir, apiUrl, env);
      await Promise.all([startWorker(), startWorker()]);
    });
    afterAll(async () => {
      await machine.clear();
      await proxy.close();
      redis.disconnect();
      await database.drop();
    });

    const start = (mode: 'api' | 'worker') => machine.start(dataDir, env, { mode });

    async function startWorker(): Promise<ChildService> {
      const worker = start('worker');
      workers.add(worker);
      await worker.says('worker is running');
      return worker;
    }

    /** Uploads a file without completing the upload. */
    async function staged(bytes: Uint8Array): Promise<string> {
      made += 1;
      const { upload_id, upload } = await reserve(publisher, `${made}.0.0`, bytes);
      expect((await putBytes(upload, new Uint8Array(bytes))).status).toBe(200);
      return upload_id;
    }

    async function complete(uploadId: string): Promise<void> {
      expect((await publisher.actor.post(`/uploads/${uploadId}/complete`, {})).status).toBe(202);
    }

    async function isReady(uploadId: string): Promise<void> {
      await eventually(async () => {
        const { body } = await publisher.actor.get(`/uploads/${uploadId}`);
        expect(body.data.lifecycleStatus).toBe('ready');
      }, ENOUGH_MS);
    }

    const jobOf = (uploadId: string) =>
      database.db.job.findFirstOrThrow({
        where: { kind: 'scan-upload', payload: { path: ['uploadId'], equals: uploadId } },
      });

    /** Waits for the worker that runs the scan of an upload. */
    async function holderOf(uploadId: string): Promise<ChildService> {
      return vi.waitUntil(async () => {
        const { state, leaseOwner } = await jobOf(uploadId);
        const ofPid = ({ pid }: ChildService) => leaseOwner?.startsWith(`${pid}-`);
        return state === 'processing' && [...workers].find(ofPid);
      }, ENOUGH_MS);
    }

    /** Waits for the end of a worker and starts a replacement. */
    async function replace(worker: ChildService): Promise<void> {
      await worker.ended;
      workers.delete(worker);
      await startWorker();
    }

    const readiness = async () => {
      const answer = await fetch(`${apiUrl}/readyz`);
      return { code: answer.status, body: await answer.json() };
    };

    test('jobs that the API queues run on a worker, never on the API', async () => {
      const id = await staged(archiveOf('plain'));
      await complete(id);
      await isReady(id);
      const { leaseOwner } = await jobOf(id);
      expect([...workers].map(({ pid }) => pid)).toContain(Number(leaseOwner?.split('-')[0]));
      const run = await database.db.job.findMany({
        where: { leaseOwner: { startsWith: `${api.pid}-` } },
      });
      expect(run).toEqual([]);
    });

    test('a scan of a killed worker is taken over when its lease expires', async () => {
      const id = await staged(storedArchive(48));
      await complete(id);
      const worker = await holderOf(id);
      worker.signal('SIGKILL');
      await replace(worker);
      const { state, attempts } = await jobOf(id);
      expect([state, attempts]).toEqual(['processing', 1]);
      await database.db.job.updateMany({
        where: { state: 'processing' },
        data: { leaseUntil: new Date() },
      });
      await isReady(id);
      expect(await jobOf(id)).toMatchObject({ state: 'succeeded', attempts: 2 });
      const events = await database.db.outboxEvent.count({
        where: { kind: 'scan.completed', subjectId: id },
      });
      expect(events).toBe(1);
    });

    test('a scan of a stopped worker continues on the other worker at once', async () => {
      const id = await staged(storedArchive(48));
      await complete(id);
      const worker = await holderOf(id);
      worker.signal('SIGTERM');
      await isReady(id);
      expect(await worker.ended).toEqual({ code: 0, signal: null });
      expect(await jobOf(id)).toMatchObject({ state: 'succeeded', attempts: 1 });
      await replace(worker);
    });

    test('jobs that were queued when Redis was emptied still run', async () => {
      await Promise.all(
        [...workers].map(async (worker) => {
          await worker.stop();
          workers.delete(worker);
        }),
      );
      const ids = [await staged(archiveOf('a')), await staged(archiveOf('b'))];
      for (const id of ids) await complete(id);
      await vi.waitUntil(
        async () => (await redis.keys('modport:jobs:*:long:wait')).length,
        ENOUGH_MS,
      );
      await redis.flushdb();
      await Promise.all([startWorker(), startWorker()]);
      for (const id of ids) await isReady(id);
    });

    test('uploads are completed and scanned while Redis is down, and /readyz reports it', async () => {
      const id = await staged(archiveOf('down'));
      await proxy.cut();
      await complete(id);
      await isReady(id);
      expect(await readiness()).toMatchObject({
        code: 503,
        body: { parts: { queue: 'down', redis: 'down', database: 'up' } },
      });
      await proxy.mend();
      await eventually(async () => expect((await readiness()).code).toBe(200), ENOUGH_MS);
      const next = await staged(archiveOf('back'));
      await complete(next);
      await isReady(next);
    });

    test('the metrics of each process count the jobs of all processes', async () => {
      const [worker] = workers;
      const health = /health is at (\S+)\/readyz/.exec(worker?.said().stdout ?? '')?.[1];
      for (const url of [apiUrl, health]) {
        await metricsShow(
          { baseUrl: url ?? '' },
          'modport_jobs{kind="scan-upload",state="running"} 0',
          'modport_jobs_oldest_due_seconds{kind="scan-upload"} 0',
        );
      }
    });
  },
);
