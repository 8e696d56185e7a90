import type { Inspection, Outcome } from '../../../../archives/inspection.js';
import type { Prisma } from '../../../../platform/database/generated/client.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import type { ScannerEngine } from '../../../../platform/scanner/scanner.port.js';
import type { MeasuredBytes } from '../../../../platform/storage/storage.port.js';
import type { RequestContext } from '../../../../request/context.js';
import { blobKeyOf, isKnownUnsafe, promoteBytes } from '../../../storage/index.js';
import type { ScannedObject } from './bind-blob.js';
import { KNOWN_UNSAFE } from './late-refusal.js';
import { acceptUpload, GIVEN_UP, quarantineUpload, rejectUpload } from './settle-upload.js';

/** Who scanned, as of when, and why it may not be trusted. */
type Engine = ScannerEngine & { readonly since: Date };

/**
 * Settles what an inspection has come to. Bytes that were found unsafe before are refused whatever
 * it says. Where the antivirus is in doubt of itself, what it has not refused is left to a person.
 */
export async function concludeScan(
  ctx: RequestContext,
  upload: UploadSessionModel,
  inspection: Inspection,
  engine: Engine,
  signal: AbortSignal,
): Promise<void> {
  const outcome = engine.doubt === undefined ? inspection.outcome : doubted(inspection.outcome);
  const record = recordOf({ ...inspection, outcome }, engine);
  const passed = outcome.kind === 'clean' || outcome.kind === 'review';
  // Asked here so that such bytes are not even promoted; what settles them asks again.
  if (passed && (await isKnownUnsafe(ctx.platform.db, inspection.sha256))) {
    await rejectUpload(ctx, upload, KNOWN_UNSAFE, record);
    return;
  }
  switch (outcome.kind) {
    case 'clean': {
      const object = await promote(ctx, upload, inspection, signal);
      const { sha512, sha1 } = inspection;
      const scanned = { ...object, sha512, sha1, engine, found: outcome.cleared };
      await acceptUpload(ctx, upload, scanned, record);
      return;
    }
    case 'review':
      await quarantineUpload(ctx, upload, outcome.reasons, record);
      return;
    case 'infected': {
      const detail = `signature ${outcome.signature}`;
      await rejectUpload(ctx, upload, { code: 'av_scan_rejected', detail }, record);
      return;
    }
    case 'rejected':
      await rejectUpload(ctx, upload, outcome, record);
      return;
  }
}

/** What an antivirus in doubt of itself has not refused, it has come to no conclusion about. */
function doubted(outcome: Outcome): Outcome {
  switch (outcome.kind) {
    case 'clean':
      return { kind: 'review', reasons: [GIVEN_UP], findings: [{ code: GIVEN_UP }] };
    case 'review': {
      const { reasons, findings = [] } = outcome;
      return {
        kind: 'review',
        reasons: [...reasons, GIVEN_UP],
        findings: [...findings, { code: GIVEN_UP }],
      };
    }
    default:
      return outcome;
  }
}

/** Moves verified bytes to their permanent place, before any row speaks of them. */
export async function promote(
  ctx: RequestContext,
  upload: UploadSessionModel,
  measured: MeasuredBytes,
  signal?: AbortSignal,
): Promise<Omit<ScannedObject, 'engine'>> {
  const { sha256, sizeBytes } = measured;
  const head = await promoteBytes(ctx.platform, upload.stagingKey, measured, signal);
  const storageKey = blobKeyOf(sha256);
  return { sha256, sizeBytes, storageKey, contentType: upload.contentType, etag: head.etag };
}

function recordOf(
  { sha256, sizeBytes, outcome }: Inspection,
  engine: Engine,
): Prisma.InputJsonObject {
  // Outcomes and engines are plain data: texts, numbers and lists of them.
  const plain = { outcome, engine } as unknown as Prisma.InputJsonObject;
  return { sha256, size_bytes: sizeBytes, ...plain };
}
