import type { Sample } from './sample.js';
import type { Stage } from './stage.js';

/** Builds a world in which an operation succeeds, and describes its ids. */
export interface Fixture {
  /** Builds a request that succeeds for the creator; each write gets a new one. */
  readonly fresh: (stage: Stage) => Promise<Sample>;
  /** The same with an effect that a retry must not repeat, if `fresh` only reads. */
  readonly effect?: (stage: Stage) => Promise<Sample>;
  /** The same with less work, for cells that do not depend on the effect. */
  readonly light?: (stage: Stage) => Promise<Sample>;
  /** The same for an anonymous caller, if the request is about the caller's own data. */
  readonly anonymous?: (stage: Stage) => Promise<Sample>;
  /**
   * The same request for something that only the creator's team can see, if `fresh` is about
   * something public.
   */
  readonly hidden?: (stage: Stage) => Promise<Sample>;
  /** The 404 code for each id or name of a sample if it does not exist. */
  readonly missing: Readonly<Record<string, string>>;
  /**
   * The refusal for a credential that is limited to another mod. The default is
   * `resource_scope_denied` if a credential is required, and success otherwise. Null means success.
   */
  readonly limited?: string | null;
  /** The scopes that a refusal names if they are narrower than those of the route. */
  readonly smallestScopes?: readonly string[];
}
