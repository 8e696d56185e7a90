import type { ListedMultipart, ListedObject } from '../../../../platform/storage/storage.port.js';
import { LIMITS } from '../../../../registry/limits.js';
import type { RequestContext } from '../../../../request/context.js';
import { STAGING } from './staging-key.js';

/** What one run looks at; the next one goes on behind it. */
const PAGE = 200;

/** Where a walk over the staged bytes stands: plain texts, as a job's payload holds them. */
export interface StagingPlace {
  readonly of: 'objects' | 'multiparts';
  /** The last key that was looked at; absent at the beginning. */
  readonly afterKey?: string;
  /** Of multipart uploads, the one of that key. */
  readonly afterMultipart?: string;
}

/** The sessions that staged keys belong to, by key. */
type Owners = ReadonlyMap<string, { multipartId: string | null; cleanedAt: Date | null }>;

/**
 * Looks at one page of staged objects, or of unfinished multipart uploads, and removes what no
 * session speaks of: what has no row, what came after its session was cleaned up, and parts that
 * were opened twice. Young ones stay, whatever they are. Answers where to go on; null at the end.
 */
export async function sweepStaging(
  ctx: RequestContext,
  place: StagingPlace,
): Promise<StagingPlace | null> {
  return place.of === 'objects' ? sweepObjects(ctx, place) : sweepMultiparts(ctx, place);
}

async function sweepObjects(ctx: RequestContext, place: StagingPlace): Promise<StagingPlace> {
  const { storage } = ctx.platform;
  const page = await storage.list(STAGING, place.afterKey, PAGE);
  const owners = await ownersOf(ctx, page);
  const isOrphan = ({ key, lastModified }: ListedObject) => {
    const owner = owners.get(key);
    return isOld(ctx, lastModified) && (!owner || owner.cleanedAt !== null);
  };
  for (const { key } of page.filter(isOrphan)) {
    await storage.remove(key);
    ctx.platform.log.warn({ part: 'storage' }, 'removed staged bytes without a session');
  }
  const last = page.at(-1);
  return last ? { of: 'objects', afterKey: last.key } : { of: 'multiparts' };
}

async function sweepMultiparts(
  ctx: RequestContext,
  { afterKey, afterMultipart }: StagingPlace,
): Promise<StagingPlace | null> {
  const { storage } = ctx.platform;
  const after =
    afterKey === undefined ? undefined : { key: afterKey, multipartId: afterMultipart ?? '' };
  const page = await storage.listMultiparts(STAGING, after, PAGE);
  const owners = await ownersOf(ctx, page);
  const isOrphan = ({ key, multipartId, initiatedAt }: ListedMultipart) => {
    const owner = owners.get(key);
    const isOwned = owner?.multipartId === multipartId && owner.cleanedAt === null;
    return isOld(ctx, initiatedAt) && !isOwned;
  };
  for (const { key, multipartId } of page.filter(isOrphan)) {
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
