import type { GraphQLSchema } from 'graphql';
import { viewerOf } from '../auth/viewer.js';
import type { Platform } from '../platform/platform.js';
import { authorize } from '../request/authorize.js';
import { createContext } from '../request/context.js';
import { createIdempotencyStore } from '../request/idempotency.js';
import { toRegistered } from './errors.js';
import { compileOperations } from './execute.js';
import type { Gateway } from './gateway.js';

/** The domain as a face of modport sees it. */
export function createGateway(platform: Platform, schema: GraphQLSchema): Gateway {
  return {
    schema,
    compile: (source) => compileOperations(schema, source, platform.log),
    async open(request) {
      try {
        return createContext(platform, request, await viewerOf(platform, request));
      } catch (error) {
        throw toRegistered(error, platform.log);
      }
    },
    authorize,
    idempotency: createIdempotencyStore(platform),
  };
}
