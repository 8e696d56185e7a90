import type { ApolloServerPlugin } from '@apollo/server';
import { BREAK, visit } from 'graphql';
import { problem } from '../registry/errors.js';
import type { RequestContext } from '../request/context.js';
import { refusalOf } from './errors.js';

/**
 * Refuses texts with a NUL, in an operation and in its variables: PostgreSQL stores none, so none
 * can name or become anything. The REST face refuses them as well. Answers `invalid_input`.
 */
export function refuseNul(): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ request, document }) {
          let found = holdsNul(request.variables);
          visit(document, {
            StringValue({ value }) {
              found ||= value.includes('\0');
              return found ? BREAK : undefined;
            },
          });
          if (found) throw refusalOf(problem('invalid_input', { log: 'a text with a NUL' }));
        },
      };
    },
  };
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => name.includes('\0') || holdsNul(member));
}
