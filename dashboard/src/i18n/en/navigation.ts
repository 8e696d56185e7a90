/** The names of the views in the navigation, and of their groups. */
export const navigation = {
  'nav.label': 'Dashboard',
  'nav.menu': 'Menu',

  'nav.creator': 'Your work',
  'nav.moderation': 'Moderation',
  'nav.administration': 'Administration',

  'nav.overview': 'Overview',
  'nav.mods': 'Your mods',
  'nav.statistics': 'Statistics',
  'nav.webhooks': 'Webhooks',
  'nav.keys': 'Keys',
  'nav.applications': 'Applications',
  'nav.review': 'Review queue',
  'nav.reports': 'Reports',
  'nav.takedowns': 'Takedowns',
  'nav.applicationReviews': 'Application reviews',
  'nav.games': 'Games',
  'nav.blocklist': 'Blocklist',
  'nav.users': 'Users',
  'nav.audit': 'Audit log',
  'nav.system': 'System',
  'nav.language': 'Language',
} as const;
