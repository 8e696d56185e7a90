import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, type ValidationRule } from 'graphql';
import type { Log } from '../platform/log.js';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import type { RequestContext } from '../request/context.js';
import { formatError, refusalOf } from './errors.js';

/**
 * Refuses a document that gives other names to too many fields without subfields. Aliases repeat one
 * long text in a response as often as a client likes.
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
 * Answers a query whose result is too long with `invalid_request`, before the result becomes one JSON
 * text on the main thread. A mutation has taken effect by then, so its response stays.
 */
export function responseSize(log: Log): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ response, operation, contextValue }) {
          const { body } = response;
          if (body.kind !== 'single' || operation?.operation !== 'query') return;
          if (!isLonger(body.singleResult.data, LIMITS.graphqlResponseCharacters)) return;
          const error = problem('invalid_request', { log: 'the response is too long' });
          const format = formatError(log, () => contextValue.request.id);
          const message = { message: error.code, extensions: {} };
          response.body = {
            kind: 'single',
            singleResult: { errors: [format(message, refusalOf(error))] },
          };
        },
      };
    },
  };
}

/** Whether the texts of a result have more characters than `most`; stops counting beyond that. */
function isLonger(result: unknown, most: number): boolean {
  let characters = 0;
  const waiting: unknown[] = [result];
  while (waiting.length > 0 && characters <= most) {
    const value = waiting.pop();
    if (typeof value === 'string') characters += value.length;
    else if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value)) waiting.push(member);
    }
  }
  return characters > most;
}
