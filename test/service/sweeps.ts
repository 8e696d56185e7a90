import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { enqueue } from '../../src/platform/queue/queue.port.js';
import type { JobKind } from '../../src/registry/jobs.js';
import type { Killables } from './killables.js';
import type { ClientUpload } from './resuming-client.js';

const ENOUGH = { timeout: 90_000, interval: 25 };
const DAY_SECONDS = 24 * 60 * 60;

/** A time in the past. */
const PAST = new Date(0);

/** Resolves when no job of a kind is queued or running. */
export async function settled({ db }: Killables, kind: JobKind): Promise<void> {
  await vi.waitUntil(async () => {
    const open = await db.job.count({ where: { kind, state: { in: ['queued', 'processing'] } } });
    return open === 0;
  }, ENOUGH);
}

/** Runs a sweep job on the workers, over all its pages. */
export async function sweep(service: Killables, kind: JobKind): Promise<void> {
  await enqueue(service.db, { kind, payload: {} });
  await settled(service, kind);
}

/** Sweeps after the idle timeout of a session, and again after its hold. */
export async function sweepOut(service: Killables, { uploadId: id }: ClientUpload): Promise<void> {
  for (const data of [{ expiresAt: PAST }, { cleanupAfter: PAST }]) {
    await service.db.uploadSession.update({ where: { id }, data });
    await sweep(service, 'sweep-uploads');
  }
}

/** The keys of staged objects and multipart uploads, sorted. */
export function stagedIn(service: Killables): Promise<string[]> {
  return service.later(0, async ({ storage }) => {
    const objects = await storage.list('staging/');
    const open = await storage.listMultiparts('staging/');
    return [...objects, ...open].map(({ key }) => key).sort();
  });
}

/** Stages an object and a multipart upload without a session, dated four days ago. */
export function plantOrphans(service: Killables): Promise<void> {
  return service.later(-4 * DAY_SECONDS, async ({ storage }) => {
    const plan = { contentType: 'application/zip', sizeBytes: 5, partSizeBytes: 5 };
    async function* body() {
      yield new Uint8Array(plan.sizeBytes);
    }
    await storage.put(`staging/${randomUUID()}`, body(), plan.contentType);
    await storage.createMultipart(`staging/${randomUUID()}`, plan);
  });
}
