import type { Tx } from '../../../../platform/database/connect.js';
import { Prisma } from '../../../../platform/database/generated/client.js';
import type { FileKind, VersionState } from '../../../../platform/database/generated/enums.js';
import { PREPARED, rowAsJson } from '../../../../platform/database/queries.js';
import { problem } from '../../../../registry/errors.js';
import { LIFECYCLES, sources } from '../../../../registry/states.js';
import type { RequestContext } from '../../../../request/context.js';
import { isId } from '../../../../request/ids.js';
import { missing } from '../../../../request/missing.js';
import { type ModAccess, requireModPermission } from '../../../collaboration/index.js';
import { versionStep } from '../../versions/version-step.js';
import type { UploadFault } from './check-upload.js';
import { closedText } from './closed-version.js';
import { isReplaceable, UNDER_WAY } from './same-file.js';
import type { UploadInput } from './upload.input.js';

/** The version of a new file. */
export interface TargetVersion {
  readonly id: string;
  readonly modId: string;
  readonly version: string;
  readonly state: VersionState;
  /** The main file that has passed the checks; null before. */
  readonly primaryArtifactId: string | null;
}

/** A version whose row is locked until the transaction ends. */
type LockedVersion = Omit<TargetVersion, 'modId'>;

/**
 * Locks the row of a version until the transaction ends. So completion of its main file, and
 * acceptance, rejection, review, abort and publication of its uploads run one after another. Call
 * this before changing an upload session: all writers that need both locks take this one first,
 * which prevents deadlocks. Returns undefined for an unknown id.
 */
export async function lockVersion(tx: Tx, id: string): Promise<LockedVersion | undefined> {
  // Inserts of files and uploads do not wait for this lock, because they only need the key.
  const [version] = await tx.$queryRaw<LockedVersion[]>`
    select id, version, state::text, primary_artifact_id as "primaryArtifactId"
    from mod_versions where id = ${id}::uuid for no key update`;
  return version;
}

/**
 * The states in which a version accepts an optional file, and its team may remove one: it is not
 * published, and its main file is not in its first checks or review.
 */
export const TAKES_OPTIONAL: readonly VersionState[] = ['draft', 'failed', 'ready'];

/** The states in which no file of a version can become ready any more. */
export const CLOSED_STATES: readonly VersionState[] = [
  'published',
  'archived',
  'withdrawn',
  'deleted',
];

/**
 * Whether no file of a version can become ready any more: the version was published or deleted, or
 * is unknown (`undefined`).
 */
export function isClosedToFiles(state: VersionState | undefined): boolean {
  return state === undefined || CLOSED_STATES.includes(state);
}

/** The states in which a version accepts a file of a kind (Spec 3.1, 3.3). */
function acceptingStates(fileKind: FileKind): VersionState[] {
  return fileKind === 'optional' ? [...TAKES_OPTIONAL] : sources(LIFECYCLES.modVersion, 'validate');
}

/**
 * Returns the fault if a version does not accept a file of this kind, else null. A main file needs
 * a draft, or a version whose file failed. An optional file needs a state of `TAKES_OPTIONAL`.
 * Published versions never change (Spec 3.3).
 */
export async function versionFault(
  db: Tx,
  version: TargetVersion,
  { fileKind }: Pick<UploadInput, 'fileKind'>,
): Promise<UploadFault | null> {
  const kind = fileKind ?? 'main';
  if (acceptingStates(kind).includes(version.state)) return null;
  const detail = await closedText(db, { versionId: version.id, fileKind: kind });
  return { code: 'invalid_state', field: 'versionId', detail };
}

/**
 * Returns the fault if a version does not accept an upload, else null. The rule is that of
 * `versionFault`, but a main file may also replace the one of an unpublished version
 * (`isReplaceable`). `claimForUpload` checks this again under the lock of the version.
 */
export async function uploadFault(
  { platform: { db } }: RequestContext,
  version: TargetVersion,
  input: UploadInput,
): Promise<UploadFault | null> {
  const fault = await versionFault(db, version, input);
  if (fault === null || input.fileKind === 'optional') return fault;
  return (await isReplaceable(db, version)) ? null : fault;
}

