import type { navigation as english } from '../en/navigation';
import type { InLanguage } from '../in-language';

/** The German names of the views in the navigation, and of their groups. */
export const navigation: InLanguage<typeof english> = {
  'nav.label': 'Dashboard',
  'nav.menu': 'Menü',

  'nav.creator': 'Ihr Bereich',
  'nav.moderation': 'Moderation',
  'nav.administration': 'Verwaltung',

  'nav.overview': 'Übersicht',
  'nav.mods': 'Ihre Mods',
  'nav.statistics': 'Statistik',
  'nav.webhooks': 'Webhooks',
  'nav.keys': 'Schlüssel',
  'nav.applications': 'Anwendungen',
  'nav.review': 'Prüfliste',
  'nav.reports': 'Meldungen',
  'nav.takedowns': 'Sperren',
  'nav.applicationReviews': 'Anwendungen prüfen',
  'nav.games': 'Spiele',
  'nav.blocklist': 'Sperrliste',
  'nav.users': 'Konten',
  'nav.audit': 'Protokoll',
  'nav.system': 'System',
  'nav.language': 'Sprache',
};
