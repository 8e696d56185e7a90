import { createElement } from 'react';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  useResolvedPath,
} from 'react-router';
import { hasCode } from '../api/problem';
import { whenAllowed } from '../api/when-allowed';
import { ErrorPage, NotFound } from './error-page';
import { Shell, ShellSkeleton } from './shell';
import { FRAME_ROUTE, loadViewer } from './viewer';

/** The path of the dashboard on the origin. */
const BASE = '/dashboard';

/** The views of a mod. */
const MOD_VIEWS: RouteObject[] = [
  { index: true, lazy: () => view(import('../views/mod/details')) },
  { path: 'media', lazy: () => view(import('../views/media/media')) },
  {
    path: 'statistics',
    lazy: () => view(import('../views/statistics/mod-statistics')),
  },
  { path: 'history', lazy: () => view(import('../views/history/history')) },
  { path: 'team', lazy: () => view(import('../views/team/team')) },
  { path: 'versions', lazy: () => view(import('../views/versions/version-list')) },
  {
    path: 'versions/new',
    lazy: () => view(import('../views/versions/new-version')),
  },
  {
    path: 'versions/:versionId',
    lazy: () => view(import('../views/versions/version-view')),
  },
];

/** The views of creators. */
const CREATOR_VIEWS: RouteObject[] = [
  { index: true, lazy: () => view(import('../views/overview/overview')) },
  { path: 'mods', lazy: () => view(import('../views/mods/mod-list')) },
  { path: 'mods/new', lazy: () => view(import('../views/new-mod/new-mod')) },
  {
    id: 'mod',
    path: 'mods/:modId',
    lazy: () => view(import('../views/mod/mod-layout')),
    children: MOD_VIEWS,
  },
  {
    path: 'statistics',
    lazy: () => view(import('../views/statistics/my-statistics')),
  },
  { path: 'webhooks', lazy: () => view(import('../views/webhooks/webhook-list')) },
  { path: 'webhooks/new', lazy: () => view(import('../views/webhooks/new-webhook')) },
  {
    path: 'webhooks/:webhookId',
    lazy: () => view(import('../views/webhooks/webhook-view')),
  },
];

/** The views of staff. */
const STAFF_VIEWS: RouteObject[] = [
  { path: 'review', lazy: () => view(import('../views/review/queue')) },
  { path: 'review/:uploadId', lazy: () => view(import('../views/review/entry')) },
  { path: 'reports', lazy: () => view(import('../views/reports/report-list')) },
  { path: 'reports/:reportId', lazy: () => view(import('../views/reports/report')) },
  { path: 'takedowns', lazy: () => view(import('../views/takedowns/find-mod')) },
  {
    path: 'takedowns/:modId',
    lazy: () => view(import('../views/takedowns/takedown')),
  },
  { path: 'blocklist', lazy: () => view(import('../views/blocklist/blocklist')) },
  { path: 'users', lazy: () => view(import('../views/users/user-list')) },
  {
    path: 'applications',
    lazy: () => view(import('../views/applications/application-list')),
  },
  {
    path: 'applications/:appId',
    lazy: () => view(import('../views/applications/application')),
  },
  { path: 'games', lazy: () => view(import('../views/games/game-list')) },
  { path: 'games/new', lazy: () => view(import('../views/games/new-game')) },
  { path: 'games/:gameId', lazy: () => view(import('../views/games/game')) },
  { path: 'system', lazy: () => view(import('../views/system/system')) },
  { path: 'audit', lazy: () => view(import('../views/audit/audit-log')) },
];

/** Creates the router. Each view loads its script when it is opened. */
export function createRouter() {
  return createBrowserRouter(
    [
      {
        id: FRAME_ROUTE,
        Component: Shell,
        loader: loadViewer,
        // The page reads the user once. Rights change rarely, and each operation checks them.
        shouldRevalidate: () => false,
        HydrateFallback: ShellSkeleton,
        ErrorBoundary: ErrorPage,
        children: [
          {
            ErrorBoundary: ErrorPage,
            children: [...CREATOR_VIEWS, ...STAFF_VIEWS, { path: '*', Component: NotFound }],
          },
        ],
      },
    ],
    { basename: BASE },
  );
}

interface View {
  readonly Component: React.ComponentType;
  readonly loader?: (args: LoaderFunctionArgs) => Promise<unknown>;
}

/**
 * The route of a view. A change of its path starts the view anew. Its loader leads to the sign-in
 * page if the session has ended. After `rate_limited`, the loader waits and repeats its requests
 * (`whenAllowed`), and the page keeps the previous view.
 */
async function view(loading: Promise<View>) {
  const { Component: Shown, loader } = await loading;
  const Component = () => {
    // The key prevents a form from keeping the input of one mod when only the id in the path
    // changes.
    const key = useResolvedPath('.').pathname;
    return createElement(Shown, { key });
  };
  if (!loader) return { Component };
  return {
    Component,
    async loader(args: LoaderFunctionArgs) {
      try {
        return await whenAllowed(() => loader(args), args.request.signal);
      } catch (error) {
        if (hasCode(error, 'unauthorized')) throw redirect(signInFor(args.request.url));
        throw error;
      }
    },
  };
}

/** The sign-in page that leads back to an address. With an origin, the router loads it in full. */
function signInFor(address: string): string {
  const { pathname, search } = new URL(address);
  const next = encodeURIComponent(`${pathname}${search}`);
  return `${window.location.origin}/account/sign-in?next=${next}`;
}
