/** The result of one batch: its count, and the position of the next one or null. */
export interface Batch {
  readonly done: number;
  readonly after: string | null;
}
