import type { Sample } from './sample.js';
import type { Stage } from './stage.js';

/** How to make a world in which an operation succeeds, and what its ids lead to. */
export interface Fixture {
  /** Makes a request that succeeds when the creator sends it; each write is another one. */
  readonly fresh: (stage: Stage) => Promise<Sample>;
  /** The same with less to do, for cells to which it makes no difference what is done. */
  readonly light?: (stage: Stage) => Promise<Sample>;
  /** The same for who has no credential, where it is about what is the sender's own. */
  readonly anonymous?: (stage: Stage) => Promise<Sample>;
  /**
   * The same request for something that only the creator's team may know of, where `fresh` is
   * about something that everybody sees.
   */
  readonly hidden?: (stage: Stage) => Promise<Sample>;
  /** The code of the 404 that each id or name of a sample is answered with where it names nothing. */
  readonly missing: Readonly<Record<string, string>>;
  /**
   * What a credential that is limited to another mod is answered with; left out, it is
   * `resource_scope_denied` where a credential is needed, and success where none is. Null is success.
   */
  readonly limited?: string | null;
  /** The scopes that a refusal names if they are narrower than those of the route. */
  readonly smallestScopes?: readonly string[];
}

/** The fixtures by operationId. */
export type Fixtures = Readonly<Record<string, Fixture>>;
