import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { ScanCause, ScanVerdict } from '../../../platform/database/generated/enums.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { requireUninvolved } from '../../collaboration/index.js';

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
  /** Codes of the reasons for a manual review, or for a scan without a result. */
  readonly reasons: readonly string[];
  /**
   * True if the scan failed, or the store returned wrong bytes or none. Then the bytes stay due,
   * and any earlier scan of them stays valid.
   */
  readonly bytesStayDue?: boolean;
  readonly scannedAt: Date;
}

/**
 * Stores a scan, and on the blob the engine and time of its last scan. A blocklist match does not
 * count as the last scan, nor does a scan after which the bytes stay due. Earlier scans and the
 * state of the bytes stay unchanged: a clean verdict does not revert an infected one.
 * `removeOldScans` deletes old scans.
 */
export async function recordScan(tx: Tx, scan: EndedScan): Promise<void> {
  const { blobId, cause, engine, verdict, found, alsoFound = [], reasons, scannedAt } = scan;
  await tx.blobScan.create({
    data: {
      blobId,
      cause,
      verdict,
      found,
      scannedAt,
      engine: engine.name,
      signatures: engine.signatures,
      alsoFound: [...alsoFound],
      reasons: [...reasons],
    },
  });
  // A blocklist match of a whole object says nothing about its content. So the scan of the content
  // stays as due as before.
  if (cause === 'blocklist' || scan.bytesStayDue) return;
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

/**
 * Whether an admin has cleared all findings in some bytes. False for more than `LIMITS.scanFinds`
 * findings, because then the list is incomplete.
 */
export function isCleared(found: readonly string[], clearedFinds: readonly string[]): boolean {
  if (found.length > LIMITS.scanFinds) return false;
  return found.every((signature) => clearedFinds.includes(signature));
}

/**
 * Whether bytes are rejected regardless of the current signatures: a scan condemned them, or they
 * are on the blocklist. Under the lock of `lockDigest`, the result holds until the transaction
 * ends.
 */
export async function isKnownUnsafe(db: Tx, sha256: string): Promise<boolean> {
  const condemned = await db.blob.count({ where: { sha256, state: 'unsafe' } });
  if (condemned > 0) return true;
  return (await db.blockedHash.count({ where: { sha256, removedAt: null } })) > 0;
}

/** Returns a SHA-256 in lower case. Throws `invalid_sha256`. */
export function checkedSha256(text: string): string {
  const sha256 = text.toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw problem('invalid_sha256');
  return sha256;
}

/**
 * Returns the trimmed reason of an action. Throws `invalid_input` for an empty text, or one of more
 * than `LIMITS.blockedHashNoteCharacters`.
 */
export function checkedNote(text: string): string {
  const note = text.trim();
  if (note === '') throw fieldError('note', 'required');
  if (note.length > LIMITS.blockedHashNoteCharacters) throw fieldError('note', 'too_long');
  return note;
}

/** `invalid_input` for one field. */
export function fieldError(
  field: string,
  code: 'required' | 'too_long' | 'too_small' | 'too_large' | 'invalid_format',
) {
  return problem('invalid_input', { fields: [{ field, code }] });
}

/**
 * Requires that the viewer has no part in any upload or file with these bytes; see
 * `requireUninvolved`. Call it in the transaction of the decision. Throws `forbidden`.
 */
export async function requireOthersBytes(
  ctx: RequestContext,
  tx: Tx,
  sha256: string,
): Promise<void> {
  await requireUninvolved(
    ctx,
    tx,
    Prisma.sql`
      select s.mod_id, s.user_id, s.created_at from upload_sessions s
      where s.expected_sha256 = ${sha256}
      union all select a.mod_id, v.created_by_id, a.created_at
      from artifacts a join blobs b on b.id = a.blob_id join mod_versions v on v.id = a.version_id
      where b.sha256 = ${sha256}`,
  );
}
