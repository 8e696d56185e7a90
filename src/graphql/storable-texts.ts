import type { ApolloServerPlugin } from '@apollo/server';
import { BREAK, visit } from 'graphql';
import { isStorable } from '../platform/storable.js';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import type { RequestContext } from '../request/context.js';
import { refusalOf } from './errors.js';

/**
 * Refuses texts that PostgreSQL cannot store, in an operation and in its variables: none of them
 * can name or become anything. The REST face refuses them as well. Answers `invalid_input`.
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
          if (!isWhole) throw refusalOf(problem('invalid_input', { log: 'an unstorable text' }));
        },
      };
    },
  };
}
