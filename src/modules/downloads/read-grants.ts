import type { Tx } from '../../platform/database/connect.js';
import { Prisma } from '../../platform/database/generated/client.js';
import { LIMITS } from '../../registry/limits.js';
import { isId } from '../../request/ids.js';
import type { ManagedFile } from '../artifacts/index.js';
import type { DownloadQuotas } from './download-quotas.js';
import { GRANT_COLUMNS, type GrantRow, type NamedJob } from './grant-row.js';

/**
 * All grants that an admission goes by, in one statement: the leases of the actor and of the client,
 * those of the file that wait for the actor, the newest of the file that ran out and is still the same
 * download, and the job that is named. What was admitted so long ago that another download would count
 * again is not gone on with unless it is named: it would count no second time.
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
    // It ended after it was admitted: by that the index finds it.
    Prisma.sql`actor = ${actor.holder} and artifact_id = ${file.id}::uuid and state = 'expired'
      and blob_id = ${file.blobId}::uuid and expires_at > ${since} and admitted_at > ${since}
      order by admitted_at desc limit 1`,
    ...(client ? [Prisma.sql`client_id = ${client.holder} and ${live}`] : []),
    ...(job && isId(job.id) ? [Prisma.sql`job_id = ${job.id}::uuid`] : []),
  ];
  // Each of them has its index; an OR of them may have none.
  return tx.$queryRaw<GrantRow[]>`${Prisma.join(
    branches.map(
      (where) => Prisma.sql`(select ${GRANT_COLUMNS} from download_grants where ${where})`,
    ),
    ' union ',
  )}`;
}
