import { Prisma } from '../../../platform/database/generated/client.js';
import { rowAsJson } from '../../../platform/database/queries.js';
import { DOWNLOAD_ENDPOINTS } from '../../../registry/addresses.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { outOfReach } from '../../../request/refusals.js';
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
import type {
  Download,
  DownloadJobInput,
  DownloadPart,
  ResolveDownloadInput,
} from './download.type.js';
import type { RequestedFile } from './grants.js';
import { openDownloadGrant } from './open-grant.js';
import { resolveReference } from './resolve-reference.js';
import { grantedPart, hasFallback, signManaged } from './sign-managed.js';

/**
 * Checks that the viewer may download the file, before anything is signed (Spec 4.2). Team members
 * and staff have no exception:
 * - `public`: any caller
 * - `authenticated`: any viewer with an account, else `unauthorized`. From here on, a credential
 *   limited to other mods gets `resource_scope_denied`.
 * - `paid`: an active subscription, else `entitlement_required`
 * - `restricted`: an active entitlement for the mod or the file, else `entitlement_required`
 */
export async function checkTier(ctx: RequestContext, file: PublishedFile): Promise<void> {
  if (file.accessTier === 'public') return;
  if (ctx.viewer.kind !== 'user') throw problem('unauthorized');
  const { modIds } = ctx.viewer.credential;
  if (modIds && !modIds.includes(file.modId)) throw outOfReach(file.modId);
  if (file.accessTier === 'authenticated') return;
  const now = ctx.platform.clock.now();
  const entitlement = await ctx.platform.db.entitlement.findFirst({
    where: {
      userId: ctx.viewer.userId,
      revokedAt: null,
      AND: [
        { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
        file.accessTier === 'paid'
          ? { kind: 'subscriber' }
          : {
              OR: [
                { kind: 'mod', resourceId: file.modId },
                { kind: 'artifact', resourceId: file.id },
              ],
            },
      ],
    },
    select: { id: true },
  });
  if (!entitlement) throw problem('entitlement_required');
}

/**
 * Grants an actor the bytes of a managed file for five minutes, and returns how to fetch and resume
 * them. Repeated while the grant is live, it returns the same job with new URLs. The URLs of a
 * completed job expire with the previous ones and may be expired already. Spec 2.5, 4.2. Throws the
 * errors of `openDownloadGrant`.
 */
async function resolveManaged(
  ctx: RequestContext,
  file: RequestedFile,
  job: DownloadJobInput | null,
): Promise<DownloadPart> {
  const grant = await openDownloadGrant(ctx, file, job);
  const signed = await signManaged(ctx, file, grant.expiresAt);
  const part = grantedPart(ctx, file.id, grant, signed);
  const available = hasFallback(ctx, file);
  return {
    ...part,
    primaryUrl: signed.getUrl,
    refreshAfterSeconds: Math.min(LIMITS.grantRefreshAfterSeconds, part.expiresIn),
    fallback: {
      available,
      endpoint: available ? DOWNLOAD_ENDPOINTS.fallback(file.id) : null,
      url: null,
    },
  };
}

/** The further facts of a download that the same statement reads with the file. */
interface RequestedFileRow extends Pick<RequestedFile, 'isLeased' | 'isWaiting'> {
  readonly modHead: ModHead;
  readonly versionJson: VersionJson;
}

/**
 * Returns how to fetch and verify one published or archived file, from a store or its provider. A
 * managed file gets a grant, which uses a slot and bytes of the actor (`openDownloadGrant`). For an
 * account it also writes an audit line. While the service refuses changes, it records nothing. Spec
 * 2.5, 2.6, 4.2. Throws `invalid_file_id` for an id that is no UUID, `file_not_found`, `gone`, the
 * errors of `checkTier`, `reference_pending` for the mod's team and staff, `missing_sha256`, and
 * the errors of `resolveManaged` and `resolveReference`.
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

/** Reads file, mod head and version, and whether the actor has a grant, in one statement. */
async function readFile(
  ctx: RequestContext,
  id: string,
): Promise<PublishedFile & RequestedFileRow> {
  const now = ctx.platform.clock.now();
  const isGrantIn = (state: 'active' | 'waiting') => Prisma.sql`
    exists (select from download_grants g where g.actor = ${ctx.viewer.actor}
      and g.artifact_id = a.id and g.state = ${state}::"GrantState"
      and g.expires_at > ${now}::timestamptz)`;
  const columns = Prisma.sql`
    ${rowAsJson(Prisma.sql`select ${HEAD_COLUMNS}`)} as "modHead", ${VERSION_AS_JSON} as "versionJson",
    ${isGrantIn('active')} as "isLeased", ${isGrantIn('waiting')} as "isWaiting"`;
  try {
    return await readPublishedFile<RequestedFileRow>(ctx, id, columns);
  } catch (error) {
    await refusePending(ctx, id);
    await refuseWithoutDigest(ctx, id);
    throw error;
  }
}

/**
 * Throws `reference_pending` for the team and staff if the file is still examined. For all other
 * callers it does not exist.
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