const targetOf = (versionId: string, modId: Prisma.Sql) => Prisma.sql`
  select v.id, v.mod_id as "modId", v.version, v.state::text,
    v.primary_artifact_id as "primaryArtifactId"
  from mod_versions v where v.id = ${isId(versionId) ? versionId : null}::uuid
    and v.mod_id = ${modId} and v.state <> 'deleted'`;

/**
 * Reads the version of a new file. Throws `not_found` for an unknown version or one of another mod,
 * and `gone` for a deleted one.
 */
export async function readTarget(
  ctx: RequestContext,
  { modId }: ModAccess,
  versionId: string,
): Promise<TargetVersion> {
  const [version] = await ctx.platform.db.$queryRaw<TargetVersion[]>`${PREPARED}
    ${targetOf(versionId, Prisma.sql`${modId}::uuid`)}`;
  if (!version) throw await missing(ctx, versionId);
  return version;
}

/**
 * Reads the version of a new upload, and checks the viewer's permission `uploads` on its mod, in
 * one statement. Throws `not_found` and `gone` like `readTarget`, and the errors of
 * `requireModPermission`.
 */
export async function readUploadTarget(
  ctx: RequestContext,
  { modId, versionId }: Pick<UploadInput, 'modId' | 'versionId'>,
): Promise<TargetVersion> {
  const target = Prisma.sql`${rowAsJson(targetOf(versionId, Prisma.sql`m.id`))} as target`;
  const mod = await requireModPermission<{ target: TargetVersion | null }>(
    ctx,
    modId,
    'uploads',
    target,
  );
  if (!mod.target) throw await missing(ctx, versionId);
  return mod.target;
}

/**
 * Claims the version for a main file, by its state `validating`. An optional file claims nothing.
 * Throws `invalid_state` if the version does not accept the file; see `versionFault`. `uploadId`
 * only serves the text of that error.
 */
export async function claimVersion(
  tx: Tx,
  file: {
    readonly versionId: string;
    readonly fileKind: FileKind;
    readonly uploadId?: string | null;
  },
  now: Date,
): Promise<void> {
  const taking = { id: file.versionId, state: { in: acceptingStates(file.fileKind) } };
  const taken =
    file.fileKind === 'main'
      ? await tx.modVersion.updateMany({ where: taking, data: versionStep('validate', now).data })
      : { count: await tx.modVersion.count({ where: taking }) };
  if (taken.count === 0) throw problem('invalid_state', { detail: await closedText(tx, file) });
}

/**
 * Claims the version for an upload whose bytes have arrived, like `claimVersion`. A main file that
 * replaces one in state `ready` or `quarantined` claims nothing: the version keeps its state until
 * the replacement. Call this before changing the session, because it locks the version of a main
 * file. Throws `invalid_state`.
 */
export async function claimForUpload(
  tx: Tx,
  upload: { readonly id: string; readonly versionId: string; readonly fileKind: FileKind },
  now: Date,
): Promise<void> {
  const locked = upload.fileKind === 'main' ? await lockVersion(tx, upload.versionId) : undefined;
  if (locked && (await isReplaceable(tx, locked, upload.id))) return;
  const { id: uploadId, versionId, fileKind } = upload;
  await claimVersion(tx, { versionId, fileKind, uploadId }, now);
}

/**
 * Moves the version of an ended upload to draft (`reset`, after a cancelled one) or failed
 * (`reject`). Only moves a version in `validating` or `scanning`, and not while another main upload
 * is in checks or review. Call `lockVersion` and change the session first.
 */
export async function releaseVersion(
  tx: Tx,
  versionId: string,
  event: 'reset' | 'reject',
  now: Date,
): Promise<void> {
  const { when, data } = versionStep(event, now);
  await tx.modVersion.updateMany({
    where: {
      id: versionId,
      ...when,
      uploads: { none: { fileKind: 'main', state: { in: [...UNDER_WAY] } } },
    },
    data,
  });
}
