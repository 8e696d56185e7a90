import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { LIMITS } from '../../../registry/limits.js';
import { isId } from '../../../request/ids.js';
import type { ManagedFile } from '../../publishing/index.js';
import type { DownloadQuotas } from './download-quotas.js';
import { GRANT_COLUMNS, type GrantRow, type NamedJob } from './grant-row.js';

/**
 * Reads all grants for an admission in one statement:
 * - the live grants of the actor and of the client
 * - the actor's waiting grants for the file
 * - the newest expired grant for the file that still counts as the same download
 * - the named job
 *
 * A grant that was admitted before the counting window is continued only if it is named. Otherwise
 * it would not count as a second download.
 */
export function readGrants(
  tx: Tx,
  { actor, client }: DownloadQuotas,
  file: ManagedFile,
  job: NamedJob | null,
  now: Date,
): Promise<GrantRow[]> {
  const live = Prisma.sql`state = 'active' and expires_at > ${now}::timestamptz`;
  const sinceMs = now.getTime() - LIMITS.countedDownloadWindowSeconds * 1000;
  const since = Prisma.sql`${new Date(sinceMs)}::timestamptz`;
  const branches = [
    Prisma.sql`actor = ${actor.holder} and ${live}`,
    Prisma.sql`actor = ${actor.holder} and artifact_id = ${file.id}::uuid and state = 'waiting'
      and expires_at > ${now}::timestamptz`,
    // An expired grant ended after its admission, so the index on `admitted_at` finds it.
    Prisma.sql`actor = ${actor.holder} and artifact_id = ${file.id}::uuid and state = 'expired'
      and blob_id = ${file.blobId}::uuid and expires_at > ${since} and admitted_at > ${since}
      order by admitted_at desc limit 1`,
    ...(client ? [Prisma.sql`client_id = ${client.holder} and ${live}`] : []),
    ...(job && isId(job.id) ? [Prisma.sql`job_id = ${job.id}::uuid`] : []),
  ];
  // Each branch has its own index; an OR of them might use none.
  return tx.$queryRaw<GrantRow[]>`${Prisma.join(
    branches.map(
      (where) => Prisma.sql`(select ${GRANT_COLUMNS} from download_grants where ${where})`,
    ),
    ' union ',
  )}`;
}
