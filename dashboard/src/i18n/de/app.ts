import type { app as english } from '../en/app';
import type { InLanguage } from '../in-language';

/** The German messages of the frame and of what several views use. */
export const app: InLanguage<typeof english> = {
  'app.name': 'Dashboard',
  'app.loading': 'Wird geladen',
  'app.retry': 'Noch einmal versuchen',
  'app.close': 'Schließen',
  'app.cancel': 'Abbrechen',
  'app.more': 'Mehr anzeigen',

  'error.title': 'Das hat nicht geklappt',
  'error.offline':
    'Der Dienst ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal. Ihre Eingaben bleiben erhalten.',
  'error.notFound': 'Seite nicht gefunden',
  'error.notFoundHow': 'Es gibt sie nicht, oder Sie haben keinen Zugriff darauf.',
  'error.toOverview': 'Zur Übersicht',
  'error.outdated': 'Es gibt eine neue Version des Dashboards. Laden Sie die Seite neu.',
  'error.reload': 'Seite neu laden',
  'error.requestId': 'Anfrage-ID: {{id}}',
  'error.signedOut':
    'Sie sind abgemeldet. Melden Sie sich in einem neuen Tab an und wiederholen Sie hier den letzten Schritt.',
  'error.signIn': 'In einem neuen Tab anmelden',
  'error.stepUp':
    'Bestätigen Sie Ihren zweiten Faktor in einem neuen Tab und wiederholen Sie hier den letzten Schritt.',
  'error.confirm': 'In einem neuen Tab bestätigen',
  'error.fields': 'Prüfen Sie diese Felder: {{fields}}',

  'role.owner': 'Besitzer',
  'role.maintainer': 'Betreuer',
  'role.publisher': 'Herausgeber',
  'role.reviewer': 'Prüfer',

  'modState.draft': 'Entwurf',
  'modState.published': 'Veröffentlicht',
  'modState.hidden': 'Verborgen',
  'modState.archived': 'Archiviert',
  'modState.deleted': 'Gelöscht',

  'overview.title': 'Übersicht',
  'overview.hello': 'Willkommen, {{name}}',
  'overview.attention': 'Braucht Ihre Aufmerksamkeit',
  'overview.allGood': 'Alles in Ordnung. Nichts wartet auf Sie.',
  'overview.drafts_one': '{{count}} Mod ist ein Entwurf und für andere nicht sichtbar',
  'overview.drafts_other': '{{count}} Mods sind Entwürfe und für andere nicht sichtbar',
  'overview.mods': 'Ihre Mods',
  'overview.allMods': 'Alle Mods ansehen',
  'overview.firstMod': 'Sie haben noch keine Mods',
  'overview.firstModHow':
    'Eine Mod hat Texte, Bilder und Versionen mit Dateien. Sie entscheiden, wann andere sie sehen.',
  'overview.uploadFailed': 'Der Upload von {{file}} ist gescheitert',
  'overview.uploadOpen': 'Der Upload von {{file}} ist nicht abgeschlossen',
  'overview.uploadHeld': '{{file}} wartet auf die Moderation',
  'overview.webhookOff': 'Der Webhook {{name}} wurde ausgeschaltet',
  'overview.published_one': '{{count}} veröffentlichte Mod',
  'overview.published_other': '{{count}} veröffentlichte Mods',
  'overview.total_one': '{{count}} Mod insgesamt',
  'overview.total_other': '{{count}} Mods insgesamt',

  'field.title': 'Titel',
  'field.summary': 'Kurzfassung',
  'field.description': 'Beschreibung',
  'field.slug': 'Adresse',
  'field.license': 'Lizenz',
  'field.homepageUrl': 'Website',
  'field.sourceUrl': 'Quelltext',
  'field.accessTier': 'Wer herunterladen kann',
  'field.categories': 'Kategorien',
  'field.changelog': 'Was ist neu',
  'field.version': 'Versionsnummer',
  'field.gameVersions': 'Spielversionen',
  'field.loaderPlatforms': 'Loader',
  'field.releaseChannel': 'Kanal',
  'field.dependencies': 'Abhängigkeiten',

  'tier.public': 'Alle',
  'tier.authenticated': 'Angemeldete Benutzer',
  'tier.paid': 'Abonnenten',
  'tier.restricted': 'Benutzer mit Freigabe durch die Administration',

  'markdown.mode': 'Ansicht von {{field}}',
  'markdown.write': 'Schreiben',
  'markdown.preview': 'Vorschau',
  'markdown.previewOf': 'Vorschau: {{field}}',
  'markdown.empty': 'Noch gibt es nichts zu zeigen.',
  'markdown.hint': 'Markdown: **fett**, Listen, Links, Tabellen und Code.',

  'form.save': 'Änderungen speichern',
  'form.discard': 'Änderungen verwerfen',
  'form.unchanged': 'Alles ist gespeichert',
  'form.changed_one': '{{count}} ungespeicherte Änderung, in diesem Browser aufbewahrt',
  'form.changed_other': '{{count}} ungespeicherte Änderungen, in diesem Browser aufbewahrt',
  'form.restored': 'Ihre ungespeicherten Änderungen sind wieder da',
  'form.restoredHow':
    'Sie stammen von Ihrem letzten Besuch in diesem Browser. Speichern oder verwerfen Sie sie.',

  'app.remove': 'Entfernen',
};
