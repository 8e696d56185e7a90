import type { Constraint } from './ranges.js';

/** A dependency of a file on another mod, as far as the solver needs it. */
export interface Demand extends Constraint {
  readonly kind: 'required' | 'optional' | 'conflict' | 'embedded';
  readonly modId: string;
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

/** A file as an explanation names it. */
export type NamedFile = Pick<PlanFile, 'id' | 'modId' | 'version'>;

/** A file without what it says of others, which would be copied between threads. */
export function named({ id, modId, version }: PlanFile): NamedFile {
  return { id, modId, version };
}

/** Which of its demands a plan follows. */
export interface Following {
  readonly includeOptional: boolean;
}

/** Whether a demand asks for a further file under this request. */
export function isAsked({ kind }: Demand, { includeOptional }: Following): boolean {
  return kind === 'required' || (kind === 'optional' && includeOptional);
}
