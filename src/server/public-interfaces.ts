import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type express from 'express';
import { readExamples } from '../../rest-facade/examples-source.js';
import { createFacade } from '../../rest-facade/facade.js';
import { createFormReader, type FormReader } from '../../rest-facade/form-reader.js';
import { goneSignalOf } from '../../rest-facade/gone-signal.js';
import { readOperations } from '../../rest-facade/operations-source.js';
import type { SendProblem } from '../../rest-facade/problem.js';
import { createOauthFailureWriter } from '../../rest-facade/problem-oauth.js';
import { ratesOf } from '../../rest-facade/rates.js';
import { factsOf } from '../../rest-facade/routed-request.js';
import { routes } from '../../rest-facade/routes/index.js';
import type { SharedReads } from '../../rest-facade/shared/shared-reads.js';
import { createIssuer } from '../auth/issuer/index.js';
import { redirectLoopback } from '../edge/loopback.js';
import { siteFiles } from '../edge/site-files.js';
import {
  buildDomainSchema,
  createGateway,
  createGraphqlServer,
  playground,
  type RootField,
  type toRegistered,
} from '../graphql/index.js';
import { accountPages, PASSWORD_PAGE } from '../pages/account/index.js';
import { applicationPages } from '../pages/applications/index.js';
import { catalogPages } from '../pages/catalog/index.js';
import { ASSETS as DASHBOARD_ASSETS } from '../pages/dashboard/bundle.js';
import { dashboardFiles, dashboardPages } from '../pages/dashboard/index.js';
import { guidePages } from '../pages/guides/index.js';
import { keyPages } from '../pages/keys/index.js';
import { createPageKit, failedPage, noPage } from '../pages/kit/index.js';
import { legalPages } from '../pages/legal/index.js';
import { modPages } from '../pages/mods/index.js';
import { oauthPages, refusalPage } from '../pages/oauth/index.js';
import { publisherPages } from '../pages/publishers/index.js';
import { reportPages } from '../pages/reports/index.js';
import type { Metrics } from '../platform/metrics.js';
import type { Platform } from '../platform/platform.js';
import { openSpool } from '../platform/spool/spool.js';
import type { Stores } from '../platform/storage/open-stores.js';
import { inScope } from '../platform/work-scope.js';
import { problem } from '../registry/errors.js';
import { FIELD_RATES, type RateClass } from '../registry/limits.js';
import { requireWritable } from '../request/read-only.js';
import { clientsOf } from './clients.js';
import { apiHeadersOf } from './edge-headers.js';
import { refuseWhenOverloaded } from './express-app.js';
import { createFront } from './front.js';
import type { ServeKnown } from './listener.js';
import { serveMedia } from './media-route.js';
import { mount } from './mount.js';
import { createPageMarkdown } from './page-markdown.js';
import { createProbeRoute } from './proxy/probe-route.js';

/** The parts behind the public routes of an API process. */
export interface InterfaceOptions {
  readonly platform: Platform;
  readonly stores: Stores;
  readonly metrics: Metrics;
  readonly registered: (error: unknown) => ReturnType<typeof toRegistered>;
  readonly sendProblem: SendProblem;
  readonly sharedReads: SharedReads;
  /** Prepares a response for compression. */
  readonly compress: (req: IncomingMessage, res: ServerResponse) => void;
}

/** The routes for clients and people, and how to stop them. */
export interface MountedInterfaces {
  /** Serves the API itself, and everything else through Express. */
  readonly handler: RequestListener;
  /** Serves public reads that `Facade.serveKnown` knows, before the listener sets any header. */
  readonly serveKnown: ServeKnown;
  /** Ends open streams, which would keep their connections open, and refuses further ones. */
  endStreams(): void;
  /** Stops GraphQL and the threads that render texts. */
  stop(): Promise<void>;
}

/**
 * Mounts all routes for clients and people, in order of precedence. Signed URLs and the files of
 * the site come before the check for overload, because they do not use the database.
 */
