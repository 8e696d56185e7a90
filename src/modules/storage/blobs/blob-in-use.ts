import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { ADVISORY_LOCK_SEEDS } from '../../../registry/locks.js';
import { isFinal, LIFECYCLES } from '../../../registry/states.js';

/** States of an upload session whose bytes are not a file yet, but may become one. */
const RUNNING = LIFECYCLES.uploadSession.states.filter(
  (state) => state !== 'ready' && state !== 'failed' && !isFinal(LIFECYCLES.uploadSession, state),
);

/** States of a grant with signed URLs, listed individually so that an index applies. */
const SIGNED = LIFECYCLES.downloadGrant.states.filter((state) => state !== 'waiting');

/**
 * The SQL condition that a running upload declares the digest `sha256`, an SQL expression. The row
 * of the upload was committed long before the promotion of its bytes, so bytes are in use before
 * every promotion.
 */
export function hasRunningUpload(sha256: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`exists (select from upload_sessions s where s.expected_sha256 = ${sha256}
    and s.state = any(${RUNNING}::"UploadState"[]))`;
}

/**
 * The SQL condition that the blob with the alias `b` is in use: by a file that is neither rejected
 * nor deleted, a running upload, or a download whose URL may still work. It is computed from the
 * rows each time. A use counter could become wrong after a crash or a forgotten update, and
 * published bytes would be lost.
 */
export function isBlobInUse(now: Date): Prisma.Sql {
  return Prisma.sql`(
    exists (select from artifacts a
      where a.blob_id = b.id and a.state not in ('rejected', 'deleted'))
    or ${hasRunningUpload(Prisma.sql`b.sha256`)}
    or exists (select from artifacts a join download_grants g on g.artifact_id = a.id
      where a.blob_id = b.id and g.blob_id = b.id and g.state = any(${SIGNED}::"GrantState"[])
        and g.expires_at > ${now}::timestamptz))`;
}

/**
 * Takes an advisory lock on the digest until this transaction ends. It excludes other transactions
 * that store, remove or judge the same bytes. It locks the digest and not a row, because bytes may
 * be in the store before they have a row.
 */
export async function lockDigest(tx: Tx, sha256: string): Promise<void> {
  await tx.$executeRaw`
    select pg_advisory_xact_lock(hashtextextended(${sha256}, ${ADVISORY_LOCK_SEEDS.digests}::bigint))`;
}

/** The key prefix of all blobs. */
export const BLOB_PREFIX = 'blobs/';

/** The storage key of some bytes. The digest names it, so it always holds the same bytes. */
export function blobKeyOf(sha256: string): string {
  return `${BLOB_PREFIX}${sha256}`;
}

/** The digest in a key; null for a key of another kind. */
export function digestOf(key: string): string | null {
  return /^blobs\/([0-9a-f]{64})$/.exec(key)?.[1] ?? null;
}
