import type { ReviewReason } from '../registry/contents.js';
import type { Finding } from '../registry/findings.js';
import type { RejectionCode } from './fault.js';

/** What the creator said of the bytes when the session was made. Digests are lower-case hex. */
export interface Expectation {
  readonly filename: string;
  readonly contentType: string | null;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly sha512?: string;
  readonly sha1?: string;
  /** The slug of the game, and the loaders that the version names: they decide what is normal. */
  readonly game?: string;
  readonly loaders?: readonly string[];
  /** Ids of content that the operator allows for the game. */
  readonly allowed?: readonly string[];
}

/** What an archive holds, directories left out. */
export interface ArchiveContents {
  readonly count: number;
  /** The size of all files when unpacked. */
  readonly totalSizeBytes: number;
  /** The paths in the order of the archive's directory; the first thousand of them. */
  readonly paths: readonly string[];
}

/** What follows for the upload. Only `clean` may become ready without a person's decision. */
export type Outcome =
  | HarmlessOutcome
  | {
      readonly kind: 'infected';
      /** The first signature that was found. */
      readonly signature: string;
      /** All that were found, `signature` first; where they are above the limit, not all. */
      readonly found: readonly [string, ...string[]];
      /** What follows where a person has called all of it harmless. */
      readonly otherwise: HarmlessOutcome;
    };

/** What follows where nothing was found, or what was found is known for harmless. */
export type HarmlessOutcome = {
  /** What was found and had been called harmless by a person. */
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
      /** For the log and the creator; it names entries, never keys or secrets. */
      readonly detail: string;
      readonly findings?: readonly Finding[];
    }
);

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
