import type { RejectionCode } from './fault.js';
import type { ReviewReason } from './review-rules.js';

/** What the creator said of the bytes when the session was made. Digests are lower-case hex. */
export interface Expectation {
  readonly filename: string;
  readonly contentType: string | null;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly sha512?: string;
  readonly sha1?: string;
}

/** What a ZIP holds, directories left out. */
export interface ArchiveContents {
  readonly count: number;
  /** The size of all files when unpacked. */
  readonly totalSizeBytes: number;
  /** The paths in the order of the central directory; the first thousand of them. */
  readonly paths: readonly string[];
}

/** What follows for the upload. Only `clean` may become ready without a person's decision. */
export type Outcome =
  | { readonly kind: 'clean'; readonly entries: ArchiveContents }
  | { readonly kind: 'review'; readonly reasons: readonly ReviewReason[] }
  | { readonly kind: 'infected'; readonly signature: string }
  /** `detail` is for the log and the creator; it names entries, never keys or secrets. */
  | { readonly kind: 'rejected'; readonly code: RejectionCode; readonly detail: string };

/** The facts of the object, and what follows from them. Digests are lower-case hex. */
export interface Inspection {
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Present when it was expected. */
  readonly sha512?: string;
  /** Present when it was expected. */
  readonly sha1?: string;
  readonly outcome: Outcome;
}
