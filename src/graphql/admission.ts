import type { ApolloServerPlugin } from '@apollo/server';
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { quotaHeaders } from '../platform/http/headers.js';
import type { Quota } from '../registry/errors.js';
import type { RateClass } from '../registry/limits.js';
import type { Cost } from '../request/admit.js';
import type { RequestContext } from '../request/context.js';
import { asGraphqlError } from './errors.js';
import type { Gateway } from './gateway.js';
import { type RootField, rootFieldsOf } from './keyed-request.js';

/**
 * Returns the rate classes of a root field's REST route, in which the field counts besides
 * `graphql`; empty if it has no route.
 */
export type RatesOf = (field: RootField) => readonly RateClass[];

/** The context of a request whose first unit was counted. */
export interface CountedContext extends RequestContext {
  /** The quota after that count; null if rate limits are off. */
  readonly quota: Quota | null;
}

/**
 * Counts the cost of an operation beyond the one `graphql` unit of its request:
 * - each root field counts in the classes of its REST route
 * - a field of a query or subscription without a route counts in `catalog-read`, except
 *   introspection
 * - each mutation field after the first counts once more in `graphql`
 *
 * One field under several aliases counts several times, so a client cannot do more than by REST.
 * Rejects the whole operation with `rate_limited`, or with `invalid_request` if its cost exceeds a
 * full minute's allowance. Sets the quota headers of the response.
 */
export function admission(
  gateway: Pick<Gateway, 'admit'>,
  ratesOf: RatesOf,
): ApolloServerPlugin<CountedContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ document, operation, contextValue, response }) {
          // The document has no operation of this name, so none will run.
          if (!operation) return;
          const cost = costOf(document, operation, ratesOf);
          const admitted = gateway.admit(contextValue, cost, contextValue.quota);
          const quota = await admitted.catch((error: unknown) => {
            throw asGraphqlError(error);
          });
          for (const [name, value] of Object.entries(quotaHeaders(quota))) {
            response.http.headers.set(name.toLowerCase(), value);
          }
        },
      };
    },
  };
}

/** The cost of an operation beyond the one unit of its request; see `admission`. */
export function costOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  ratesOf: RatesOf,
): Cost {
  const fields = [...rootFieldsOf(document, operation).values()];
  const isMutation = operation.operation === 'mutation';
  const cost = new Map<RateClass, number>();
  const further = isMutation ? fields.length - 1 : 0;
  if (further > 0) cost.set('graphql', further);
  for (const field of fields) {
    const known = ratesOf(field);
    const isRead = !isMutation && !field.name.startsWith('__');
    const rates = known.length === 0 && isRead ? (['catalog-read'] as const) : known;
    for (const rate of rates) cost.set(rate, (cost.get(rate) ?? 0) + 1);
  }
  return cost;
}
