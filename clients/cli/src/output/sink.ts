/** Stdout or stderr of this process, or a substitute in tests. */
export interface Sink {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}
