import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { type ManagedFile, presentArtifact, readPublishedFile } from '../../publishing/index.js';
import { verifyMirrorCopy } from '../../storage/index.js';
import type { FallbackDownload } from './download-parts.type.js';
import type { DownloadGrantRow } from './grants.js';
import { checkTier } from './resolve-download.js';
import { grantedPart, signInMirror } from './sign-managed.js';
import { continueUnrecorded } from './unrecorded-grant.js';

/** The minimum remaining time of a grant for signing URLs. */
const SHORTEST_MS = 1_000;

/**
 * Returns the second store's URLs of a file whose download has begun, until that grant ends. It
 * checks access again, but creates no grant, and uses no slot and no bytes. For an account it
 * writes an audit line, unless the service refuses changes. It looks for the copy in the mirror; a
 * lost one is made again (`verifyMirrorCopy`). Spec 2.5, 4.2. Throws:
 * - like `resolveDownload`: `invalid_file_id`, `file_not_found`, `gone`, `unauthorized`,
 *   `entitlement_required`, `resource_scope_denied`
 * - a session that does not belong to this actor and file, was never admitted, or was revoked:
 *   `download_session_not_found`
 * - an expired or completed grant: `download_session_expired`
 * - the mod does not allow the mirror: `fallback_not_allowed`
 * - no verified copy, or a file that a provider hosts: `fallback_unavailable`
 */
export async function resolveFallback(
  ctx: RequestContext,
  artifactId: string,
  sessionId: string,
): Promise<FallbackDownload> {
  const file = await readPublishedFile(ctx, artifactId);
  await checkTier(ctx, file);
  if (file.source !== 'rehosted_blob') throw problem('fallback_unavailable');
  const grant = await readGrant(ctx, file, sessionId);
  if (!file.fallbackAllowed) throw problem('fallback_not_allowed');
  const mirror = await mirrorOf(ctx, file);
  const signed = await signInMirror(mirror, file, grant.expiresAt);
  await note(ctx, file, grant);
  const { sizeBytes, sha256, hashes } = presentArtifact(file, true);
  return {
    ...grantedPart(ctx, file.id, grant, signed),
    artifactId: file.id,
    fallbackUrl: signed.getUrl,
    sizeBytes,
    sha256,
    hashes,
  };
}

/**
 * Returns the actor's live grant of a session. Throws `download_session_expired`, and
 * `download_session_not_found` for a waiting, revoked or unknown one. While the service refuses
 * changes (`readOnly`), only a revoked or unknown one is refused.
 */
async function readGrant(
  ctx: RequestContext,
  file: ManagedFile,
  sessionId: string,
): Promise<DownloadGrantRow> {
  const { viewer, platform } = ctx;
  if (platform.config.readOnly) return continueUnrecorded(ctx, file, sessionId);
  const mine = { sessionId, actor: viewer.actor, artifactId: file.id };
  const grant = isId(sessionId) ? await platform.db.downloadGrant.findFirst({ where: mine }) : null;
  if (!grant || grant.state === 'waiting' || grant.state === 'revoked') {
    throw await missing(ctx, sessionId, 'download_session_not_found');
  }
  const endsMs = grant.expiresAt.getTime() - platform.clock.now().getTime();
  if (grant.state !== 'active' || endsMs < SHORTEST_MS) throw problem('download_session_expired');
  return grant;
}

/** The mirror's storage, after a check that it holds the copy. */
async function mirrorOf({ platform }: RequestContext, file: ManagedFile) {
  const { mirror } = platform;
  if (!mirror || file.mirroredAt === null) throw problem('fallback_unavailable');
  const { blobId: id, sha256, sizeBytes, mirrorEtag } = file;
  const copy = { id, sha256, sizeBytes: BigInt(sizeBytes), mirrorEtag };
  if (!(await verifyMirrorCopy(platform, copy))) throw problem('fallback_unavailable');
  return mirror.storage;
}

/** Writes the audit line for an account, unless the service refuses changes. */
async function note(
  ctx: RequestContext,
  file: ManagedFile,
  grant: DownloadGrantRow,
): Promise<void> {
  if (ctx.viewer.kind === 'anonymous' || ctx.platform.config.readOnly) return;
  await transact(ctx, (tx) =>
    audit(tx, ctx, {
      action: 'download.fallback',
      targetKind: 'artifact',
      targetId: file.id,
      data: { grant_id: grant.id },
    }),
  );
}
