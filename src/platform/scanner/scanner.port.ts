/**
 * The antivirus as the rest of modport sees it: something that is fed content as it streams by and
 * answers a verdict. Anything but a definite answer is `unknown`, which never becomes clean.
 */

/** What a scanner says of one content. */
export type Verdict =
  | { readonly result: 'clean' }
  | {
      readonly result: 'infected';
      readonly signature: string;
      /** What else was found in the same content, where it was more than one thing. */
      readonly others?: readonly string[];
      /** Not all that looked at the content could answer: there may be more in it. */
      readonly isPartial?: true;
    }
  | { readonly result: 'unknown'; readonly reason: string };

/** The engine and its signatures at the time of a scan, kept with the verdict. */
export interface ScannerEngine {
  readonly name: string;
  /** The revision of the signatures, comparable for equality only. */
  readonly signatures: string;
  /**
   * Why nothing can be clean to the engine as it is now, such as signatures that are too old; absent
   * where it is well. Verdicts that would be clean are `unknown` then.
   */
  readonly doubt?: string;
}

/** What is about to be scanned. */
export interface ScannedContent {
  /** A file name or a path within an archive: antiviruses tell kinds of files by it. */
  readonly name: string;
  readonly sizeBytes: number;
  /**
   * The stored `object` itself, a file that stands byte for byte in the archive around it
   * (`stored`), or one that had to be unpacked from it (`packed`). What is around is scanned too.
   */
  readonly form: 'object' | 'stored' | 'packed';
}

/** The scan of one content, fed in order. */
export interface ContentScan {
  /** Takes the next bytes; a returned promise is back-pressure. The buffer is not kept. */
  write(chunk: Uint8Array): void | Promise<void>;
  /** Ends the content. Never throws for what the content holds. */
  end(): Promise<Verdict>;
}

export interface Scanner {
  engine(): Promise<ScannerEngine>;
  /** Begins the scan of one content: the stored object, or one file unpacked from it. */
  open(content: ScannedContent): ContentScan;
  /** Throws when the engine cannot answer now. */
  ping(): Promise<void>;
}
