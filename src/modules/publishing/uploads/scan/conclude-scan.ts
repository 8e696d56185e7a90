import { quotePath } from '../../../../archives/findings.js';
import type { Inspection, InspectionOutcome } from '../../../../archives/inspection.js';
import type { Prisma } from '../../../../platform/database/generated/client.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import type { ScannerEngine } from '../../../../platform/scanner/scanner.port.js';
import type { MeasuredBytes } from '../../../../platform/storage/storage.port.js';
import type { RequestContext } from '../../../../request/context.js';
import { blobKeyOf, isKnownUnsafe, promoteBytes, recordFinding } from '../../../storage/index.js';
import { KNOWN_UNSAFE, type ScannedObject } from './accept-bytes.js';
import { acceptUpload, GIVEN_UP, quarantineUpload, rejectScannedUpload } from './settle-upload.js';

/** The engine, the start of the scan, and in `doubt` any reason not to trust the engine. */
type Engine = ScannerEngine & { readonly since: Date };

/**
 * Settles an upload by the outcome of its inspection. Bytes that are known as unsafe are rejected,
 * whatever the outcome. If the antivirus is unreliable, every upload that is not rejected goes to
 * review. Otherwise malware also makes a stored blob of the same bytes unsafe. Throws the errors of
 * `promoteBytes` for clean bytes. `signal` ends only their promotion.
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
  // This early check avoids a promotion of such bytes. The settlement checks again.
  if (passed && (await isKnownUnsafe(ctx.platform.db, inspection.sha256))) {
    await rejectScannedUpload(ctx, upload, KNOWN_UNSAFE, record);
    return;
  }
  switch (outcome.kind) {
    case 'clean': {
      const object = await promote(ctx, upload, inspection, signal);
      const { sha512, sha1 } = inspection;
      const scanned = { ...object, sha512, sha1, engine, clearedFindings: outcome.cleared };
      await acceptUpload(ctx, upload, scanned, record);
      return;
    }
    case 'review':
      await quarantineUpload(ctx, upload, outcome.reasons, record);
      return;
    case 'infected':
      await rejectScannedUpload(ctx, upload, infectionOf(outcome), record, async (tx) => {
        // A rescan decides nothing with such an engine either.
        if (engine.doubt !== undefined) return;
        await recordFinding(ctx, tx, inspection.sha256, scanOf(outcome.found, engine));
      });
      return;
    case 'rejected':
      await rejectScannedUpload(ctx, upload, outcome, record);
      return;
  }
}

/** The refusal of an infected upload, with the signature and the first infected entry. */
function infectionOf({ signature, findings }: Extract<InspectionOutcome, { kind: 'infected' }>) {
  const [{ path } = {}] = findings;
  const where = path === undefined ? '' : ` in ${quotePath(path)}`;
  return { code: 'av_scan_rejected', detail: `signature ${signature}${where}` } as const;
}

/** The scan of an infected upload, for a stored blob of the same bytes. */
function scanOf([found, ...alsoFound]: readonly [string, ...string[]], engine: Engine) {
  const fields = { cause: 'upload', verdict: 'infected', found, alsoFound, reasons: [] } as const;
  return { ...fields, engine, scannedAt: engine.since };
}

/**
 * Sends an upload whose bytes were read completely, but could not be promoted, to review. The
 * record has the measured digests, so a moderator can approve it later.
 */
export async function giveUpPromotion(
  ctx: RequestContext,
  upload: UploadSessionModel,
  inspection: Inspection,
  engine: Engine,
): Promise<void> {
  const outcome = doubted(inspection.outcome);
  await quarantineUpload(ctx, upload, [GIVEN_UP], recordOf({ ...inspection, outcome }, engine));
}

/** Results of an unreliable antivirus other than a rejection count as inconclusive. */
function doubted(outcome: InspectionOutcome): InspectionOutcome {
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

/**
 * Copies verified bytes to their permanent key, before any row refers to them, and reads them again
 * there. Throws the errors of `promoteBytes`.
 */
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
  // Outcomes and engines are plain data: strings, numbers and lists of them.
  const plain = { outcome: withoutPaths(outcome), engine } as unknown as Prisma.InputJsonObject;
  return { sha256, size_bytes: sizeBytes, ...plain };
}

/**
 * The outcome without the paths of a clean archive, which take up to a megabyte. Every read of a
 * session loads its record, and moderators have a list of all files (`storeContents`).
 */
function withoutPaths(outcome: InspectionOutcome): object {
  switch (outcome.kind) {
    case 'clean': {
      const { paths: _, ...entries } = outcome.entries;
      return { ...outcome, entries };
    }
    case 'infected':
      return { ...outcome, otherwise: withoutPaths(outcome.otherwise) };
    default:
      return outcome;
  }
}
