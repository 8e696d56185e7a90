import type { Router } from 'express';
import { factsOf } from '../../rest-facade/routed-request.js';
import { createIssuer } from '../../src/auth/issuer/index.js';
import { buildDomainSchema, createGateway, toRegistered } from '../../src/graphql/index.js';
import { accountPages } from '../../src/pages/account/index.js';
import { applicationPages } from '../../src/pages/applications/index.js';
import { catalogPages } from '../../src/pages/catalog/index.js';
import { dashboardPages } from '../../src/pages/dashboard/index.js';
import { guidePages } from '../../src/pages/guides/index.js';
import { keyPages } from '../../src/pages/keys/index.js';
import { createPageKit } from '../../src/pages/kit/index.js';
import { legalPages } from '../../src/pages/legal/index.js';
import { modPages } from '../../src/pages/mods/index.js';
import { oauthPages } from '../../src/pages/oauth/index.js';
import { publisherPages } from '../../src/pages/publishers/index.js';
import { reportPages } from '../../src/pages/reports/index.js';
import { html } from '../../src/platform/html/html.js';
import type { World } from '../harness.js';

/** An address of a page, or the target of a form. */
export interface PageRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

/** The route of a page. */
export const get = (path: string): PageRoute => ({ method: 'GET', path });

/** Every route of a router, with an id in place of each parameter. */
function routesOf(router: Router, prefix: string): PageRoute[] {
  return router.stack.flatMap(({ route }) => {
    if (!route) return [];
    const takesForms = route.stack.some(({ method }) => method === 'post');
    const method = takesForms ? 'POST' : 'GET';
    return pathsOf(route.path).map((path) => ({
      method,
      path: `${prefix}${path.replace(/[:*]\w+/g, 'some-id')}`,
    }));
  });
}

/** The paths of a route: Express declares one as a string, several as a list. */
const pathsOf = (path: string | string[]): string[] => (Array.isArray(path) ? path : [path]);

/** Every address with a page for browsers, and the target of every form. */
export function pageRoutes({ platform }: Pick<World, 'platform'>): PageRoute[] {
  const registered = (error: unknown) => toRegistered(error, platform.log);
  const kit = createPageKit({
    platform,
    gateway: createGateway(platform, buildDomainSchema()),
    factsOf: (req) => factsOf(req, { address: '127.0.0.1' }),
    registered,
  });
  const issuer = createIssuer({
    platform,
    factsOf: (req) => factsOf(req, { address: '127.0.0.1' }),
    sendFailure: () => {},
    showFailure: () => {},
    onLimited: () => {},
  });
  const render = async () => html``;
  return [
    ...['/docs', '/docs/', '/problems', '/problems/not_found', '/problems/nope'].map(get),
    ...['/playground', '/playground/', '/playground/index.html', '/nope', '/docs/nope'].map(get),
    ...routesOf(catalogPages(kit, render), ''),
    ...routesOf(accountPages(kit), '/account'),
    ...routesOf(applicationPages(kit), '/account'),
    ...routesOf(keyPages(kit), '/account'),
    ...routesOf(publisherPages(kit), '/account'),
    ...routesOf(oauthPages(kit, issuer), ''),
    ...routesOf(modPages(kit, render), '/mods'),
    ...routesOf(guidePages(kit), '/guides'),
    ...routesOf(legalPages(kit), '/legal'),
    ...routesOf(reportPages(kit), ''),
    ...routesOf(dashboardPages(kit), '/dashboard'),
  ];
}
