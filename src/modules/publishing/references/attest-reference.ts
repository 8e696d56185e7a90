import type { ScannerEngine } from '../../../platform/scanner/scanner.port.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { audit, emit } from '../../../request/outbox.js';
import { acceptVersion } from '../uploads/scan/accept-version.js';
import type { FetchedFile, MeasuredCapabilities } from './fetch-file.js';
import type { Examination } from './read-reference.js';
import { eventOf, LIVING, settleExamination } from './settle-examination.js';

/** The facts that the worker measured. */
export interface Finding extends FetchedFile {
  readonly filename: string;
  /** See `ProviderFile`. */
  readonly marker: string;
  readonly capabilities: MeasuredCapabilities;
  readonly engine: ScannerEngine;
}

/**
 * Writes the attestation. The first one makes the file and its version ready, with audit line and
 * event in one transaction (Spec 3.1, 4.3).
 */
export async function attestReference(
  ctx: RequestContext,
  row: Examination,
  finding: Finding,
): Promise<void> {
  const { artifact, ...reference } = row.reference;
  await settleExamination(
    ctx,
    row,
    { state: 'verified', terminalReason: null },
    async (tx, now) => {
      const revision = reference.revision + 1;
      const seen = await tx.externalReference.updateMany({
        where: { id: reference.id, ...LIVING },
        data: { state: 'verified', revision, attestedAt: now, checkedAt: now, updatedAt: now },
      });
      if (seen.count === 0) return;
      const { engine, capabilities, sizeBytes, ...facts } = finding;
      await tx.referenceAttestation.create({
        data: {
          ...facts,
          ...capabilities,
          referenceId: reference.id,
          revision,
          sizeBytes: BigInt(sizeBytes),
          engine: engine.name,
          signatures: engine.signatures,
          attestedAt: now,
        },
      });
      const accepted = await tx.artifact.updateMany({
        where: { id: artifact.id, state: { in: sources(LIFECYCLES.artifact, 'accept') } },
        data: { state: 'ready', scanStatus: 'clean', sha256: facts.sha256, updatedAt: now },
      });
      await audit(tx, ctx, {
        action: 'reference.verified',
        targetKind: 'artifact',
        targetId: artifact.id,
        data: { reference_id: reference.id, revision },
      });
      if (accepted.count === 0) return;
      const ids = { versionId: artifact.versionId, artifactId: artifact.id };
      if (artifact.fileKind === 'main') await acceptVersion(tx, ids, now);
      const { sha256 } = facts;
      await emit(tx, eventOf(row, 'file.ready', { sha256, size_bytes: sizeBytes }));
    },
  );
}
