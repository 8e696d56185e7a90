import type { ApolloServerPlugin } from '@apollo/server';
import { BREAK, visit } from 'graphql';
import { isStorable } from '../platform/json.js';
import { LIMITS } from '../registry/limits.js';
import { unstorable } from '../registry/malformed.js';
import type { RequestContext } from '../request/context.js';
import { asGraphqlError } from './errors.js';

/**
 * Rejects texts in an operation or its variables that PostgreSQL cannot store, with
 * `invalid_input`. The REST facade does the same.
 */
export function refuseUnstorable(): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ request, document }) {
          let isWhole = isStorable(request.variables, LIMITS.jsonLevels);
          visit(document, {
            StringValue({ value }) {
              isWhole &&= isStorable(value, 0);
              return isWhole ? undefined : BREAK;
            },
          });
          if (!isWhole) throw asGraphqlError(unstorable());
        },
      };
    },
  };
}
