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
import { goOnToTheEnd, inScope } from '../platform/work-scope.js';
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

/** The id of the request that is served; Apollo formats some errors where it has no context. */
const requestIds = new AsyncLocalStorage<string>();

/** What a request costs, whatever it asks for. */
const ONE_REQUEST: Cost = new Map([['graphql', 1]]);

/** What the GraphQL face is made of. */
export interface GraphqlServerOptions {
  readonly gateway: Gateway;
  readonly log: Log;
  /** Where the pages are that may change something through a browser session. */
  readonly publicUrl: string;
  readonly ratesOf: RatesOf;
  readonly factsOf: (req: Request) => RequestFacts;
  /** Aborted when the client of a request has gone. */
  readonly goneOf: (req: Request) => AbortSignal;
  /** Answers what fails before GraphQL begins, such as a credential that does not hold. */
  readonly onProblem: (req: Request, res: Response, error: unknown) => void;
}

/** The GraphQL face, to be mounted at `/graphql`, and how it is stopped. */
export interface GraphqlServer {
  readonly handler: RequestHandler;
  stop(): Promise<void>;
}

/** Reported, not thrown: Apollo takes what a rule throws for a failure of the service. */
const depthLimit = maxDepthRule({
  n: LIMITS.graphqlDepth,
  propagateOnRejection: false,
  onReject: [(context, error) => context?.reportError(error)],
});

/** A read stops asking the database when its client has gone; a write does not. */
const writesToTheEnd: ApolloServerPlugin<RequestContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation }) {
        if (operation?.operation !== 'query') goOnToTheEnd();
      },
    };
  },
};

/**
 * Serves the schema with the same rules as the REST face: the same contexts, the same resolvers,
 * the same codes. Bodies, depth and cost of operations are bounded; errors carry a registered
 * `extensions.code` and nothing from the inside.
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
      // What may be kept of an answer is said below; Apollo would say it over again.
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
    // A browser sends its cookie with whatever any site lets it send.
    const isByCookie = facts.authorization === undefined && facts.sessionToken;
    if (isByCookie && req.method !== 'GET') requireSameOrigin(req, publicUrl);
    const context = await gateway.open(facts);
    // Before a byte of the body is read; what the operation asks for is counted when it is known.
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
        // A keyed mutation adds its claim, which no other request may see.
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
