import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import express, { type NextFunction, type Request, type Response } from 'express';
import { createFacade } from '../rest-facade/compile.js';
import { readExamples } from '../rest-facade/examples-source.js';
import { factsOf } from '../rest-facade/exchange.js';
import { goneSignalOf } from '../rest-facade/gone-signal.js';
import { readOperations } from '../rest-facade/operations-source.js';
import { createProblemWriter } from '../rest-facade/problem.js';
import { createOauthFailureWriter } from '../rest-facade/problem-oauth.js';
import { ratesOf } from '../rest-facade/rates.js';
import { routes } from '../rest-facade/routes/index.js';
import { createIssuer } from './auth/issuer/index.js';
import type { Config } from './config.js';
import { refuseWhenCrowded } from './crowded.js';
import {
  buildDomainSchema,
  createGateway,
  createGraphqlServer,
  playground,
  type RootField,
  toRegistered,
} from './graphql/index.js';
import { checkHealth } from './health.js';
import { landingPage } from './landing.js';
import { serveMedia } from './media-route.js';
import { readMirrorBacklog } from './modules/blobs/index.js';
import { readMailBacklog } from './modules/notices/index.js';
import { readVerification } from './modules/verifications/index.js';
import { readWebhookBacklog } from './modules/webhooks/index.js';
import type { Turns } from './one-at-a-time.js';
import { createOperatorFace } from './operator-face.js';
import { accountPages, noPage } from './pages/account/index.js';
import { applicationPages } from './pages/applications/index.js';
import { createPageKit } from './pages/kit/index.js';
import { oauthPages, refusalPage } from './pages/oauth/index.js';
import { loadOf } from './platform/database/connect.js';
import { inTime } from './platform/in-time.js';
import { createMetrics } from './platform/metrics.js';
import type { Platform } from './platform/platform.js';
import { readBacklog } from './platform/queue/backlog.js';
import { openSpool } from './platform/spool/spool.js';
import type { Stores } from './platform/storage/open-stores.js';
import { inScope, type WorkScope } from './platform/work-scope.js';
import { problem } from './registry/errors.js';
import { createStoreHealth } from './store-health.js';

/** Which work a process does: all of it, only requests, or only jobs. */
export type ServiceMode = 'all' | 'api' | 'worker';

/** What the HTTP face of a process is made of. */
export interface AppOptions {
  readonly platform: Platform;
  readonly stores: Stores;
  readonly mode: ServiceMode;
  readonly strictErrors: boolean;
  readonly turns: Pick<Turns, 'waiting' | 'floods'>;
}

/** The HTTP face of a process. */
export interface App {
  readonly handler: RequestListener;
  /** Answers on the port for operators: readiness with its parts, and metrics. */
  readonly adminHandler: RequestListener;
  sendProblem(req: IncomingMessage, res: ServerResponse, error: unknown): void;
  stop(): Promise<void>;
}

/** Whoever reads metrics gives up after ten seconds, and would get none. */
const METRICS_PATIENCE_MS = 3_000;

const HEALTH_SCOPE: WorkScope = { lane: 'health', gone: null };

