import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import express, {
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import { requirePageUser, requireSameOrigin } from '../auth/session-cookie.js';
import { quotaHeaders } from '../platform/http/headers.js';
import type { Log } from '../platform/log.js';
import type { ReceivedFile } from '../platform/spool/spool.js';
import { ClientGone, ignoreDisconnect, inScope, scopeNow } from '../platform/work-scope.js';
import { LIMITS, type StartLimits } from '../registry/limits.js';
import { malformed } from '../registry/malformed.js';
import type { Cost } from '../request/admit.js';
import type { RequestContext, RequestFacts } from '../request/context.js';
import { admission, type CountedContext, type RatesOf } from './admission.js';
import { costLimit, depthLimit } from './cost.js';
import {
  asGraphqlError,
  countFailedFields,
  formatError,
  type RespondingContext,
  registeredStatus,
} from './errors.js';
import { isForm, type ReadForm, readFormRequest } from './form-request.js';
import type { Gateway } from './gateway.js';
import { type ClaimingContext, keyedMutations } from './keyed-mutations.js';
import { createEventStreams, requireStreamRequest, wantsEvents } from './live/event-stream.js';
import { createStreams } from './live/streams.js';
import { aliasLimit, responseSize } from './response-size.js';
import { refuseUnstorable } from './storable-texts.js';
import { inOperationSpan, nameOperations } from './trace-operations.js';
import { nameVariableFaults } from './variable-faults.js';

const RESPONSE_TYPE = 'application/graphql-response+json';

/**
 * Adapts a request for Apollo, so that `/graphql` follows the rules of the service:
 * - HEAD is GET without a body, and methods other than GET, HEAD and POST have no route
 * - the `Accept` header never prevents a response; Apollo checks it after a mutation took effect
 *   and would withhold the result
 * - a request for a stream keeps its header (`wantsEvents`); others get `RESPONSE_TYPE` if they
 *   accept it, else JSON
 */
function adaptRequest(req: Request, _res: Response, next: NextFunction): void {
  const { headers } = req;
  if (wantsEvents(req)) headers.accept = headers.accept?.trim().toLowerCase();
  else if (!headers.accept?.includes(RESPONSE_TYPE)) headers.accept = 'application/json';
  else headers.accept = RESPONSE_TYPE;
  if (req.method === 'POST') {
    next();
    return;
  }
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    next('router');
    return;
  }
  // A request without a body has no type. Only the type that triggers a CORS preflight is kept.
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) delete headers['content-type'];
  // The response object already knows that it belongs to a HEAD request.
  req.method = 'GET';
  next();
}

/** The context of one request to `/graphql`. */
type GraphqlContext = CountedContext & ClaimingContext & RespondingContext;

/** The base cost of every request. */
const ONE_REQUEST: Cost = new Map([['graphql', 1]]);

/** The options of the GraphQL server. */
interface GraphqlServerOptions {
  readonly gateway: Gateway;
  readonly log: Log;
  /** The origin whose pages may write through a browser session. */
  readonly publicUrl: string;
  readonly ratesOf: RatesOf;
  readonly limits: StartLimits;
  /** Receives the number of open streams after each change. */
  readonly onStreams: (open: number) => void;
  readonly readForm: ReadForm;
  readonly factsOf: (req: Request) => RequestFacts;
  /** Returns a signal that is aborted when the client of a request disconnects. */
  readonly goneOf: (req: Request) => AbortSignal;
  /** Sends the response for an error before GraphQL starts, such as an invalid credential. */
  readonly onProblem: (req: Request, res: Response, error: unknown) => void;
}

