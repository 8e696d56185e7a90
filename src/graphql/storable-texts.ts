import type { ApolloServerPlugin } from '@apollo/server';
import { BREAK, type DocumentNode, visit } from 'graphql';
import { isStorable } from '../platform/json.js';
import { LIMITS } from '../registry/limits.js';
import { unstorable } from '../registry/malformed.js';
import type { RequestContext } from '../request/context.js';
import { refusing } from './errors.js';

/**
 * Throws `invalid_input` for a text in an operation or its variables that PostgreSQL cannot store:
 * with NUL or half of a surrogate pair. Throws it also for variables nested deeper than
 * `jsonLevels`. The REST facade does the same.
 */
export function requireStorable(document: DocumentNode, variables: unknown): void {
  let isWhole = isStorable(variables, LIMITS.jsonLevels);
  visit(document, {
    StringValue({ value }) {
      isWhole &&= isStorable(value, 0);
      return isWhole ? undefined : BREAK;
    },
  });
  if (!isWhole) throw unstorable();
}

/** Rejects an operation before it runs; see `requireStorable`. */
export function refuseUnstorable(): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ request, document }) {
          refusing(() => requireStorable(document, request.variables));
        },
      };
    },
  };
}
