/** One measured figure of the product. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The comparison, e.g. the same work done by a program in C. */
  readonly comparedWith?: string;
  /** The figure divided by that of the comparison. */
  readonly ratio?: number;
  readonly target?: string;
  /** Whether the target was met. */
  readonly ok?: boolean;
}