/** The GraphQL handler for `/graphql`, and how to stop it. */
interface GraphqlServer {
  readonly handler: RequestHandler;
  /** Ends the streams, and refuses further ones. */
  endStreams(): void;
  /** Stops the execution of operations. Streams end only with `endStreams`. */
  stop(): Promise<void>;
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
 * Serves the schema with the same rules as the REST facade: contexts, resolvers and codes. It
 * authenticates and counts a request before it reads the body. After a slow body, it verifies the
 * credential again. It limits the body, depth and cost of operations. Errors carry a registered
 * `extensions.code` and no internals.
 */
export async function createGraphqlServer(options: GraphqlServerOptions): Promise<GraphqlServer> {
  const { factsOf, goneOf, onProblem } = options;
  const apollo = createApollo(options);
  await apollo.start();
  const streams = createStreams(options.limits, options.onStreams);
  const serveEvents = createEventStreams({ ...options, streams });
  const contexts: Contexts = new WeakMap();
  const { open, refresh } = contextSteps(options, contexts);
  const form = formSteps(options, contexts);
  const fail: ErrorRequestHandler = async (error, req, res, _next) => {
    await form.close(req);
    if (error instanceof ClientGone) res.destroy();
    else onProblem(req, res, error);
  };
  const router = Router();
  router.use(adaptRequest, open, express.json({ limit: LIMITS.graphqlBodyBytes }), form.read);
  router.use((req, _res, next) => {
    inScope({ lane: 'requests', gone: goneOf(req), request: factsOf(req) }, next);
  });
  router.use(refresh);
  router.use(async (req, res, next) => {
    const context = contexts.get(req);
    if (context && wantsEvents(req)) await serveEvents(req, res, context);
    else next();
  });
  const answer = apolloStep(apollo, contexts);
  router.use(async (req, res, next) => {
    try {
      await inOperationSpan(() => answer(req, res, next));
    } finally {
      await form.close(req);
    }
  });
  router.use(fail);
  return { handler: router, endStreams: streams.stop, stop: () => apollo.stop() };
}

/** The contexts of the requests that are being served. */
type Contexts = WeakMap<Request, CountedContext>;

/** Opens the context of a request before its body is read, and refreshes it afterwards. */
function contextSteps(options: GraphqlServerOptions, contexts: Contexts) {
  const open: RequestHandler = async (req, res, next) => {
    const context = await openRequest(options, req, res);
    if (wantsEvents(req)) requireStreamRequest(req, context);
    contexts.set(req, context);
    next();
  };
  const refresh: RequestHandler = async (req, _res, next) => {
    const context = contexts.get(req);
    if (context) {
      const refreshed = await options.gateway.refresh(context);
      contexts.set(req, { ...refreshed, quota: context.quota });
    }
    next();
  };
  return { open, refresh };
}

/** Reads forms with a file, and closes the file when its request has ended. */
function formSteps(options: GraphqlServerOptions, contexts: Contexts) {
  const files = new WeakMap<Request, ReceivedFile>();
  const read: RequestHandler = async (req, _res, next) => {
    const context = contexts.get(req);
    if (context && isForm(req)) {
      const { body, file } = await readFormRequest(options, req, context);
      files.set(req, file);
      req.body = body;
    }
    next();
  };
  const close = async (req: Request): Promise<void> => {
    await files.get(req)?.close();
    files.delete(req);
  };
  return { read, close };
}

/** Executes operations, each with the context of its request. */
function apolloStep(apollo: ApolloServer<GraphqlContext>, contexts: Contexts) {
  return expressMiddleware(apollo, {
    async context({ req, res }) {
      const context = contexts.get(req);
      if (!context) throw new Error('a request without its context');
      // A copy, because a keyed mutation adds its claim, which no other request may see.
      return { ...context, res };
    },
  });
}

/** Authenticates a request and counts it. Sets the headers of its response. */
async function openRequest(
  { gateway, publicUrl, factsOf }: GraphqlServerOptions,
  req: Request,
  res: Response,
): Promise<CountedContext> {
  const facts = factsOf(req);
  res.setHeader('X-Request-Id', facts.id);
  res.setHeader('Cache-Control', 'private, no-store');
  // A browser sends its cookie even with requests that another site causes.
  const isByCookie = facts.authorization === undefined && facts.sessionToken;
  if (isByCookie && req.method !== 'GET') requireSameOrigin(req, publicUrl);
  const context = await gateway.open(facts);
  // Counted before the body is read. The cost of the operation is counted when it is known.
  const quota = await gateway.admit(context, ONE_REQUEST);
  res.set(quotaHeaders(quota));
  requirePageUser(req, context.viewer);
  return { ...context, quota };
}

function createApollo({
  gateway,
  log,
  ratesOf,
}: GraphqlServerOptions): ApolloServer<GraphqlContext> {
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

function loggerOf(log: Log) {
  const at = (level: keyof Log) => (message: unknown) =>
    log[level]({ part: 'apollo' }, String(message));
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