export async function mountInterfaces(
  app: express.Express,
  options: InterfaceOptions,
): Promise<MountedInterfaces> {
  const { platform, stores, metrics, sendProblem, compress } = options;
  const gateway = createGateway(platform, buildDomainSchema(), {
    onLimited: (bucket) => metrics.limited(bucket),
  });
  const kit = kitOf(options, gateway);
  mountBytes(app, platform, stores);
  mountSite(app, platform);
  app.use(DASHBOARD_ASSETS, dashboardFiles());
  app.use(refuseWhenOverloaded(platform.db));
  app.use((_req, _res, next) => inScope({ lane: 'requests', gone: null }, next));
  const sessionFacts = sessionFactsOf(platform, kit);
  app.get(
    '/media/:file',
    serveMedia(platform, (req) => gateway.open(sessionFacts(req))),
  );
  app.get(PAGES_FOR_EVERYONE, kit.counted);
  // REST and GraphQL share it, so its limits hold for forms of either.
  const forms = createFormReader(openSpool(join(platform.config.dataDir, 'spool')));
  const facade = facadeOf(options, gateway, forms);
  // Only its pages and requests of browsers get here: the front serves all others (`createFront`).
  app.use(facade.serve);
  const graphql = await graphqlOf(options, { gateway, kit, forms });
  mount(app, '/graphql', graphql.handler);
  mountPages(app, options, kit);
  const markdown = createPageMarkdown(platform.publicUrl);
  mountPublicPages(app, kit, markdown.render);
  // Programs read these paths, so their refusals are problem documents for browsers too.
  app.use(PROGRAM_PATHS, () => {
    throw problem('not_found');
  });
  app.use(noPage(kit), failedPage(kit, PROGRAM_PATHS));
  return {
    ...createFront({
      db: platform.db,
      facade,
      app,
      sendProblem,
      compress,
      metrics,
      probe: createProbeRoute(platform.keys, platform.clock),
    }),
    endStreams: graphql.endStreams,
    async stop() {
      await Promise.all([graphql.stop(), markdown.stop()]);
    },
  };
}

/**
 * The pages that need no session. Their requests count here; the page kit counts those of its own.
 */
const PAGES_FOR_EVERYONE = ['/docs', '/problems', '/problems/:code'];

/** The paths of programs that the facade does not serve. */
const PROGRAM_PATHS = ['/storage', '/mirror', '/media', '/graphql', DASHBOARD_ASSETS];

type Gateway = ReturnType<typeof createGateway>;
type PageKit = ReturnType<typeof createPageKit>;

/** Mounts the signed URLs, which work without the database. */
function mountBytes(app: express.Express, platform: Platform, stores: Stores): void {
  for (const [path, store] of [
    ['/storage', stores.storage],
    ['/mirror', stores.mirror?.storage],
  ] as const) {
    if (!store?.handler) continue;
    mount(app, path, refuseWritesWhenReadOnly(platform), store.handler);
  }
}

