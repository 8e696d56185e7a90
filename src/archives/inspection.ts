import type { ReviewReason } from '../registry/contents.js';
import type { Finding } from '../registry/findings.js';
import type { RejectionCode } from './fault.js';

/** The creator's declarations for the session. Digests are lower-case hex. */
export interface Expectation {
  readonly filename: string;
  readonly contentType: string | null;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly sha512?: string;
  readonly sha1?: string;
  /** The slug of the game, and the loaders of the version. They decide which content is normal. */
  readonly game?: string;
  readonly loaders?: readonly string[];
  /** Ids of content that the operator allows for the game. */
  readonly allowed?: readonly string[];
}

/** The files of an archive, without directories. */
export interface ArchiveContents {
  readonly count: number;
  /** The unpacked size of all files. */
  readonly totalSizeBytes: number;
  /** The first thousand paths, in the order of the archive's directory. */
  readonly paths: readonly string[];
}

/** The outcome for the upload. Only `clean` may become ready without a moderator's decision. */
export type Outcome =
  | HarmlessOutcome
  | {
      readonly kind: 'infected';
      /** The first signature found. */
      readonly signature: string;
      /** All signatures found, `signature` first. Incomplete above the limit. */
      readonly found: readonly [string, ...string[]];
      /** The outcome if an admin has cleared all findings. */
      readonly otherwise: HarmlessOutcome;
    };

/** The outcome without findings, or with cleared findings only. */
export type HarmlessOutcome = {
  /** The cleared findings. */
  readonly cleared?: readonly string[];
} & (
  | { readonly kind: 'clean'; readonly entries: ArchiveContents }
  | {
      readonly kind: 'review';
      readonly reasons: readonly ReviewReason[];
      /** The causes of the reasons, with paths, for the creator. */
      readonly findings?: readonly Finding[];
    }
  | {
      readonly kind: 'rejected';
      readonly code: RejectionCode;
      /** For the log and the creator. It may name entries, but never keys or secrets. */
      readonly detail: string;
      readonly findings?: readonly Finding[];
    }
);

/** The measured facts of the object, and the outcome. Digests are lower-case hex. */
export interface Inspection {
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Present if expected. */
  readonly sha512?: string;
  /** Present if expected. */
  readonly sha1?: string;
  readonly outcome: Outcome;
}
