import type { Tx } from '../../../platform/database/connect.js';
import type { ScanCause, ScanVerdict } from '../../../platform/database/generated/enums.js';

/** A finished scan of stored bytes. */
export interface EndedScan {
  readonly blobId: string;
  readonly cause: ScanCause;
  /** The scan engine and the version of its signatures. */
  readonly engine: { readonly name: string; readonly signatures: string };
  readonly verdict: ScanVerdict;
  /** The first finding, or null. */
  readonly found: string | null;
  /** Further findings. */
  readonly alsoFound?: readonly string[];
  readonly reasons: readonly string[];
  /** The scan was interrupted. Any earlier scan of the bytes stays valid, and they stay due. */
  readonly isCutOff?: boolean;
  readonly scannedAt: Date;
}

/**
 * Stores a scan permanently. Earlier scans and the state of the bytes stay unchanged: a clean
 * verdict does not revert an infected one.
 */
export async function recordScan(tx: Tx, scan: EndedScan): Promise<void> {
  const { blobId, cause, engine, verdict, found, alsoFound = [], reasons, scannedAt } = scan;
  await tx.blobScan.create({
    data: {
      ...{ blobId, cause, verdict, found, scannedAt },
      engine: engine.name,
      signatures: engine.signatures,
      alsoFound: [...alsoFound],
      reasons: [...reasons],
    },
  });
  // A blocklist match of a whole object says nothing about its content.
  if (cause === 'blocklist' || scan.isCutOff) return;
  await tx.blob.update({
    where: { id: blobId },
    data: {
      scanEngine: engine.name,
      scanSignatures: engine.signatures,
      scannedAt,
      rescanFailures: 0,
      rescanAfter: null,
    },
  });
}
