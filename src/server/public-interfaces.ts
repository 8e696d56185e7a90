import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type express from 'express';
import { createFormReader } from '../../rest-facade/form-reader.js';
import { redirectLoopback } from '../edge/loopback.js';
import { siteFiles } from '../edge/site-files.js';
import { buildDomainSchema, createGateway } from '../graphql/index.js';
import { PASSWORD_PAGE } from '../pages/account/index.js';
import { ASSETS as DASHBOARD_ASSETS } from '../pages/dashboard/bundle.js';
import { dashboardFiles } from '../pages/dashboard/index.js';
import type { Platform } from '../platform/platform.js';
import { openSpool } from '../platform/spool/spool.js';
import type { Stores } from '../platform/storage/open-stores.js';
import { inScope } from '../platform/work-scope.js';
import { requireWritable } from '../request/availability.js';
import { type ApiOptions, facadeOf, graphqlOf } from './api-handlers.js';
import { refuseWhenOverloaded } from './express-app.js';
import { createFront } from './front.js';
import type { ServeKnown } from './listener.js';
import { serveMedia } from './media-route.js';
import { mount } from './mount.js';
import { mountPages, type PageOptions, pageKitOf, sessionFactsOf } from './page-routes.js';
import { createProbeRoute } from './proxy/probe-route.js';

/** The parts behind the public routes of an API process. */
export interface InterfaceOptions extends ApiOptions, PageOptions {
  readonly stores: Stores;
}

/** The routes for clients and people, and how to stop them. */
export interface MountedInterfaces {
  /** Serves all requests that `serveKnown` does not serve. */
  readonly handler: RequestListener;
  /** Serves public reads whose URL is known (`Front.serveKnown`). */
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
  const kit = pageKitOf(options, gateway);
  const sessionFacts = sessionFactsOf(platform, kit);
  mountBytes(app, platform, stores);
  mountSite(app, platform);
  app.use(refuseWhenOverloaded(platform.db));
  app.use((_req, _res, next) => inScope({ lane: 'requests', gone: null }, next));
  app.get(
    '/media/:file',
    serveMedia(platform, (req) => gateway.open(sessionFacts(req))),
  );
  app.get(PAGES_FOR_EVERYONE, kit.counted);
  const forms = createFormReader(openSpool(join(platform.config.dataDir, 'spool')));
  const facade = facadeOf(options, { gateway, forms });
  // Only its pages and requests of browsers get here: the front serves all others (`createFront`).
  app.use(facade.serve);
  const graphql = await graphqlOf(options, { gateway, forms }, sessionFacts);
  mount(app, '/graphql', graphql.handler);
  const pages = mountPages(app, options, kit);
  const probe = createProbeRoute(platform.keys, platform.clock);
  return {
    ...createFront({ db: platform.db, facade, app, sendProblem, compress, metrics, probe }),
    endStreams: graphql.endStreams,
    async stop() {
      await Promise.all([graphql.stop(), pages.stop()]);
    },
  };
}

/**
 * The pages that need no session. Their requests count here; the page kit counts those of its own.
 */
const PAGES_FOR_EVERYONE = ['/docs', '/problems', '/problems/:code'];

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

/**
 * Mounts the redirect to the loopback name in `PUBLIC_URL`, and the files of the site and
 * dashboard.
 */
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
  app.use(DASHBOARD_ASSETS, dashboardFiles());
}
