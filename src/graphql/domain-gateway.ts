import type { GraphQLSchema } from 'graphql';
import { viewerOf } from '../auth/viewer.js';
import type { Platform } from '../platform/platform.js';
import { authorize } from '../request/authorize.js';
import { createContext, type RequestFacts } from '../request/context.js';
import { createIdempotencyStore } from '../request/idempotency.js';
import { toRegistered } from './errors.js';
import { compileOperations } from './execute.js';
import type { Gateway } from './gateway.js';

/** The domain as a face of modport sees it: whatever fails, fails with a registered error. */
export function createGateway(platform: Platform, schema: GraphQLSchema): Gateway {
  const { log } = platform;
  const { claim, remember, rememberReplay, release } = createIdempotencyStore(platform);

  function registered<A extends unknown[], R>(work: (...args: A) => Promise<R>) {
    return async (...args: A): Promise<R> => {
      try {
        return await work(...args);
      } catch (error) {
        throw toRegistered(error, log);
      }
    };
  }

  return {
    schema,
    compile: (source) => compileOperations(schema, source, log),
    open: registered(async (request: RequestFacts) =>
      createContext(platform, request, await viewerOf(platform, request)),
    ),
    authorize,
    idempotency: {
      claim: registered(claim),
      remember: registered(remember),
      rememberReplay: registered(rememberReplay),
      release: registered(release),
    },
  };
}
