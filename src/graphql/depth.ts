import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { LIMITS } from '../registry/limits.js';

/**
 * Rejects a document that is nested too deeply. It reports the error instead of throwing it: Apollo
 * treats an error thrown by a rule as a service failure. The rule leaves out `__schema`, because the
 * standard introspection query is deeper; `introspectionCost` limits it.
 */
export const depthLimit = maxDepthRule({
  n: LIMITS.graphqlDepth,
  propagateOnRejection: false,
  onReject: [(context, error) => context?.reportError(error)],
});
