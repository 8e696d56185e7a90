import { fieldsOf, insertOf } from '../../../../platform/database/columns.js';
import { Prisma } from '../../../../platform/database/generated/client.js';
import type {
  ArtifactModel,
  UploadSessionModel,
} from '../../../../platform/database/generated/models.js';
import { PREPARED } from '../../../../platform/database/queries.js';
import type { RequestContext } from '../../../../request/context.js';
import { keyLost, marking } from '../../../../request/mark-effect.js';
import { auditRow, type NewAudit } from '../../../../request/outbox.js';
import { goneObject } from '../../../../request/refusals.js';
import { type MarkedWrite, writeMarked } from '../../../../request/transact.js';
import { type FullQuota, fullQuotas, quotaRefusal } from './byte-quota.js';
import type { TargetVersion } from './lock-version.js';

/** The rows of an upload. Members with JSON are texts. */
export interface NewUploadRows {
  readonly session: Omit<Partial<UploadSessionModel>, 'createdAt' | 'buildMetadata'> &
    Pick<UploadSessionModel, 'id' | 'sizeBytes' | 'createdAt'> & {
      readonly archiveManifest: string;
      readonly buildMetadata: string;
    };
  readonly file: Partial<ArtifactModel> & Pick<ArtifactModel, 'fileVersion'>;
  readonly line: NewAudit;
}

/**
 * The columns of the session are null if it was not reserved. Those of the quota are null if all
 * quotas have room.
 */
interface ReservedRow extends UploadSessionModel, MarkedWrite, Omit<FullQuota, 'quota'> {
  readonly hasVersion: boolean;
  readonly quota: FullQuota['quota'] | null;
}

/**
 * Reserves an upload in one statement: it locks the byte quotas, the mod, the user and the version,
 * marks the idempotency key, and inserts the file, the session and the audit line. Each step reads
 * the one before, so the statement locks in this order, like publication and other writes. Throws
 * without any change:
 * - `rate_limited`: a byte quota is used up
 * - `gone`: the version was deleted
 * - `idempotency_in_progress`: another request took over the idempotency key
 */
export async function reserveUpload(
  ctx: RequestContext,
  target: TargetVersion,
  rows: NewUploadRows,
): Promise<UploadSessionModel> {
  const { claim } = ctx;
  const { session } = rows;
  const row = await writeMarked<ReservedRow>(
    ctx,
    (db) => db.$queryRaw`${PREPARED}
      with full_quota as materialized (
        ${fullQuotas(ctx, Number(session.sizeBytes), session.createdAt)}),
      -- Publication locks the mod before the version.
      of_mod as (
        select id from mods where id = ${target.modId}::uuid
          and not exists (select from full_quota) for key share),
      of_user as (
        select u.id from users u cross join of_mod where u.id = ${session.userId}::uuid
        for key share of u),
      -- A rename of the version either committed before this lock, or will see this file.
      of_version as (
        select v.version from mod_versions v cross join of_user
        where v.id = ${target.id}::uuid and v.state <> 'deleted' for no key update of v),
      marked as (${marking(claim, session.id)} and exists (select from of_version) returning key),
      written as (
        select version from of_version where ${claim === null}::boolean or exists (select from marked)),
      file as (${insertOf('artifacts', fileRow(rows, target), Prisma.sql`written`)}),
      line as (${insertOf('audit_entries', auditRow(ctx, rows.line), Prisma.sql`written`)}),
      reserved as (${insertOf('upload_sessions', session, Prisma.sql`written`)}
        returning ${fieldsOf(Prisma.UploadSessionScalarFieldEnum)})
      select exists (select from written) as "isWritten",
        exists (select from of_version) as "hasVersion", full_quota.*, reserved.*
      from (select) one left join full_quota on true left join reserved on true`,
  );
  return reservedSession(row, target.id, session.createdAt);
}

/** The session of a row. Throws why it was not reserved. */
function reservedSession(row: ReservedRow, versionId: string, now: Date): UploadSessionModel {
  const { isWritten, hasVersion, quota, spent, youngestAt, blockedBy, ...session } = row;
  if (quota) throw quotaRefusal({ quota, spent, youngestAt, blockedBy }, now);
  if (!hasVersion) throw goneObject(versionId);
  if (!isWritten) throw keyLost();
  return session;
}

/**
 * The row of the file. Its version string follows a rename of the version since the read, unless
 * the file has a string of its own.
 */
function fileRow({ file }: NewUploadRows, { version }: TargetVersion) {
  const text = Prisma.sql`${file.fileVersion}::text`;
  const fileVersion = Prisma.sql`case when ${text} = ${version} then written.version else ${text} end`;
  return { ...file, fileVersion };
}
