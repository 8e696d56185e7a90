import type { Constraint } from './ranges.js';

/** A dependency of a file on another mod, with the fields that the solver needs. */
export interface Demand extends Constraint {
  readonly kind: 'required' | 'optional' | 'conflict' | 'embedded';
  readonly modId: string;
  readonly versionId: string | null;
  readonly artifactId: string | null;
}

/** The main file of a matching version, or a pinned file. */
export interface PlanFile {
  /** The artifact id. */
  readonly id: string;
  readonly modId: string;
  readonly versionId: string;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
  readonly demands: readonly Demand[];
}

/** A file without its dependencies, for explanations. */
export type NamedFile = Pick<PlanFile, 'id' | 'modId' | 'version'>;

/** Drops the dependencies of a file, so that they are not copied between threads. */
export function named({ id, modId, version }: PlanFile): NamedFile {
  return { id, modId, version };
}

/** The kinds of dependencies that a plan follows. */
export interface Following {
  readonly includeOptional: boolean;
}

/** Whether a dependency adds a further file to this request. */
export function isAsked({ kind }: Demand, { includeOptional }: Following): boolean {
  return kind === 'required' || (kind === 'optional' && includeOptional);
}
