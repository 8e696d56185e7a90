import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, type ValidationRule } from 'graphql';
import { charactersOf } from '../platform/json.js';
import type { Log } from '../platform/log.js';
import { LIMITS } from '../registry/limits.js';
import { malformed } from '../registry/malformed.js';
import type { RequestContext } from '../request/context.js';
import { asGraphqlError, formatError } from './errors.js';

/**
 * Rejects a document with more than `LIMITS.graphqlAliases` aliases of fields without subfields.
 * Aliases could repeat one long text in a response any number of times.
 */
export const aliasLimit: ValidationRule = (context) => {
  let aliases = 0;
  return {
    Field({ alias, selectionSet }) {
      if (!alias || selectionSet) return;
      aliases += 1;
      if (aliases === LIMITS.graphqlAliases + 1) {
        context.reportError(new GraphQLError('Too many aliases.', { nodes: alias }));
      }
    },
  };
};

/**
 * Replaces the result of a query by `invalid_request` if it has more than
 * `LIMITS.graphqlResponseCharacters`. To serialize a longer one would block all other requests of
 * the process. A mutation has already taken effect, so its response is not checked.
 */
export function responseSize(log: Log): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ response, operation, contextValue }) {
          const { body } = response;
          if (body.kind !== 'single' || operation?.operation !== 'query') return;
          // A long alias in a list is a long member name of each item.
          const most = LIMITS.graphqlResponseCharacters;
          if (charactersOf(body.singleResult.data, most) <= most) return;
          const error = malformed('response_length');
          const format = formatError(log, () => contextValue.request);
          const message = { message: error.code, extensions: {} };
          response.body = {
            kind: 'single',
            singleResult: { errors: [format(message, asGraphqlError(error))] },
          };
        },
      };
    },
  };
}
