import type { Candidate } from './candidates.js';
import type { SolvedItem } from './solver/plan-program.js';

/** A file of a plan, and the rule that chose it. */
export interface ChosenFile extends Pick<SolvedItem, 'role' | 'embeddedIn'> {
  readonly file: Candidate;
  readonly rule: 'exact_artifact' | 'exact_version' | 'newest_compatible';
}
