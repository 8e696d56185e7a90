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

/** What the inspections of an archive and of those within it share. */
export interface SharedParts {
  readonly scanner: Scanner;
  readonly findings: Findings;
  readonly guard: BombGuard;
  readonly pace: Pace;
  /** What is normal for the game and the loaders of the upload. */
  readonly policy: ContentPolicy;
}

/** The inspection of one archive, which may lie in another. */
export interface ArchiveJob extends SharedParts {
  readonly container: ArchiveFormat;
  /** The scripts that the manifests of this archive name. */
  readonly scripts: RunScripts;
  /** How large an archive within this one may be to be kept in memory and looked into. */
  readonly nestedBytes: number;
  /** Told as soon as the structure is known: the memory that it does not need is given back. */
  fit(size: StructureSize): void;
  /** Inspects a ZIP that was found in this archive. Throws ArchiveFault. */
  nested(path: string, archive: Uint8Array): Promise<void>;
}

/** The inspection of an object as a whole. */
export interface ObjectJob extends ArchiveJob {
  readonly decoders: MemoryBudget;
  readonly signal: AbortSignal | undefined;
  /** Told of trouble of our own, which is not the archive's. */
  readonly log: Log;
}

/** An archive whose structure is known and in order. */
export interface Walked {
  readonly contents: ArchiveContents;
  /**
   * Shows the contents to the rules and the scanner, where that could not be done in the pass over
   * the object: it is called after the pass, for bytes that are the expected ones.
   */
  readonly unpack?: () => Promise<void>;
}

/**
 * The inspection of one format: may read ranges of the source, and takes from the cursor, which
 * stands at byte 0, what it can use of the one pass over the object. Throws ArchiveFault and
 * Undecided.
 */
export type Inspector = (source: ByteSource, cursor: Cursor, job: ObjectJob) => Promise<Walked>;
