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
import { ClientGone, inScope } from '../platform/work-scope.js';
import { LIMITS, type StartLimits } from '../registry/limits.js';
import type { Cost } from '../request/admit.js';
import type { RequestFacts } from '../request/context.js';
import type { CountedContext, RatesOf } from './admission.js';
import { apolloStep, type Contexts, createApollo } from './apollo.js';
import { isForm, type ReadForm, readFormRequest } from './form-request.js';
import type { Gateway } from './gateway.js';
import { createEventStreams, requireStreamRequest, wantsEvents } from './live/event-stream.js';
import { createStreams } from './live/streams.js';
import { inOperationSpan } from './trace-operations.js';

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

/**
 * Creates the server for `/graphql`, with the contexts, resolvers and error codes of the REST
 * facade. It authenticates and counts a request before it reads the body, and after a slow body it
 * verifies the credential again. It limits the body, depth and cost of operations. Errors have a
 * registered `extensions.code` and no internals.
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
  const step = apolloStep(apollo, contexts);
  router.use(async (req, res, next) => {
    try {
      await inOperationSpan(() => step(req, res, next));
    } finally {
      await form.close(req);
    }
  });
  router.use(fail);
  return { handler: router, endStreams: streams.stop, stop: () => apollo.stop() };
}

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
