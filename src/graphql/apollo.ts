import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import type { Request, RequestHandler } from 'express';
import type { Log } from '../platform/log.js';
import { ignoreDisconnect, scopeNow } from '../platform/work-scope.js';
import { LIMITS } from '../registry/limits.js';
import { malformed } from '../registry/malformed.js';
import type { RequestContext } from '../request/context.js';
import { admission, type CountedContext, type RatesOf } from './admission.js';
import { costLimit, depthLimit } from './cost.js';
import {
  asGraphqlError,
  countFailedFields,
  formatError,
  type RespondingContext,
  registeredStatus,
} from './errors.js';
import type { Gateway } from './gateway.js';
import { type ClaimingContext, keyedMutations } from './keyed-mutations.js';
import { aliasLimit, responseSize } from './response-size.js';
import { refuseUnstorable } from './storable-texts.js';
import { nameOperations } from './trace-operations.js';
import { nameVariableFaults } from './variable-faults.js';

/** The context of one request to `/graphql`. */
type GraphqlContext = CountedContext & ClaimingContext & RespondingContext;

type Apollo = ApolloServer<GraphqlContext>;

/** The parts of the service that Apollo uses. */
interface ApolloOptions {
  readonly gateway: Gateway;
  readonly log: Log;
  readonly ratesOf: RatesOf;
}

/** The contexts of the requests to `/graphql`, by request. */
export type Contexts = WeakMap<Request, CountedContext>;

/** Creates Apollo with the limits, checks and errors of the service. The caller starts it. */
export function createApollo({ gateway, log, ratesOf }: ApolloOptions): Apollo {
  return new ApolloServer<GraphqlContext>({
    schema: gateway.schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    // Apollo gives it no context, so the request comes from the scope.
    formatError: formatError(log, () => scopeNow().request),
    parseOptions: { maxTokens: LIMITS.graphqlTokens },
    logger: loggerOf(log),
    validationRules: [depthLimit, aliasLimit],
    plugins: [
      nameOperations,
      nameVariableFaults,
      streamsOnly,
      refuseUnstorable(),
      costLimit(gateway.schema),
      admission(gateway, ratesOf),
      keyedMutations(gateway, log),
      responseSize(log),
      registeredStatus(),
      countFailedFields(),
      writesToTheEnd,
      // The router sets `Cache-Control`, and Apollo must not replace it.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
    ],
  });
}

/** Rejects a subscription in a request that cannot carry a stream. */
const streamsOnly: ApolloServerPlugin<RequestContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation }) {
        if (operation?.operation !== 'subscription') return;
        throw asGraphqlError(malformed('subscription_request'));
      },
    };
  },
};

/** A read stops its statements when the client disconnects; a write continues. */
const writesToTheEnd: ApolloServerPlugin<RequestContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation }) {
        if (operation?.operation !== 'query') ignoreDisconnect();
      },
    };
  },
};

/**
 * Creates the handler that executes operations. It takes the context of a request from `contexts`.
 */
export function apolloStep(apollo: Apollo, contexts: Contexts): RequestHandler {
  return expressMiddleware(apollo, {
    async context({ req, res }) {
      const context = contexts.get(req);
      if (!context) throw new Error('a request without its context');
      // A copy, because a keyed mutation adds its claim, which no other request may see.
      return { ...context, res };
    },
  });
}

function loggerOf(log: Log) {
  const at = (level: keyof Log) => (message: unknown) =>
    log[level]({ part: 'apollo' }, String(message));
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
