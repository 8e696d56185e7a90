/** The progress of a download. */
export interface DownloadProgress {
  /** `waiting`: the service asked to come back later. `verifying`: all bytes are there. */
  readonly phase: 'resolving' | 'waiting' | 'receiving' | 'verifying';
  /** The stored bytes, those of an earlier run included. Falls to 0 if the file begins again. */
  readonly receivedBytes: number;
  /** The size of the file; null until the service has said it. */
  readonly totalBytes: number | null;
}

/** Settings of a download. */
export interface DownloadOptions {
  /** Called often; keep it cheap. */
  readonly progress?: (progress: DownloadProgress) => void;
  /** Cancels the download. Only `download` keeps the stored bytes for the next run. */
  readonly signal?: AbortSignal;
  /**
   * The digest that the caller expects, in hex, for example from a lockfile. Another one is an
   * IntegrityError `digest`.
   */
  readonly sha256?: string;
  /**
   * The longest time without a byte before a connection counts as broken, in milliseconds; 30,000
   * by default.
   */
  readonly idleTimeoutMs?: number;
  /**
   * The longest time to wait for a free slot or quota at each resolution, in milliseconds; 600,000
   * by default.
   */
  readonly longestWaitMs?: number;
}

/** A file whose size and SHA-256 have been verified. */
export interface VerifiedFile {
  readonly artifactId: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /**
   * Display text of the uploader: use `safeFilename` before it names a file. Null if the file has no
   * name.
   */
  readonly originalFilename: string | null;
}

/**
 * The ids of a download job. Only these facts of a download may be stored between runs (section 2.5
 * of `docs/contract`).
 */
export interface DownloadIds {
  readonly jobId: string;
  readonly grantId: string;
  readonly sessionId: string;
}

/** The destination for the bytes of a download. */
export interface Sink {
  /** The number of stored bytes. */
  readonly size: number;
  /**
   * Stores the next bytes. If it rejects, `size` counts those that were stored, and the download
   * ends with the error.
   */
  write(bytes: Uint8Array): Promise<void>;
  /** Drops all bytes. Returns false if that is impossible. */
  restart(): Promise<boolean>;
  /** The SHA-256 of all stored bytes, in hex. Rejects with the reason of an aborted `signal`. */
  digest(signal: AbortSignal | undefined): Promise<string>;
  /** Keeps the ids for a later run. */
  remember(ids: DownloadIds): Promise<void>;
}