function refuseWritesWhenReadOnly(platform: Platform): express.RequestHandler {
  return (req, _res, next) => {
    if (!READING.has(req.method)) requireWritable(platform);
    next();
  };
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Mounts the redirect to the loopback name in `PUBLIC_URL`, and the files of the site. */
function mountSite(app: express.Express, { publicUrl, config, clock, log }: Platform): void {
  app.use(redirectLoopback(publicUrl));
  const { securityContacts: contacts, securityExpires: expires } = config;
  app.use(
    siteFiles({
      publicUrl,
      changePassword: PASSWORD_PAGE,
      security: { contacts, expires },
      log,
      now: () => clock.now(),
    }),
  );
}

/** Mounts the pages that need no account. */
function mountPublicPages(
  app: express.Express,
  kit: PageKit,
  render: ReturnType<typeof createPageMarkdown>['render'],
): void {
  mount(app, '/mods', modPages(kit, render));
  mount(app, '/playground', playground({ endpoint: '/graphql', page: kit.page }));
  mount(app, '/', catalogPages(kit, render));
}

function kitOf({ platform, registered }: InterfaceOptions, gateway: Gateway): PageKit {
  const clientOf = clientsOf(platform);
  return createPageKit({
    platform,
    gateway,
    factsOf: (req) => factsOf(req, clientOf(req)),
    registered,
  });
}

function facadeOf(
  { platform, metrics, sharedReads, compress }: InterfaceOptions,
  gateway: Gateway,
  forms: FormReader,
) {
  const { legal, log, publicUrl } = platform;
  return createFacade({
    gateway,
    routes,
    operationsSource: readOperations(),
    examples: readExamples(),
    publicUrl,
    log,
    legal: legal.names,
    forms,
    sharedReads,
    commonHeaders: apiHeadersOf(publicUrl),
    compress,
    clientOf: clientsOf(platform),
    observe: (facts) => metrics.request({ ...facts, operation: facts.operation ?? 'unknown' }),
  });
}

interface GraphqlParts {
  readonly gateway: Gateway;
  readonly kit: PageKit;
  readonly forms: FormReader;
}

/** The facts of a request, with the session of its browser. */
function sessionFactsOf(platform: Platform, kit: PageKit) {
  const clientOf = clientsOf(platform);
  return (req: IncomingMessage) => ({
    ...factsOf(req, clientOf(req)),
    sessionToken: kit.sessionCookie.read(req.headers.cookie),
  });
}

function graphqlOf(
  { platform, metrics, sendProblem }: InterfaceOptions,
  { gateway, kit, forms }: GraphqlParts,
) {
  const { log, publicUrl } = platform;
  return createGraphqlServer({
    gateway,
    log,
    publicUrl,
    ratesOf: ratesOfField,
    limits: platform.limits,
    onStreams: metrics.streams,
    readForm: forms.read,
    factsOf: sessionFactsOf(platform, kit),
    goneOf: goneSignalOf,
    onProblem: sendProblem,
  });
}

/** The rate classes of a root field: those of the route with its name, or its own. */
function ratesOfField({ name, args }: RootField): readonly RateClass[] {
  const route = routes[name];
  const own = FIELD_RATES[name];
  if (!route) return own === undefined ? [] : [own];
  const given = Object.entries(route.bind).filter(([variable]) => args.has(variable));
  return ratesOf(route, (source) => given.some(([, from]) => from === source));
}

/** Mounts the pages for people, and the OAuth endpoints that redirect to them. */
function mountPages(app: express.Express, options: InterfaceOptions, kit: PageKit): void {
  const { platform, metrics, sendProblem } = options;
  const { publicUrl, log } = platform;
  const clientOf = clientsOf(platform);
  const sendFailure = createOauthFailureWriter({ publicUrl, log });
  const issuer = createIssuer({
    platform,
    factsOf: (req) => factsOf(req, clientOf(req)),
    sendFailure,
    showFailure: (req, res, failure) => {
      if (req.accepts('json', 'html') === 'json') sendFailure(req, res, failure);
      else kit.page(refusalPage(failure))(req, res, (error) => sendProblem(req, res, error));
    },
    onLimited: (bucket) => metrics.limited(bucket),
  });
  mount(app, '/', issuer.endpoints, oauthPages(kit, issuer));
  mount(app, '/account', accountPages(kit), applicationPages(kit), keyPages(kit));
  mount(app, '/dashboard', dashboardPages(kit));
  mount(app, '/account', publisherPages(kit));
  mount(app, '/guides', guidePages(kit));
  mount(app, '/legal', legalPages(kit));
  mount(app, '/', reportPages(kit));
  // The route of a former desktop application (Spec 4.8).
  app.use('/ai/desktop', () => {
    throw problem('ai_client_upgrade_required');
  });
}
