import type { ApolloServerPlugin } from '@apollo/server';
import { type DocumentNode, visit } from 'graphql';
import { isStorable } from '../platform/json.js';
import { LIMITS } from '../registry/limits.js';
import { unstorable, unstorableJson } from '../registry/malformed.js';
import type { RequestContext } from '../request/context.js';
import { withGraphqlErrors } from './errors.js';

/**
 * Throws `invalid_input` if a text in an operation or its variables has NUL or half of a surrogate
 * pair, because PostgreSQL cannot store it. Also throws it for variables nested deeper than
 * `LIMITS.jsonLevels`.
 */
export function requireStorable(document: DocumentNode, variables: unknown): void {
  if (!isStorable(variables, LIMITS.jsonLevels)) throw unstorableJson();
  visit(document, {
    StringValue({ value }) {
      if (!isStorable(value, 0)) throw unstorable();
    },
  });
}

/** Rejects an operation before it runs, by the rules of `requireStorable`. */
export function refuseUnstorable(): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ request, document }) {
          withGraphqlErrors(() => requireStorable(document, request.variables));
        },
      };
    },
  };
}
