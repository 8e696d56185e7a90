import { Prisma } from '../../../platform/database/generated/client.js';
import { isFinal, LIFECYCLES } from '../../../registry/states.js';

/** States of a session whose bytes are not a file yet, but may become one. */
const RUNNING = LIFECYCLES.uploadSession.states.filter(
  (state) => state !== 'ready' && state !== 'failed' && !isFinal(LIFECYCLES.uploadSession, state),
);

/** States of a grant with signed URLs, listed individually so that an index applies. */
const SIGNED = LIFECYCLES.downloadGrant.states.filter((state) => state !== 'waiting');

/**
 * The SQL condition that a running upload has the digest in a column. Its row was committed long
 * before the promotion of its bytes, so every promotion has a reference.
 */
export function isOnItsWay(sha256: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`exists (select from upload_sessions s where s.expected_sha256 = ${sha256}
    and s.state = any(${RUNNING}::"UploadState"[]))`;
}

/**
 * The SQL condition that the blob `b` is referenced. A reference is a file that is neither rejected
 * nor deleted, a running upload, or a download whose URL may still work. It is computed from the
 * rows each time. A reference counter could become wrong after a crash or a forgotten update, and
 * published bytes would be lost.
 */
export function isReferenced(now: Date): Prisma.Sql {
  return Prisma.sql`(
    exists (select from artifacts a
      where a.blob_id = b.id and a.state not in ('rejected', 'deleted'))
    or ${isOnItsWay(Prisma.sql`b.sha256`)}
    or exists (select from artifacts a join download_grants g on g.artifact_id = a.id
      where a.blob_id = b.id and g.blob_id = b.id and g.state = any(${SIGNED}::"GrantState"[])
        and g.expires_at > ${now}::timestamptz))`;
}
