import { z } from 'zod';
import { inspectArchive } from '../../../archives/inspect-archive.js';
import type { InspectionOutcome } from '../../../archives/inspection.js';
import { untilAborted } from '../../../archives/pace.js';
import type { Tx } from '../../../platform/database/connect.js';
import type { Platform } from '../../../platform/platform.js';
import { isSwitchedOn } from '../../../platform/provider-switches.js';
import { withBlocklist } from '../../../platform/scanner/blocklist.js';
import type { Scanner, ScannerEngine } from '../../../platform/scanner/scanner.port.js';
import { STAGING_PREFIX } from '../../../platform/storage/storage.port.js';
import type { ErrorCode } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { isProvider } from '../../../registry/providers.js';
import type { RequestContext } from '../../../request/context.js';
import { isKnownUnsafe, readBlocklist, recordFinding } from '../../storage/index.js';
import { applyClearance, readSurroundings } from '../uploads/scan/inspection-facts.js';
import { endReference } from './end-reference.js';
import { confirmReference, startExamination } from './examination.js';
import { FileTooLong, fetchFile, measure } from './fetch-file.js';
import { requestProvider } from './provider-client.js';
import type { ProviderFile } from './providers/index.js';
import { type Examination, readExamination, type Source, sourceOf } from './read-reference.js';
import { attestReference, BytesUnsafe, VersionClosed } from './settle-examination.js';

/**
 * The result of a run. `settled`: nothing is left to do. `later`: the provider is disabled, or the
 * store or the antivirus is unavailable, so the file was not examined.
 */
export type Verification = 'settled' | 'later';

/** The declared digests of a reference, as stored. */
const declaredHashes = z.object({
  sha256: z.string(),
  sha512: z.string().exactOptional(),
  sha1: z.string().exactOptional(),
});

/**
 * Examines a file at its provider (Spec 4.3): the facts of the API, then every byte, with the
 * inspection, antivirus, blocklist and clearances of an upload. Safe to run twice and to kill at
 * any point.
 * - The result is an attestation, a confirmation of the last one, or the end of the reference.
 * - Bytes that were attested within `referenceAttestedSeconds` are not read again if the provider's
 *   marker is the same (`isKnown`).
 * - Bytes that are known as unsafe end the reference, even if the provider does not respond.
 * - An infected file makes equal stored bytes unsafe; other references to them follow
 *   (`examineReferences`).
 * - Without the store or the antivirus, a first examination is `later`. Any other one is `later`
 *   only if it would have to read bytes.
 *
 * Throws ProviderBusy, TargetRefused, OutboundFailed, errors of the store, scanner or database, and
 * the reason of an aborted `signal`. After any error nothing is decided.
 */
export async function verifyReference(
  ctx: RequestContext,
  validationId: string,
  signal: AbortSignal,
): Promise<Verification> {
  const { platform } = ctx;
  const row = await readExamination(platform.db, validationId);
  if (!row || (row.state !== 'pending' && row.state !== 'processing')) return 'settled';
  const { provider } = row.reference;
  if (!isProvider(provider) || !isSwitchedOn(platform, 'worker', provider)) {
    return 'later';
  }
  // The reference ended after the job was queued: only this examination is left to end.
  const hasEnded = row.reference.locatorKey === null;
  if (hasEnded) {
    await endReference(ctx, row, 'reference_withdrawn');
    return 'settled';
  }
  const isAble = await canExamine(platform);
  // Requests that lead to nothing would use up the quota at the provider.
  if (!isAble && row.reference.revision === 0) return 'later';
  await startExamination(ctx, row);
  if (await isBlocked(ctx, row)) {
    await endReference(ctx, row, 'av_scan_rejected');
    return 'settled';
  }
  const source = sourceOf(provider, row.reference.locator);
  const file = await requestProvider(platform, source, LIMITS.providerResponseSeconds, signal);
  const fault = file ? differenceOf(row, file) : 'reference_withdrawn';
  if (!file || fault) await endReference(ctx, row, fault ?? 'reference_withdrawn');
  else if (await isKnown(ctx, row, file)) await confirmReference(ctx, row);
  else if (!isAble) return 'later';
  else await examine(ctx, row, source, file, signal);
  return 'settled';
}

/** Whether the store and the antivirus respond and the antivirus is reliable. Logs why not. */
async function canExamine({ storage, scanner, log }: Platform): Promise<boolean> {
  try {
    await storage.ping();
    await scanner.ping();
    const { doubt } = await scanner.engine();
    if (doubt !== undefined) throw new Error(doubt);
    return true;
  } catch (error) {
    log.warn({ err: error }, 'external files wait for the store or the antivirus');
    return false;
  }
}

/** Returns whether the declared bytes are known to be unsafe. */
function isBlocked(ctx: RequestContext, { reference }: Examination): Promise<boolean> {
  return isKnownUnsafe(ctx.platform.db, declaredHashes.parse(reference.hashes).sha256);
}

/** The difference between the provider's facts and the declared ones; null if they match. */
function differenceOf({ reference }: Examination, file: ProviderFile): ErrorCode | null {
  if (BigInt(file.sizeBytes) !== reference.sizeBytes) return 'size_mismatch';
  const declared = declaredHashes.parse(reference.hashes);
  if (file.hashes.sha256 && file.hashes.sha256 !== declared.sha256) return 'sha256_mismatch';
  for (const name of ['sha512', 'sha1'] as const) {
    const own = file.hashes[name];
    if (own && declared[name] && own !== declared[name]) return 'hash_mismatch';
  }
  return null;
}