/** Mounts everything that the service answers; a worker answers only for its own health. */
export async function createApp(options: AppOptions): Promise<App> {
  const { platform, stores, mode, strictErrors, turns } = options;
  const { config, log, publicUrl } = platform;
  const writeProblem = createProblemWriter({ publicUrl, log });
  const sendOauthFailure = createOauthFailureWriter({ publicUrl, log });
  const registered = (error: unknown) => fromExpress(error) ?? toRegistered(error, log);
  const sendProblem = (req: IncomingMessage, res: ServerResponse, error: unknown) =>
    writeProblem(req, res, registered(error));
  const metrics = createMetrics({
    backlog: () => inTime(readBacklog(platform.db, platform.clock.now()), METRICS_PATIENCE_MS),
    ...(platform.mirror
      ? { mirror: () => inTime(readMirrorBacklog(platform.db), METRICS_PATIENCE_MS) }
      : {}),
    webhooks: () => inTime(readWebhookBacklog(platform.db), METRICS_PATIENCE_MS),
    connections: turns,
    mails: () => inTime(readMailBacklog(platform.db), METRICS_PATIENCE_MS),
    database: () => loadOf(platform.db),
    verification: () =>
      inTime(readVerification(platform.db, platform.clock.now()), METRICS_PATIENCE_MS),
  });
  const storeHealth = createStoreHealth(
    platform.mirror ? [platform.storage, platform.mirror.storage] : [platform.storage],
  );
  const operator = createOperatorFace({
    health: () => inScope(HEALTH_SCOPE, () => checkHealth(platform, storeHealth)),
    metrics: { expose: () => inScope(HEALTH_SCOPE, metrics.expose) },
  });
  const isOwnPort = config.adminPort !== undefined;
  const app = bareApp(config);
  app.get('/healthz', operator.alive);
  app.get('/readyz', isOwnPort ? operator.readyOnly : operator.ready);
  if (!isOwnPort) app.get('/metrics', operator.metrics);
  let stop = async () => {};
  if (mode !== 'worker') {
    const gateway = createGateway(platform, buildDomainSchema(), {
      onLimited: (bucket) => metrics.limited(bucket),
    });
    const addressOf = (req: IncomingMessage) =>
      ('ip' in req && typeof req.ip === 'string' ? req.ip : req.socket.remoteAddress) ?? '';
    for (const [path, store] of [
      ['/storage', stores.storage],
      ['/mirror', stores.mirror?.storage],
    ] as const) {
      if (store?.handler) app.use(path, store.handler);
    }
    app.use(refuseWhenCrowded(platform.db));
    app.use((_req, _res, next) => inScope({ lane: 'requests', gone: null }, next));
    app.get('/media/:file', serveMedia(platform));
    app.use(
      createFacade({
        gateway,
        routes,
        operationsSource: readOperations(),
        examples: readExamples(),
        publicUrl,
        log,
        spool: openSpool(join(config.dataDir, 'spool')),
        addressOf,
        strictErrors,
        observe: (facts) => metrics.request({ ...facts, operation: facts.operation ?? 'unknown' }),
      }),
    );
    const kit = createPageKit({
      platform,
      gateway,
      factsOf: (req) => factsOf(req, addressOf(req)),
      registered,
    });
    const graphql = await createGraphqlServer({
      gateway,
      log,
      publicUrl,
      ratesOf: ratesOfField,
      factsOf: (req) => ({
        ...factsOf(req, addressOf(req)),
        sessionToken: kit.sessionCookie.read(req.headers.cookie),
      }),
      goneOf: goneSignalOf,
      onProblem: sendProblem,
    });
    app.use('/graphql', graphql.handler);
    const issuer = createIssuer({
      platform,
      factsOf: (req) => factsOf(req, addressOf(req)),
      sendFailure: sendOauthFailure,
      showFailure: (req, res, failure) => {
        if (req.accepts('json', 'html') === 'json') sendOauthFailure(req, res, failure);
        else kit.page(refusalPage(failure))(req, res, (error) => sendProblem(req, res, error));
      },
      onLimited: (bucket) => metrics.limited(bucket),
    });
    app.use(issuer.endpoints, oauthPages(kit, issuer));
    app.use('/account', accountPages(kit), applicationPages(kit), noPage(kit));
    // The route of a desktop application that is no more; nothing else of it exists (Spec 4.8).
    app.use('/ai/desktop', () => {
      throw problem('ai_client_upgrade_required');
    });
    app.use('/playground', playground({ endpoint: '/graphql' }));
    app.get('/', landingPage({ publicUrl }));
    stop = graphql.stop;
  }
  const admin = bareApp(config);
  admin.get('/healthz', operator.alive);
  admin.get('/readyz', operator.ready);
  admin.get('/metrics', operator.metrics);
  for (const each of [app, admin]) refuseTheRest(each, sendProblem);
  await storeHealth.start();
  const stopAll = async () => {
    storeHealth.stop();
    await stop();
  };
  return { handler: app, adminHandler: admin, sendProblem, stop: stopAll };
}

function bareApp({ trustProxy }: Config): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', trustProxy === false ? false : trustProxy);
  return app;
}

function refuseTheRest(app: express.Express, sendProblem: App['sendProblem']): void {
  app.use(() => {
    throw problem('not_found');
  });
  app.use((error: unknown, req: Request, res: Response, _next: NextFunction) => {
    sendProblem(req, res, error);
  });
}

/** The rate classes of a root field: those of the route of its name, if there is one. */
function ratesOfField({ name, args }: RootField) {
  const route = routes[name];
  if (!route) return [];
  const given = Object.entries(route.bind).filter(([variable]) => args.has(variable));
  return ratesOf(route, (source) => given.some(([, from]) => from === source));
}

/** What Express and its parsers complain of, as registered errors. */
function fromExpress(error: unknown) {
  if (!(error instanceof Error) || !('status' in error)) return null;
  if ('code' in error && 'extensions' in error) return null;
  if (error.status === 413) return problem('request_body_too_large', { cause: error });
  if ('type' in error && error.type === 'entity.parse.failed') {
    return problem('invalid_json', { cause: error });
  }
  const isRequestFault = typeof error.status === 'number' && error.status < 500;
  return isRequestFault ? problem('invalid_request', { cause: error }) : null;
}
