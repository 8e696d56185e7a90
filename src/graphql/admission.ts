import type { ApolloServerPlugin } from '@apollo/server';
import type { RateClass } from '../registry/limits.js';
import type { Cost } from '../request/admit.js';
import type { RequestContext } from '../request/context.js';
import { refusalOf } from './errors.js';
import type { Gateway } from './gateway.js';
import { type RootField, rootFieldsOf } from './root-fields.js';

/** The classes that a root field is counted in beside `graphql`; none where REST has no route for it. */
export type RatesOf = (field: RootField) => readonly RateClass[];

/**
 * Counts what an operation asks for beyond the one unit of `graphql` that its request has cost
 * already: each field of the root in the class of its REST route, a query without one as any read of
 * the catalog, and each field of a mutation after the first once more in `graphql`. So neither this face nor aliases buy more than REST does.
 * Refuses the whole operation with `rate_limited`, or `invalid_request` where no minute allows it.
 */
export function admission(
  gateway: Pick<Gateway, 'admit'>,
  ratesOf: RatesOf,
): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ document, operation, contextValue, response }) {
          // None of this name is in the document, and none will run.
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
