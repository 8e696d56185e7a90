import { Prisma } from '../../platform/database/generated/client.js';
import { isFinal, LIFECYCLES } from '../../registry/states.js';

/** States of a session whose bytes are not a file yet, and may become one. */
const RUNNING = LIFECYCLES.uploadSession.states.filter(
  (state) => state !== 'ready' && state !== 'failed' && !isFinal(LIFECYCLES.uploadSession, state),
);

/** States of a grant whose address was signed; named one by one, they are found by their index. */
const SIGNED = LIFECYCLES.downloadGrant.states.filter((state) => state !== 'waiting');

/**
 * Whether an upload is on its way whose bytes have the digest in a column. Its row was committed
 * long before its bytes are promoted, so that no promotion is without a reference.
 */
export function isOnItsWay(sha256: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`exists (select from upload_sessions s where s.expected_sha256 = ${sha256}
    and s.state = any(${RUNNING}::"UploadState"[]))`;
}

/**
 * Whether anything refers to the blob that a statement calls `b`: a file that is neither refused
 * nor deleted, an upload on its way, or a download whose signed address may still work. This is
 * derived from the rows each time. A counter would be a second truth, which a crash or a forgotten
 * writer makes wrong, and here wrong means that published bytes are lost.
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
