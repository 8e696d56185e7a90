import type { IncomingMessage } from 'node:http';
import type express from 'express';
import type { SendProblem } from '../../rest-facade/problem.js';
import { createOauthFailureWriter } from '../../rest-facade/problem-oauth.js';
import { factsOf } from '../../rest-facade/routed-request.js';
import { createIssuer } from '../auth/issuer/index.js';
import { type createGateway, playground, type toRegistered } from '../graphql/index.js';
import { accountPages } from '../pages/account/index.js';
import { applicationPages } from '../pages/applications/index.js';
import { catalogPages } from '../pages/catalog/index.js';
import { ASSETS as DASHBOARD_ASSETS } from '../pages/dashboard/bundle.js';
import { dashboardPages } from '../pages/dashboard/index.js';
import { guidePages } from '../pages/guides/index.js';
import { keyPages } from '../pages/keys/index.js';
import { createPageKit, failedPage, noPage } from '../pages/kit/index.js';
import { legalPages } from '../pages/legal/index.js';
import { modPages } from '../pages/mods/index.js';
import { oauthPages, refusalPage } from '../pages/oauth/index.js';
import { publisherPages } from '../pages/publishers/index.js';
import { reportPages } from '../pages/reports/index.js';
import { createMarkdownPool, type RenderMarkdown } from '../platform/html/markdown-pool.js';
import type { Metrics } from '../platform/metrics.js';
import type { Platform } from '../platform/platform.js';
import { createThreads } from '../platform/threads/create-threads.js';
import { PAGE_ADDRESSES } from '../registry/addresses.js';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import { clientsOf } from './clients.js';
import { mount } from './mount.js';

/** The parts behind the pages. */
export interface PageOptions {
  readonly platform: Platform;
  readonly metrics: Metrics;
  readonly registered: (error: unknown) => ReturnType<typeof toRegistered>;
  readonly sendProblem: SendProblem;
}

type PageKit = ReturnType<typeof createPageKit>;

/** Creates the kit that all pages share. */
export function pageKitOf(
  { platform, registered }: PageOptions,
  gateway: ReturnType<typeof createGateway>,
): PageKit {
  const clientOf = clientsOf(platform);
  return createPageKit({
    platform,
    gateway,
    factsOf: (req) => factsOf(req, clientOf(req)),
    registered,
  });
}

/** Creates the function that reads the facts of a request, with the token in its session cookie. */
export function sessionFactsOf(platform: Platform, kit: PageKit) {
  const clientOf = clientsOf(platform);
  return (req: IncomingMessage) => ({
    ...factsOf(req, clientOf(req)),
    sessionToken: kit.sessionCookie.read(req.headers.cookie),
  });
}

/** The paths of programs that the facade does not serve. */
const PROGRAM_PATHS = ['/storage', '/mirror', '/media', '/graphql', DASHBOARD_ASSETS];

/**
 * Mounts the pages for people, the OAuth endpoints, and the responses for all other paths: an error
 * page, or a problem document for paths of programs. `stop` ends the threads that render texts.
 */
export function mountPages(
  app: express.Express,
  options: PageOptions,
  kit: PageKit,
): { stop(): Promise<void> } {
  const markdown = createPageMarkdown(options.platform.publicUrl);
  mountAccountPages(app, options, kit);
  mountPublicPages(app, kit, markdown.render);
  // Programs read these paths, so their refusals are problem documents for browsers too.
  app.use(PROGRAM_PATHS, () => {
    throw problem('not_found');
  });
  app.use(noPage(kit), failedPage(kit, PROGRAM_PATHS));
  return { stop: markdown.stop };
}

/** Mounts the pages of accounts and OAuth, and those that the service writes itself. */
function mountAccountPages(app: express.Express, options: PageOptions, kit: PageKit): void {
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

/** Mounts the catalog, the mods in it and the playground. */
function mountPublicPages(app: express.Express, kit: PageKit, render: RenderMarkdown): void {
  mount(app, '/mods', modPages(kit, render));
  mount(app, '/playground', playground({ endpoint: '/graphql', page: kit.page }));
  mount(app, '/', catalogPages(kit, render));
}

/**
 * Creates the renderer of the pages for texts of authors, and a function that stops its thread
 * pool. It shows only the pictures that this service serves (`publicUrl` and
 * `PAGE_ADDRESSES.pictures`). All others become links, also others below `publicUrl`.
 */
function createPageMarkdown(publicUrl: string): {
  readonly render: RenderMarkdown;
  readonly stop: () => Promise<void>;
} {
  const threads = createThreads({
    threads: LIMITS.markdownThreads,
    queued: LIMITS.markdownRunsWaiting,
    queuedOfOne: LIMITS.markdownRunsWaitingOfOne,
    heapMib: LIMITS.markdownThreadHeapMib,
  });
  const ownPictures = `${publicUrl}${PAGE_ADDRESSES.pictures}`;
  return { render: createMarkdownPool({ ownPictures, threads }), stop: () => threads.close() };
}
