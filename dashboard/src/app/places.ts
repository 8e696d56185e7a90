import type { navigation } from '../i18n/en/navigation';
import type { Capability } from './viewer';

/** The key of a name in the navigation. */
type Name = keyof typeof navigation;

/** A place of the navigation: a view of the dashboard, or another page of the site. */
export type Place = {
  readonly name: Name;
  /** The capability without which the place is not shown. */
  readonly needs?: Capability;
} & (
  | {
      /** The path of the view. */
      readonly to: string;
      /** Whether the place is marked as the current one only at exactly this path, not below it. */
      readonly end?: boolean;
    }
  | {
      /** The path of the page on the origin. */
      readonly href: string;
    }
);

interface Group {
  readonly name: Name;
  readonly places: readonly Place[];
}

/** The navigation. A new view needs a row here and its name in `i18n/<language>/navigation.ts`. */
const GROUPS: readonly Group[] = [
  {
    name: 'nav.creator',
    places: [
      { to: '/', name: 'nav.overview', end: true },
      { to: '/mods', name: 'nav.mods' },
      { to: '/statistics', name: 'nav.statistics' },
      { to: '/webhooks', name: 'nav.webhooks' },
      // Keys and applications are managed on the pages of the account, outside of the dashboard.
      { href: '/account/keys', name: 'nav.keys' },
      { href: '/account/developer/applications', name: 'nav.applications' },
    ],
  },
  {
    name: 'nav.moderation',
    places: [
      { to: '/review', name: 'nav.review', needs: 'review_uploads' },
      { to: '/reports', name: 'nav.reports', needs: 'decide_reports' },
      { to: '/takedowns', name: 'nav.takedowns', needs: 'take_down' },
      { to: '/applications', name: 'nav.applicationReviews', needs: 'review_applications' },
    ],
  },
  {
    name: 'nav.administration',
    places: [
      { to: '/games', name: 'nav.games', needs: 'manage_games' },
      { to: '/blocklist', name: 'nav.blocklist', needs: 'manage_blocklist' },
      { to: '/users', name: 'nav.users', needs: 'manage_users' },
      { to: '/audit', name: 'nav.audit', needs: 'read_audit_log' },
      { to: '/system', name: 'nav.system', needs: 'read_system_status' },
    ],
  },
];

/**
 * The groups of the navigation that have a place for a user, with the places that the user may see.
 */
export function groupsFor(capabilities: readonly Capability[]): readonly Group[] {
  return GROUPS.map(({ name, places }) => ({
    name,
    places: places.filter(({ needs }) => needs === undefined || capabilities.includes(needs)),
  })).filter(({ places }) => places.length > 0);
}
