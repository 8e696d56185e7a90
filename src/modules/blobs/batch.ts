/** One batch of a phase: how much it did, and where to go on; null at its end. */
export interface Batch {
  readonly done: number;
  readonly after: string | null;
}