/**
 * Returns whether the same bytes were attested within `referenceAttestedSeconds`, according to the
 * provider's marker, and no malware was found in equal bytes since then (`examineReferences`).
 */
async function isKnown(
  ctx: RequestContext,
  { reference }: Examination,
  file: ProviderFile,
): Promise<boolean> {
  const { db, clock } = ctx.platform;
  const { id: referenceId, revision, attestedAt } = reference;
  if (attestedAt === null) return false;
  const since = new Date(clock.now().getTime() - LIMITS.referenceAttestedSeconds * 1000);
  const known = await db.referenceAttestation.findFirst({
    where: { referenceId, revision, marker: file.marker, attestedAt: { gt: since } },
    select: { revision: true },
  });
  return known !== null;
}

/**
 * Fetches, inspects and measures a file, then settles its examination. Keeps no staged bytes,
 * except after an abort.
 */
async function examine(
  ctx: RequestContext,
  row: Examination,
  source: Source,
  file: ProviderFile,
  signal: AbortSignal,
): Promise<void> {
  const key = `${STAGING_PREFIX}references/${row.id}`;
  const { contentType } = row.reference.artifact;
  const maxBytes = Number(row.reference.sizeBytes);
  try {
    const target = { key, contentType, maxBytes };
    const fetched = await fetchFile(ctx.platform, source, file, target, signal);
    if (!fetched) return await endReference(ctx, row, 'reference_withdrawn');
    const scanner = withBlocklist(ctx.platform.scanner, await readBlocklist(ctx));
    const engine = await scanner.engine();
    if (engine.doubt !== undefined) throw new Error(engine.doubt);
    const stored = { ...file, key, sizeBytes: fetched.sizeBytes };
    const scannedAt = ctx.platform.clock.now();
    const outcome = await inspect(ctx, row, stored, scanner, signal);
    signal.throwIfAborted();
    const fault = faultOf(outcome);
    if (fault !== null) {
      const also = (tx: Tx) => recordInfection(ctx, tx, row, outcome, { engine, scannedAt });
      return await endReference(ctx, row, fault, 'rejected', also);
    }
    const capabilities = await measure(ctx.platform, source, file, signal);
    const { filename, marker } = file;
    await attestReference(ctx, row, { ...fetched, filename, marker, capabilities, engine });
  } catch (error) {
    if (error instanceof FileTooLong) return await endReference(ctx, row, 'size_mismatch');
    if (error instanceof BytesUnsafe) return await endReference(ctx, row, 'av_scan_rejected');
    if (error instanceof VersionClosed) return await endReference(ctx, row, 'invalid_state');
    throw error;
  } finally {
    // After an abort, another run may have its own bytes there already. It removes these first.
    if (!signal.aborted) await ctx.platform.storage.remove(key);
  }
}

/**
 * Inspects the fetched bytes, and applies the clearances of their blob. Throws the reason of an
 * aborted `signal`.
 */
async function inspect(
  ctx: RequestContext,
  { reference }: Examination,
  stored: { readonly key: string; readonly filename: string; readonly sizeBytes: number },
  scanner: Scanner,
  signal: AbortSignal,
): Promise<InspectionOutcome> {
  const { storage, log } = ctx.platform;
  const { originalFilename, contentType, versionId } = reference.artifact;
  const inspected = await inspectArchive(
    {
      sizeBytes: stored.sizeBytes,
      read: async (range) => untilAborted(await storage.readTransient(stored.key, range), signal),
    },
    {
      filename: originalFilename ?? stored.filename,
      contentType,
      sizeBytes: Number(reference.sizeBytes),
      ...declaredHashes.parse(reference.hashes),
      ...(await readSurroundings(ctx, versionId)),
    },
    scanner,
    { signal, log },
  );
  return applyClearance(ctx, inspected);
}

/**
 * The reason to end a reference, or null if its file is clean. Bytes that need a review are
 * rejected, because their owner may change the file while it waits.
 */
function faultOf(outcome: InspectionOutcome): ErrorCode | null {
  if (outcome.kind === 'rejected') return outcome.code;
  return outcome.kind === 'clean' ? null : 'av_scan_rejected';
}

/**
 * For an infected file, makes stored bytes with the same digest unsafe. Other references to these
 * bytes follow (`examineReferences`).
 */
async function recordInfection(
  ctx: RequestContext,
  tx: Tx,
  { reference }: Examination,
  outcome: InspectionOutcome,
  scan: { readonly engine: ScannerEngine; readonly scannedAt: Date },
): Promise<void> {
  if (outcome.kind !== 'infected') return;
  // An inspection finds malware only in bytes with the declared digest.
  const { sha256 } = declaredHashes.parse(reference.hashes);
  const [found, ...alsoFound] = outcome.found;
  const finding = {
    cause: 'reference',
    verdict: 'infected',
    found,
    alsoFound,
    reasons: [],
  } as const;
  await recordFinding(ctx, tx, sha256, { ...finding, ...scan });
}
