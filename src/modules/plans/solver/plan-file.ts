/** A dependency of a file on another mod, as far as the solver needs it. */
export interface Demand {
  readonly kind: 'required' | 'optional' | 'conflict' | 'embedded';
  readonly modId: string;
  readonly versionConstraint: string | null;
  readonly versionId: string | null;
  readonly artifactId: string | null;
}

/** The main file of a version that fits the request, or a file that the request names exactly. */
export interface PlanFile {
  /** The id of the artifact. */
  readonly id: string;
  readonly modId: string;
  readonly versionId: string;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
  readonly demands: readonly Demand[];
}

/** Which of its demands a plan follows. */
export interface Following {
  readonly includeOptional: boolean;
}

/** Whether a demand asks for a further file under this request. */
export function isAsked({ kind }: Demand, { includeOptional }: Following): boolean {
  return kind === 'required' || (kind === 'optional' && includeOptional);
}
