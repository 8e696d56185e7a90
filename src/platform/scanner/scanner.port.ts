/**
 * The antivirus port: a scanner reads content as a stream and returns a verdict. Any indefinite
 * result is `unknown`, which never counts as clean.
 */

/** The verdict of a scanner on one content. */
export type Verdict =
  | { readonly result: 'clean' }
  | {
      readonly result: 'infected';
      readonly signature: string;
      /** Further findings in the same content. */
      readonly others?: readonly string[];
      /** Some scanners failed or were indefinite, so the content may hold more. */
      readonly isPartial?: true;
    }
  | { readonly result: 'unknown'; readonly reason: string };

/** The engine and its signatures at the time of a scan, stored with the verdict. */
export interface ScannerEngine {
  readonly name: string;
  /** The revision of the signatures, comparable for equality only. */
  readonly signatures: string;
  /** When the signatures were made; absent if the engine does not report it. */
  readonly madeAt?: Date;
  /**
   * Why the engine cannot call anything clean, such as outdated signatures; absent if it can. Clean
   * verdicts become `unknown` then.
   */
  readonly doubt?: string;
}

/** A content to scan. */
export interface ScannedContent {
  readonly sizeBytes: number;
  /**
   * How the content is stored:
   * - `object`: the stored object itself
   * - `stored`: a file that is byte for byte in the surrounding archive, which is scanned too
   * - `packed`: a file that was unpacked from it
   */
  readonly form: 'object' | 'stored' | 'packed';
}

/** The scan of one content, fed in order. */
export interface ContentScan {
  /**
   * Scans the next bytes. A returned promise is back-pressure: the caller waits for it, and may
   * then reuse the buffer. It rejects if the engine fails. The caller then still calls `end`, which
   * frees the connection of the scan.
   */
  write(chunk: Uint8Array): void | Promise<void>;
  /**
   * Ends the content and waits for the verdict. Throws if the engine fails or is unavailable, and
   * never because of the content itself.
   */
  end(): Promise<Verdict>;
}

/** An antivirus, or several as one. */
export interface Scanner {
  /** Reads the present engine and signatures. Throws if the engine is unavailable. */
  engine(): Promise<ScannerEngine>;
  /** Starts the scan of one content: the stored object, or one file unpacked from it. */
  open(content: ScannedContent): ContentScan;
  /** Throws if the engine is unavailable. */
  ping(): Promise<void>;
}
