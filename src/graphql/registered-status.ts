import type { ApolloServerPlugin } from '@apollo/server';
import type { RequestContext } from '../request/context.js';

/**
 * Sets the status of the registered code on an operation that did not run. Apollo would use its
 * own, such as 405 for a mutation by GET.
 */
export function registeredStatus(): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ response: { body, http } }) {
          if (body.kind !== 'single' || 'data' in body.singleResult) return;
          const status = body.singleResult.errors?.[0]?.extensions?.['status'];
          if (typeof status === 'number') http.status = status;
          http.headers.delete('allow');
        },
      };
    },
  };
}
