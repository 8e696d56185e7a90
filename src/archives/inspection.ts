import type { Log } from '../platform/log.js';
import type { Scanner } from '../platform/scanner/scanner.port.js';
import type { ArchiveFormat } from '../registry/archives.js';
import type { ContentPolicy } from '../registry/contents.js';
import type { Finding, RefusalCode } from '../registry/findings.js';
import type { ReviewReason } from '../registry/reviews.js';
import type { BombGuard } from './bomb-guard.js';
import type { FileList } from './file-list.js';
import type { Findings } from './findings.js';
import type { MemoryBudget, StructureSize } from './memory-budget.js';
import type { Pace } from './pace.js';
import type { RunScripts } from './run-scripts.js';
import type { ByteSource, StreamReader } from './stream-reader.js';

/**
 * The declared or recorded facts of the file, and those that decide which content is normal.
 * Digests are lower-case hex. SHA-512 and SHA-1 are computed and compared only if they are present.
 */
export interface Expectation {
  readonly filename: string;
  /** Null if the client declared none: then every format is accepted. */
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
  /** The total unpacked size of all files. */
  readonly totalSizeBytes: number;
  /** The first `ARCHIVE_LIMITS.listedPaths` paths, in the order of the archive's directory. */
  readonly paths: readonly string[];
}

/** The outcome for the upload. Only `clean` may become ready without a moderator's decision. */
export type InspectionOutcome =
  | HarmlessOutcome
  | {
      readonly kind: 'infected';
      /** The first signature found. */
      readonly signature: string;
      /**
       * The signatures found, `signature` first: at most `LIMITS.scanFinds`, and one more to show
       * that there are too many.
       */
      readonly found: readonly [string, ...string[]];
      /** The first infected entries, for the creator. */
      readonly findings: readonly Finding[];
      /** The outcome if an admin has cleared all signatures of `found`. */
      readonly otherwise: HarmlessOutcome;
    };

/** The outcome without malware, or with cleared malware only. */
export type HarmlessOutcome = {
  /** Signatures that an admin has cleared. The caller adds them; the inspection knows none. */
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
      readonly code: RefusalCode;
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
  readonly outcome: InspectionOutcome;
}

/** The shared parts of an archive's inspection and of its nested archives. */
export interface SharedParts {
  readonly scanner: Scanner;
  readonly findings: Findings;
  readonly guard: BombGuard;
  readonly pace: Pace;
  /** The normal content for the game and the loaders of the upload. */
  readonly policy: ContentPolicy;
  /** Collects the files and their digests, if the caller wants them. */
  readonly files?: FileList;
}

/** The inspection of one archive, possibly nested. */
export interface ArchiveJob extends SharedParts {
  readonly container: ArchiveFormat;
  /** The scripts that the manifests of this archive name. Empty until its structure is known. */
  readonly scripts: RunScripts;
  /**
   * The only folder at the root of the archive (`packFolderOf`), because creators often pack the
   * folder of their mod. A `packPath` of the content policy also matches paths from this folder.
   * Null until the structure is known, and if the root has no folder or several.
   */
  readonly packFolder: string | null;
  /** The maximum size of a nested archive that is kept in memory and inspected; 0 if none is. */
  readonly nestedBytes: number;
  /**
   * Call this as soon as the structure is known. It releases the unneeded memory. Does nothing for
   * a nested archive.
   */
  fit(size: StructureSize): void;
  /** Inspects a nested ZIP. A broken one goes to review. Throws ArchiveFault for an attack. */
  nested(path: string, archive: Uint8Array): Promise<void>;
}

/** The inspection of a whole object. */
export interface ObjectJob extends ArchiveJob {
  readonly decoders: MemoryBudget;
  readonly signal: AbortSignal | undefined;
  /** For errors of this service. Faults of the archive are not logged. */
  readonly log: Log;
}

/** An archive whose structure is known and valid. */
export interface ValidArchive {
  readonly contents: ArchiveContents;
  /**
   * Passes the contents to the rules and the scanner, if the pass over the object could not do it.
   * Called after the pass, only if the digests match.
   */
  readonly unpack?: () => Promise<void>;
}

/**
 * The inspector of one format. It may read ranges of the source. From the reader at byte 0 it reads
 * the part of the single pass that it can use. Throws ArchiveFault and NeedsReview.
 */
export type Inspector = (
  source: ByteSource,
  reader: StreamReader,
  job: ObjectJob,
) => Promise<ValidArchive>;
