import type { UploadStrategy } from '../../../../platform/database/generated/enums.js';
import { LIMITS } from '../../../../registry/limits.js';

/** The transfer strategy for an object (Spec 8). */
export interface UploadPlan {
  readonly strategy: UploadStrategy;
  /** The size of all parts but the last; null for a single PUT. */
  readonly partSizeBytes: number | null;
  readonly totalParts: number;
}

/** A single PUT up to and including 100 MiB, equal parts above. */
export function planUpload(sizeBytes: number): UploadPlan {
  if (sizeBytes <= LIMITS.singleUploadBytes) {
    return { strategy: 'single', partSizeBytes: null, totalParts: 1 };
  }
  const partSizeBytes = LIMITS.partSizeBytes;
  return { strategy: 'multipart', partSizeBytes, totalParts: Math.ceil(sizeBytes / partSizeBytes) };
}

/** The size of one part; the last one has the rest. */
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
