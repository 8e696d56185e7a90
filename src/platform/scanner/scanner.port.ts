/**
 * The antivirus as the rest of modport sees it: something that is fed content as it streams by and
 * answers a verdict. Anything but a definite answer is `unknown`, which never becomes clean.
 */

/** What a scanner says of one content. */
export type Verdict =
  | { readonly result: 'clean' }
  | { readonly result: 'infected'; readonly signature: string }
  | { readonly result: 'unknown'; readonly reason: string };

/** The engine and its signatures at the time of a scan, kept with the verdict. */
export interface ScannerEngine {
  readonly name: string;
  /** The revision of the signatures, comparable for equality only. */
  readonly signatures: string;
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
  open(content: { readonly name: string }): ContentScan;
  /** Throws when the engine cannot answer now. */
  ping(): Promise<void>;
}
