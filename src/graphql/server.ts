import { AsyncLocalStorage } from 'node:async_hooks';
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { requireSameOrigin } from '../auth/same-origin.js';
import type { Log } from '../platform/log.js';
import { ignoreDisconnect, inScope } from '../platform/work-scope.js';
import { LIMITS } from '../registry/limits.js';
import type { Cost } from '../request/admit.js';
import type { RequestContext, RequestFacts } from '../request/context.js';
import { adaptRequest } from './adapt-request.js';
import { admission, type RatesOf } from './admission.js';
import { costLimit } from './cost.js';
import { formatError } from './errors.js';
import type { Gateway } from './gateway.js';
import { keyedMutations } from './keyed-mutations.js';
import { registeredStatus } from './registered-status.js';
import { aliasLimit, responseSize } from './response-size.js';
import { refuseUnstorable } from './storable-texts.js';

/** The id of the current request, for errors that Apollo formats without a context. */
const requestIds = new AsyncLocalStorage<string>();

/** The base cost of every request. */
const ONE_REQUEST: Cost = new Map([['graphql', 1]]);

/** The options of the GraphQL server. */
export interface GraphqlServerOptions {
  readonly gateway: Gateway;
  readonly log: Log;
  /** The origin whose pages may write through a browser session. */
  readonly publicUrl: string;
  readonly ratesOf: RatesOf;
  readonly factsOf: (req: Request) => RequestFacts;
  /** Returns a signal that is aborted when the client of a request disconnects. */
  readonly goneOf: (req: Request) => AbortSignal;
  /** Sends the response for an error before GraphQL starts, such as an invalid credential. */
  readonly onProblem: (req: Request, res: Response, error: unknown) => void;
}

/** The GraphQL handler for `/graphql`, and how to stop it. */
export interface GraphqlServer {
  readonly handler: RequestHandler;
  stop(): Promise<void>;
}

/**
 * Reports the error instead of throwing it: Apollo treats an error thrown by a rule as a service
 * failure.
 */
const depthLimit = maxDepthRule({
  n: LIMITS.graphqlDepth,
  propagateOnRejection: false,
  onReject: [(context, error) => context?.reportError(error)],
});

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
 * Serves the schema with the same rules as the REST facade: contexts, resolvers and codes. It
 * limits the body, depth and cost of operations. Errors carry a registered `extensions.code` and no
 * internals.
 */
export async function createGraphqlServer(options: GraphqlServerOptions): Promise<GraphqlServer> {
  const { gateway, log, publicUrl, ratesOf, factsOf, goneOf, onProblem } = options;
  const apollo = new ApolloServer<RequestContext>({
    schema: gateway.schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    formatError: formatError(log, () => requestIds.getStore()),
    parseOptions: { maxTokens: LIMITS.graphqlTokens },
    logger: loggerOf(log),
    validationRules: [depthLimit, aliasLimit],
    plugins: [
      refuseUnstorable(),
      costLimit(gateway.schema),
      admission(gateway, ratesOf),
      keyedMutations(gateway, log),
      responseSize(log),
      registeredStatus(),
      writesToTheEnd,
      // The router below sets `Cache-Control`, and Apollo must not replace it.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
    ],
  });
  await apollo.start();
  const contexts = new WeakMap<Request, RequestContext>();
  const router = Router();
  router.use(adaptRequest);
  router.use(async (req, res, next) => {
    const facts = factsOf(req);
    res.setHeader('X-Request-Id', facts.id);
    res.setHeader('Cache-Control', 'private, no-store');
    // A browser sends its cookie even with requests that another site causes.
    const isByCookie = facts.authorization === undefined && facts.sessionToken;
    if (isByCookie && req.method !== 'GET') requireSameOrigin(req, publicUrl);
    const context = await gateway.open(facts);
    // Counted before the body is read. The cost of the operation is counted when it is known.
    res.set(await gateway.admit(context, ONE_REQUEST));
    contexts.set(req, context);
    next();
  });
  router.use(express.json({ limit: LIMITS.graphqlBodyBytes }));
  router.use((req, _res, next) => inScope({ lane: 'requests', gone: goneOf(req) }, next));
  router.use(async (req, _res, next) => {
    const context = contexts.get(req);
    if (context) contexts.set(req, await gateway.refresh(context));
    requestIds.run(factsOf(req).id, next);
  });
  router.use(
    expressMiddleware(apollo, {
      async context({ req }) {
        const context = contexts.get(req);
        if (!context) throw new Error('a request without its context');
        // A copy, because a keyed mutation adds its claim, which no other request may see.
        return { ...context };
      },
    }),
  );
  router.use((error: unknown, req: Request, res: Response, _next: () => void) => {
    onProblem(req, res, error);
  });
  return { handler: router, stop: () => apollo.stop() };
}

function loggerOf(log: Log) {
  const at = (level: keyof Log) => (message: unknown) =>
    log[level]({ part: 'apollo' }, String(message));
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
