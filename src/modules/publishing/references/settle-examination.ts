import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type { ScannerEngine } from '../../../platform/scanner/scanner.port.js';
import type { ErrorCode } from '../../../registry/errors.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { audit, emit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { isKnownUnsafe, lockDigest } from '../../storage/index.js';
import { acceptVersion } from '../uploads/scan/accept-bytes.js';
import { isClosedToFiles } from '../uploads/session/lock-version.js';
import type { FetchedFile, MeasuredCapabilities } from './fetch-file.js';
import type { Examination } from './read-reference.js';

/**
 * Matches references that have not ended. An ended one stays ended, also if a slower
 * examination finds a valid file.
 */
export const LIVING = {
  state: { in: ['pending', 'verified', 'stale'] },
} satisfies Prisma.ExternalReferenceWhereInput;

/** The end of an examination. `terminalReason` is null only for `verified`. */
interface ExaminationEnd {
  readonly state: 'verified' | 'rejected' | 'failed';
  readonly terminalReason: ErrorCode | null;
}

/**
 * Ends an open examination and applies the effects, in one transaction. Does nothing if it has
 * ended already. Locks the mod first, like every writer of versions and files.
 */
export async function settleExamination(
  ctx: RequestContext,
  row: Examination,
  end: ExaminationEnd,
  effects: (tx: Tx, now: Date) => Promise<void>,
): Promise<void> {
  const { modId } = row.reference.artifact;
  await transact(ctx, async (tx) => {
    const now = ctx.platform.clock.now();
    await tx.$queryRaw`select 1 from mods where id = ${modId}::uuid for update`;
    const ended = await tx.referenceValidation.updateMany({
      where: { id: row.id, state: { in: ['pending', 'processing'] } },
      data: { ...end, updatedAt: now, completedAt: now },
    });
    if (ended.count > 0) await effects(tx, now);
  });
}

/** The event about the file of a reference. */
export function eventOf(
  { reference }: Examination,
  kind: 'file.ready' | 'file.failed',
  more: Prisma.InputJsonObject,
) {
  const { artifact } = reference;
  return {
    kind,
    subjectId: artifact.id,
    modId: artifact.modId,
    userId: reference.registeredById,
    data: {
      reference_id: reference.id,
      mod_id: artifact.modId,
      version_id: artifact.versionId,
      artifact_id: artifact.id,
      ...more,
    },
  };
}

/** The facts that the worker measured. */
interface MeasuredFile extends FetchedFile {
  readonly filename: string;
  /** See `ProviderFile`. */
  readonly marker: string;
  readonly capabilities: MeasuredCapabilities;
  readonly engine: ScannerEngine;
}

/** The bytes were found unsafe, or put on the blocklist, while they were examined. */
export class BytesUnsafe extends Error {
  override readonly name = 'BytesUnsafe';
}

/** The version of an unexamined file was published or deleted, so the file cannot join it. */
export class VersionClosed extends Error {
  override readonly name = 'VersionClosed';
}

/**
 * Ends an examination as `verified`, in one transaction (Spec 3.1, 4.3). Writes the next
 * attestation and an audit line, and renews the freshness of the reference; a reference that has
 * ended stays as it is. The first attestation makes the file ready, and for a main file its
 * version, and emits `file.ready`. Changes nothing and throws `BytesUnsafe` for unsafe or blocked
 * bytes, and `VersionClosed` if the first attestation comes after the version was published or
 * deleted.
 */
export async function attestReference(
  ctx: RequestContext,
  row: Examination,
  measured: MeasuredFile,
): Promise<void> {
  const { artifact, ...reference } = row.reference;
  const end = { state: 'verified', terminalReason: null } as const;
  await settleExamination(ctx, row, end, async (tx, now) => {
    await lockDigest(tx, measured.sha256);
    if (await isKnownUnsafe(tx, measured.sha256)) throw new BytesUnsafe('the bytes are unsafe');
    const revision = reference.revision + 1;
    const seen = await tx.externalReference.updateMany({
      where: { id: reference.id, ...LIVING },
      data: { state: 'verified', revision, checkedAt: now, updatedAt: now },
    });
    if (seen.count === 0) return;
    // Stays null if malware was found in equal bytes since the examination began.
    await tx.externalReference.updateMany({
      where: { id: reference.id, attestedAt: reference.attestedAt },
      data: { attestedAt: now },
    });
    await writeAttestation(tx, { referenceId: reference.id, revision, attestedAt: now }, measured);
    const isAccepted = await acceptFile(tx, artifact.id, measured, now);
    await audit(tx, ctx, {
      action: 'reference.verified',
      targetKind: 'artifact',
      targetId: artifact.id,
      data: { reference_id: reference.id, revision },
    });
    if (!isAccepted) return;
    await requireOpenVersion(tx, artifact.versionId);
    const ids = { versionId: artifact.versionId, artifactId: artifact.id };
    if (artifact.fileKind === 'main') await acceptVersion(tx, ids, now);
    const { sha256, sizeBytes } = measured;
    await emit(tx, eventOf(row, 'file.ready', { sha256, size_bytes: sizeBytes }));
  });
}

/** Makes a file ready. Returns false if it was ready before, or has ended. */
async function acceptFile(
  tx: Tx,
  id: string,
  { sha256 }: MeasuredFile,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.artifact.updateMany({
    where: { id, state: { in: sources(LIFECYCLES.artifact, 'accept') } },
    data: { state: 'ready', scanStatus: 'clean', sha256, updatedAt: now },
  });
  return count > 0;
}

/** Throws `VersionClosed`. The lock of the mod keeps the state of the version. */
async function requireOpenVersion(tx: Tx, versionId: string): Promise<void> {
  const version = await tx.modVersion.findUnique({
    where: { id: versionId },
    select: { state: true },
  });
  if (isClosedToFiles(version?.state)) throw new VersionClosed('the version takes no more files');
}

async function writeAttestation(
  tx: Tx,
  key: { readonly referenceId: string; readonly revision: number; readonly attestedAt: Date },
  { engine, capabilities, sizeBytes, ...facts }: MeasuredFile,
): Promise<void> {
  await tx.referenceAttestation.create({
    data: {
      ...facts,
      ...capabilities,
      ...key,
      sizeBytes: BigInt(sizeBytes),
      engine: engine.name,
      signatures: engine.signatures,
    },
  });
}
