import type { ReviewReason } from '../registry/contents.js';
import type { Finding, FindingCode, RefusalCode } from '../registry/findings.js';

/** The registered errors of a rejected archive. Spec 7.2. */
export type RejectionCode = RefusalCode;

/**
 * A fault of the bytes, in contrast to an error while reading them. It never leaves the inspection:
 * it becomes the outcome `rejected`. All other errors are rethrown.
 */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';

  constructor(
    readonly code: RejectionCode,
    detail: string,
    readonly about: About = {},
  ) {
    super(detail);
  }
}

/** The subject of a fault or review, for the texts that creators read. */
export interface About {
  /** The entry, as the archive spells it. */
  readonly path?: string;
  /** The finding, if it says more than the code of the error. */
  readonly finding?: FindingCode;
  readonly values?: Finding['values'];
}

/** Ends the inspection of an archive; `detail` is technical English for the log and its creator. */
export function refuse(code: RejectionCode, detail: string, about: About = {}): never {
  throw new ArchiveFault(code, detail, about);
}

/** Ends the inspection of an archive that needs a moderator's decision. */
export class NeedsReview extends Error {
  override readonly name = 'Undecided';

  constructor(
    readonly reason: ReviewReason,
    readonly about: About = {},
  ) {
    super(reason);
  }
}

/** Quotes a path for a message: escaped and shortened. */
export function quotePath(path: string): string {
  return JSON.stringify(path.length <= 120 ? path : `${path.slice(0, 119)}…`);
}
