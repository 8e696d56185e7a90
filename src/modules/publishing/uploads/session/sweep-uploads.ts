import {
  type ListedMultipart,
  type ListedObject,
  STAGING_PREFIX,
} from '../../../../platform/storage/storage.port.js';
import { LIMITS } from '../../../../registry/limits.js';
import { LIFECYCLES, SCAN_STATUS, sources } from '../../../../registry/states.js';
import type { RequestContext } from '../../../../request/context.js';
import { transact } from '../../../../request/transact.js';
import { requireOwnStore } from '../../../storage/index.js';
import { cleanupAfter } from './end-uploads.js';

/** Sessions per run and step. The next run continues. */
const BATCH = 100;

/**
 * Expires sessions that were not completed within their activity window, rejects their files, and
 * removes staged bytes after their hold. One run handles at most `BATCH` sessions in each step. If
 * the store fails, the bytes stay due and the log gets the error; it does not throw.
 */
export async function sweepUploads(ctx: RequestContext): Promise<void> {
  await expireIdle(ctx);
  await removeStaged(ctx);
}

/** Cancels sessions after their activity window and rejects their files, unless extended since. */
async function expireIdle(ctx: RequestContext): Promise<void> {
  const now = ctx.platform.clock.now();
  const idle = await ctx.platform.db.uploadSession.findMany({
    where: {
      state: { in: sources(LIFECYCLES.uploadSession, 'expire') },
      expiresAt: { lte: now },
    },
    take: BATCH,
  });
  for (const row of idle) {
    await transact(ctx, async (tx) => {
      const ended = await tx.uploadSession.updateMany({
        where: {
          id: row.id,
          state: { in: sources(LIFECYCLES.uploadSession, 'expire') },
          expiresAt: { lte: now },
        },
        data: {
          state: 'cancelled',
          expired: true,
          cleanupAfter: cleanupAfter(row, now),
          updatedAt: now,
          revision: { increment: 1 },
        },
      });
      if (ended.count === 0) return;
      await tx.artifact.updateMany({
        where: {
          id: row.artifactId,
          state: 'pending',
          scanStatus: { in: sources(SCAN_STATUS, 'skip') },
        },
        data: { state: 'rejected', scanStatus: SCAN_STATUS.events.skip.to, updatedAt: now },
      });
    });
  }
}

/** Removes staged bytes that are due. They stay due if the store fails. */
async function removeStaged(ctx: RequestContext): Promise<void> {
  const { db, storage, clock, log } = ctx.platform;
  const now = clock.now();
  const due = await db.uploadSession.findMany({
    where: { cleanupAfter: { lte: now } },
    orderBy: { cleanupAfter: 'asc' },
    take: BATCH,
  });
  for (const row of due) {
    try {
      await storage.remove(row.stagingKey);
    } catch (error) {
      log.warn({ err: error, upload: row.id }, 'staged bytes could not be removed');
      continue;
    }
    const data = { cleanupAfter: null, cleanedAt: now };
    await db.uploadSession.update({ where: { id: row.id }, data });
  }
}

/** Objects per run. The next run continues after them. */
const PAGE = 200;

/**
 * A position in the walk over staged bytes, in plain strings for a job's payload. The walk reads
 * all objects, then all open multipart uploads.
 */
export interface StagingPosition {
  readonly of: 'objects' | 'multiparts';
  /** The last processed key; absent at the start. */
  readonly afterKey?: string;
  /** The last processed multipart upload of that key; absent for objects. */
  readonly afterMultipart?: string;
}

/** The sessions of staged keys, by key. */
type Owners = ReadonlyMap<string, { multipartId: string | null; cleanedAt: Date | null }>;

/**
 * Removes orphans from one page of staged objects or of open multipart uploads:
 * - those without a session
 * - those that exist although their session was cleaned up
 * - duplicate multipart uploads of a session
 *
 * Those younger than `orphanAgeSeconds` always stay. Returns the next position, or null at the end.
 * Throws the errors of `requireOwnStore` before it removes anything. Throws errors of the store; the
 * job then repeats the page.
 */
export async function sweepStaging(
  ctx: RequestContext,
  place: StagingPosition,
): Promise<StagingPosition | null> {
  return place.of === 'objects' ? sweepObjects(ctx, place) : sweepMultiparts(ctx, place);
}

async function sweepObjects(ctx: RequestContext, place: StagingPosition): Promise<StagingPosition> {
  const { storage } = ctx.platform;
  const page = await storage.list(STAGING_PREFIX, place.afterKey, PAGE);
  const owners = await ownersOf(ctx, page);
  const isOrphan = ({ key, lastModified }: ListedObject) => {
    const owner = owners.get(key);
    return isOld(ctx, lastModified) && (!owner || owner.cleanedAt !== null);
  };
  const orphans = page.filter(isOrphan);
  if (orphans.length > 0) await requireOwnStore(ctx.platform);
  for (const { key } of orphans) {
    await storage.remove(key);
    ctx.platform.log.warn({ part: 'storage' }, 'removed staged bytes without a session');
  }
  const last = page.at(-1);
  return last ? { of: 'objects', afterKey: last.key } : { of: 'multiparts' };
}

async function sweepMultiparts(
  ctx: RequestContext,
  { afterKey, afterMultipart }: StagingPosition,
): Promise<StagingPosition | null> {
  const { storage } = ctx.platform;
  const after =
    afterKey === undefined ? undefined : { key: afterKey, multipartId: afterMultipart ?? '' };
  const page = await storage.listMultiparts(STAGING_PREFIX, after, PAGE);
  const owners = await ownersOf(ctx, page);
  const isOrphan = ({ key, multipartId, initiatedAt }: ListedMultipart) => {
    const owner = owners.get(key);
    const isOwned = owner?.multipartId === multipartId && owner.cleanedAt === null;
    return isOld(ctx, initiatedAt) && !isOwned;
  };
  const orphans = page.filter(isOrphan);
  if (orphans.length > 0) await requireOwnStore(ctx.platform);
  for (const { key, multipartId } of orphans) {
    await storage.abortMultipart(key, multipartId);
    ctx.platform.log.warn({ part: 'storage' }, 'removed parts without a session');
  }
  const last = page.at(-1);
  if (!last) return null;
  return { of: 'multiparts', afterKey: last.key, afterMultipart: last.multipartId };
}

async function ownersOf(ctx: RequestContext, page: readonly { key: string }[]): Promise<Owners> {
  const rows = await ctx.platform.db.uploadSession.findMany({
    where: { stagingKey: { in: page.map(({ key }) => key) } },
    select: { stagingKey: true, multipartId: true, cleanedAt: true },
  });
  return new Map(rows.map((row) => [row.stagingKey, row]));
}

function isOld(ctx: RequestContext, since: Date): boolean {
  const ageMs = ctx.platform.clock.now().getTime() - since.getTime();
  return ageMs > LIMITS.orphanAgeSeconds * 1000;
}
