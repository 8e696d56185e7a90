import { Prisma } from '../../../platform/database/generated/client.js';
import { rowAsJson } from '../../../platform/database/rows-as-json.js';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { HEAD_COLUMNS, type ModHead, modsOf } from '../../catalog/index.js';
import { readModAccess, seesDrafts } from '../../collaboration/index.js';
import {
  type PublishedFile,
  presentArtifact,
  readPublishedFile,
  refuseWithoutDigest,
  VERSION_AS_JSON,
  type VersionJson,
  versionOfJson,
} from '../../publishing/index.js';
import { checkTier } from './check-tier.js';
import type { Download } from './download.type.js';
import type { ResolveDownloadInput } from './download-request.type.js';
import type { AskedFile } from './grant-row.js';
import { resolveManaged } from './resolve-managed.js';
import { resolveReference } from './resolve-reference.js';

/** The further facts of a download that the same statement reads with the file. */
interface Beside extends Pick<AskedFile, 'isLeased' | 'isWaiting'> {
  readonly modHead: ModHead;
  readonly versionJson: VersionJson;
}

/**
 * Returns how to fetch and verify one published file, from a store or from its provider. Spec 2.5,
 * 2.6, 4.2. Throws `invalid_file_id`, `file_not_found`, `gone`, `unauthorized`,
 * `entitlement_required`, `reference_pending` for the mod's team, and the errors of
 * `resolveManaged` and `resolveReference`.
 */
export async function resolveDownload(
  ctx: RequestContext,
  artifactId: string,
  input: ResolveDownloadInput | null,
): Promise<Download> {
  const file = await readFile(ctx, artifactId);
  await checkTier(ctx, file);
  const [mod] = await modsOf(ctx, [file.modHead]);
  if (!mod) throw problem('file_not_found');
  const version = versionOfJson(ctx, file.versionJson);
  const job = input?.downloadJob ?? null;
  const isManaged = file.source === 'rehosted_blob';
  const part = isManaged
    ? await resolveManaged(ctx, file, job)
    : await resolveReference(ctx, file, job);
  const artifact = presentArtifact(file, part.capabilities.rangeSupported);
  return {
    ...part,
    mod,
    version,
    artifact,
    distribution: 'service',
    websiteUrl: ctx.platform.publicUrl,
    modUrl: mod.links.web,
    apiUrl: mod.links.api,
    sizeBytes: artifact.sizeBytes,
    sha256: artifact.sha256,
    hashes: artifact.hashes,
  };
}

async function readFile(ctx: RequestContext, id: string): Promise<PublishedFile & Beside> {
  const now = ctx.platform.clock.now();
  const isGrantIn = (state: 'active' | 'waiting') => Prisma.sql`
    exists (select from download_grants g where g.actor = ${ctx.viewer.actor}
      and g.artifact_id = a.id and g.state = ${state}::"GrantState"
      and g.expires_at > ${now}::timestamptz)`;
  const beside = Prisma.sql`
    ${rowAsJson(Prisma.sql`select ${HEAD_COLUMNS}`)} as "modHead", ${VERSION_AS_JSON} as "versionJson",
    ${isGrantIn('active')} as "isLeased", ${isGrantIn('waiting')} as "isWaiting"`;
  try {
    return await readPublishedFile<Beside>(ctx, id, beside);
  } catch (error) {
    await refusePending(ctx, id);
    await refuseWithoutDigest(ctx, id);
    throw error;
  }
}

/**
 * Throws `reference_pending` for the team if the file is still examined. For all other callers it
 * does not exist.
 */
async function refusePending(ctx: RequestContext, id: string): Promise<void> {
  if (ctx.viewer.kind !== 'user' || !isId(id)) return;
  const pending = await ctx.platform.db.externalReference.findFirst({
    where: { artifactId: id, state: 'pending', artifact: { state: { not: 'deleted' } } },
    select: { artifact: { select: { modId: true } } },
  });
  if (!pending) return;
  const access = await readModAccess(ctx, pending.artifact.modId, 'file_not_found');
  if (seesDrafts(ctx, access)) throw problem('reference_pending', { retryAfterSeconds: 10 });
}
