import type { ApolloServerPlugin } from '@apollo/server';
import type { RateClass } from '../registry/limits.js';
import type { Cost } from '../request/admit.js';
import type { RequestContext } from '../request/context.js';
import { refusalOf } from './errors.js';
import type { Gateway } from './gateway.js';
import { type RootField, rootFieldsOf } from './root-fields.js';

/** The rate classes of a root field in addition to `graphql`; empty if it has no REST route. */
export type RatesOf = (field: RootField) => readonly RateClass[];

/**
 * Counts the cost of an operation beyond the one `graphql` unit of its request:
 * - each root field counts in the class of its REST route
 * - a query field without a route counts in `catalog-read`
 * - each mutation field after the first counts once more in `graphql`
 * So neither GraphQL nor aliases allow more than REST. Rejects the whole operation with
 * `rate_limited`, or with `invalid_request` if its cost exceeds a full minute's allowance.
 */
export function admission(
  gateway: Pick<Gateway, 'admit'>,
  ratesOf: RatesOf,
): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ document, operation, contextValue, response }) {
          // The document has no operation of this name, so none will run.
          if (!operation) return;
          const fields = [...rootFieldsOf(document, operation).values()];
          const cost = costOf(fields, operation.operation === 'mutation', ratesOf);
          const headers = await gateway.admit(contextValue, cost).catch((error: unknown) => {
            throw refusalOf(error);
          });
          for (const [name, value] of Object.entries(headers)) {
            response.http.headers.set(name.toLowerCase(), value);
          }
        },
      };
    },
  };
}

function costOf(fields: readonly RootField[], isMutation: boolean, ratesOf: RatesOf): Cost {
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
