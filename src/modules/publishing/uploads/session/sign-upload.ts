import type { UploadStrategy } from '../../../../platform/database/generated/enums.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { STAGING_PREFIX } from '../../../../platform/storage/storage.port.js';
import { problem, type RegisteredError, type TextForPeople } from '../../../../registry/errors.js';
import { LIMITS, type StartLimits } from '../../../../registry/limits.js';
import type { RequestContext } from '../../../../request/context.js';
import type { SignedPart, UploadInstructions } from './upload-transfer.type.js';

/** The transfer strategy for an object (Spec 8). */
export interface UploadPlan {
  readonly strategy: UploadStrategy;
  /** The size of all parts but the last; null for a single PUT. */
  readonly partSizeBytes: number | null;
  readonly totalParts: number;
}

/**
 * A single PUT up to and including `singleUploadBytes`, else parts of `partSizeBytes` with a
 * smaller last one.
 */
export function planUpload(
  { singleUploadBytes, partSizeBytes }: Pick<StartLimits, 'singleUploadBytes' | 'partSizeBytes'>,
  sizeBytes: number,
): UploadPlan {
  if (sizeBytes <= singleUploadBytes) {
    return { strategy: 'single', partSizeBytes: null, totalParts: 1 };
  }
  return { strategy: 'multipart', partSizeBytes, totalParts: Math.ceil(sizeBytes / partSizeBytes) };
}

/** The size of one part in bytes; the last one has the rest. */
export function partBytes(
  upload: { sizeBytes: bigint; partSizeBytes: number | null; totalParts: number },
  partNumber: number,
): number {
  const total = Number(upload.sizeBytes);
  const size = upload.partSizeBytes ?? total;
  return partNumber < upload.totalParts ? size : total - size * (upload.totalParts - 1);
}

/** The numbers of all parts of an upload, from 1. */
export function allParts({ totalParts }: { totalParts: number }): number[] {
  return Array.from({ length: totalParts }, (_, at) => at + 1);
}

/** The parts that are signed when the session is created. */
export function firstParts(upload: { totalParts: number }): number[] {
  return allParts(upload).slice(0, LIMITS.signedPartsPerRequest);
}

/** The expiry of a URL signed now: 15 minutes for parts and for a single PUT. */
export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LIMITS.signedUploadLifetimeSeconds * 1000);
}

/** The time at which an incomplete session ends, unless a later signature extends it. */
export function activityWindowFrom(now: Date): Date {
  return new Date(now.getTime() + LIMITS.uploadActivitySeconds * 1000);
}

/** The sum of the planned sizes of some parts, in bytes. */
export function bytesOfParts(row: UploadSessionModel, partNumbers: readonly number[]): bigint {
  return BigInt(partNumbers.reduce((sum, number) => sum + partBytes(row, number), 0));
}

/**
 * Signs a PUT for each of some parts, valid until the end of the session's lease. Throws for a
 * session without a multipart upload.
 */
export function signParts(
  ctx: RequestContext,
  row: UploadSessionModel,
  partNumbers: readonly number[],
): Promise<SignedPart[]> {
  const { multipartId, stagingKey, leaseUntil } = row;
  if (multipartId === null) throw new Error(`upload ${row.id} has no parts`);
  return Promise.all(
    partNumbers.map(async (partNumber) => {
      const part = { partNumber, sizeBytes: partBytes(row, partNumber) };
      const signed = await ctx.platform.storage.signPart(stagingKey, multipartId, part, leaseUntil);
      return { ...part, ...signed };
    }),
  );
}

/**
 * Signs the single PUT, or the parts that the row records as in flight. Parts count as in flight
 * until the store confirms them or the lease ends.
 */
export async function signUpload(
  ctx: RequestContext,
  row: UploadSessionModel,
): Promise<UploadInstructions> {
  if (row.strategy === 'single') {
    const object = { sizeBytes: Number(row.sizeBytes), contentType: row.contentType };
    return { ...(await ctx.platform.storage.signPut(row.stagingKey, object, row.leaseUntil)) };
  }
  return {
    partSizeBytes: row.partSizeBytes,
    totalParts: row.totalParts,
    concurrency: LIMITS.partConcurrency,
    parts: await signParts(ctx, row, row.partsInFlight),
  };
}

/** The key of the staged bytes of a session. */
export function stagingKeyOf(uploadId: string): string {
  return STAGING_PREFIX + uploadId;
}

/** A stored session, and the time of the read. */
interface SeenUpload {
  readonly session: Pick<UploadSessionModel, 'leaseUntil' | 'partsInFlight' | 'totalParts'>;
  readonly now: Date;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * The parts in flight: their URLs were signed, and no confirmation by the store is recorded. All of
 * them end with the lease of the session, which every signature extends.
 */
function partsInFlight({ session, now }: SeenUpload): readonly number[] {
  return session.leaseUntil > now ? session.partsInFlight : [];
}

/**
 * Returns the parts in flight, ascending, after `partNumbers` are signed and `confirmed` (by
 * default none) have arrived. Returns null if these would be more than `LIMITS.partConcurrency`
 * (Spec 8).
 */
export function inFlightAfter(
  upload: SeenUpload,
  partNumbers: readonly number[],
  confirmed = NONE,
): number[] | null {
  const all = new Set([...partsInFlight(upload), ...partNumbers]);
  const open = [...all].filter((number) => !confirmed.has(number));
  return open.length > LIMITS.partConcurrency ? null : inOrder(open);
}

/**
 * The parts that a repeated create signs, ascending: those in flight, then as many of the first
 * ones as `LIMITS.partConcurrency` allows. Needs no request to the store.
 */
export function partsToRenew(upload: SeenUpload): number[] {
  const all = new Set([...partsInFlight(upload), ...firstParts(upload.session)]);
  return inOrder([...all].slice(0, LIMITS.partConcurrency));
}

/**
 * `rate_limited` for parts above the limit in flight. The retry time is when the signed URLs
 * expire.
 */
export function tooManyParts(upload: SeenUpload, confirmed: ReadonlySet<number>): RegisteredError {
  const open = partsInFlight(upload).filter((number) => !confirmed.has(number));
  const lifetimeMs = upload.session.leaseUntil.getTime() - upload.now.getTime();
  const seconds = Math.max(1, Math.ceil(lifetimeMs / 1000));
  return problem('rate_limited', {
    quotaBucket: 'upload_parts',
    retryAfterSeconds: seconds,
    detail: openPartsText(open),
    quota: {
      limit: LIMITS.partConcurrency,
      remaining: LIMITS.partConcurrency - open.length,
      resetSeconds: seconds,
    },
  });
}

function openPartsText(open: readonly number[]): TextForPeople {
  const most = LIMITS.partConcurrency;
  const list = open.join(', ');
  return {
    en: `At most ${most} signed parts may be on their way at once, and these have not arrived yet: ${list}; send them, then sign more, or wait until their addresses expire.`,
    ru: `Одновременно может быть не больше ${most} подписанных, но ещё не полученных частей; сейчас это ${list}. Отправьте их и подпишите следующие или подождите, пока истекут их адреса.`,
    de: `Höchstens ${most} signierte Teile dürfen unterwegs sein, und diese sind noch nicht angekommen: ${list}; senden Sie sie und lassen Sie dann weitere signieren, oder warten Sie, bis ihre Adressen ablaufen.`,
  };
}

function inOrder(partNumbers: readonly number[]): number[] {
  return partNumbers.toSorted((a, b) => a - b);
}
