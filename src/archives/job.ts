import type { Log } from '../platform/log.js';
import type { Scanner } from '../platform/scanner/scanner.port.js';
import type { ArchiveFormat } from '../registry/archives.js';
import type { ContentPolicy } from '../registry/contents.js';
import type { BombGuard } from './bomb-guard.js';
import type { ByteSource } from './byte-source.js';
import type { Cursor } from './cursor.js';
import type { Findings } from './findings.js';
import type { ArchiveContents } from './inspection.js';
import type { MemoryBudget, StructureSize } from './memory-budget.js';
import type { Pace } from './pace.js';
import type { RunScripts } from './run-scripts.js';

/** The shared parts of an archive's inspection and of its nested archives. */
export interface SharedParts {
  readonly scanner: Scanner;
  readonly findings: Findings;
  readonly guard: BombGuard;
  readonly pace: Pace;
  /** The normal content for the game and the loaders of the upload. */
  readonly policy: ContentPolicy;
}

/** The inspection of one archive, possibly nested. */
export interface ArchiveJob extends SharedParts {
  readonly container: ArchiveFormat;
  /** The scripts that the manifests of this archive name. */
  readonly scripts: RunScripts;
  /** The maximum size of a nested archive that is kept in memory and inspected. */
  readonly nestedBytes: number;
  /** Call this as soon as the structure is known. It returns the unneeded memory. */
  fit(size: StructureSize): void;
  /** Inspects a nested ZIP. Throws ArchiveFault. */
  nested(path: string, archive: Uint8Array): Promise<void>;
}

/** The inspection of a whole object. */
export interface ObjectJob extends ArchiveJob {
  readonly decoders: MemoryBudget;
  readonly signal: AbortSignal | undefined;
  /** For errors of this service, not of the archive. */
  readonly log: Log;
}

/** An archive whose structure is known and valid. */
export interface Walked {
  readonly contents: ArchiveContents;
  /**
   * Passes the contents to the rules and the scanner, if the pass over the object could not do it.
   * Called after the pass, only if the digests match.
   */
  readonly unpack?: () => Promise<void>;
}

/**
 * The inspector of one format. It may read ranges of the source. From the cursor at byte 0 it reads
 * the part of the single pass that it can use. Throws ArchiveFault and Undecided.
 */
export type Inspector = (source: ByteSource, cursor: Cursor, job: ObjectJob) => Promise<Walked>;
