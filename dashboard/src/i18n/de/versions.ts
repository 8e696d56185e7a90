import type { versions as english } from '../en/versions';
import type { InLanguage } from '../in-language';

/** The German messages of the views of versions. */
export const versions: InLanguage<typeof english> = {
  'channel.release': 'Release',
  'channel.beta': 'Beta',
  'channel.alpha': 'Alpha',

  'versionState.draft': 'Entwurf',
  'versionState.validating': 'In Prüfung',
  'versionState.scanning': 'In Prüfung',
  'versionState.ready': 'Bereit zur Veröffentlichung',
  'versionState.published': 'Veröffentlicht',
  'versionState.archived': 'Archiviert',
  'versionState.withdrawn': 'Zurückgezogen',
  'versionState.failed': 'Datei abgelehnt',
  'versionState.deleted': 'Gelöscht',

  'versions.title': 'Versionen',
  'versions.lead': 'Jede Version hat ihre eigenen Dateien, Änderungen und Abhängigkeiten.',
  'versions.new': 'Neue Version',
  'versions.noneOfState': 'Keine Versionen mit diesem Status.',
  'versions.none':
    'Noch keine Versionen. Andere sehen die Mod, sobald eine Version veröffentlicht ist.',
  'versions.published': '{{when}} veröffentlicht',
  'versions.created': '{{when}} angelegt',
  'versions.downloads_one': '{{shown}} Download',
  'versions.downloads_other': '{{shown}} Downloads',

  'newVersion.lead':
    'Beschreiben Sie zuerst die Version. Die Dateien fügen Sie im nächsten Schritt hinzu.',
  'newVersion.create': 'Anlegen und Dateien hinzufügen',

  'version.title': 'Version {{version}}',
  'version.back': 'Alle Versionen',
  'version.numberHint': 'Zum Beispiel 1.4.0. Mod-Manager vergleichen Versionen nach diesen Zahlen.',
  'version.channelHint':
    'Beta- und Alpha-Versionen bekommen nur Spieler angeboten, die sie wollen.',
  'version.fixed': 'Diese Version wurde veröffentlicht. Ändern lässt sich nur noch „Was ist neu“.',
  'version.delete': 'Diese Version löschen',
  'version.deleteTitle': 'Diese Version endgültig löschen?',
  'version.deleteDraft':
    'Die Version und ihre Dateien werden gelöscht. Das lässt sich nicht rückgängig machen.',
  'version.deletePublished':
    'Die Version und ihre Dateien werden gelöscht, und Mods, die sie brauchen, lassen sich nicht mehr mit ihr installieren. Das lässt sich nicht rückgängig machen. Wenn Sie sie später vielleicht wieder anbieten wollen, ziehen Sie sie stattdessen zurück.',

  'dependency.lead':
    'Mods, die Spieler brauchen, Mods, die gut dazu passen, Mods in der Datei und Mods, die nicht kompatibel sind.',
  'dependency.search': 'Eine Mod suchen',
  'dependency.add': '{{name}} hinzufügen',
  'dependency.required': 'Erforderlich',
  'dependency.optional': 'Optional',
  'dependency.embedded': 'In der Datei enthalten',
  'dependency.conflict': 'Nicht kompatibel',
  'dependency.kindOf': 'Beziehung zu {{name}}',
  'dependency.rangeOf': 'Versionen von {{name}}',
  'dependency.removeOf': '{{name}} entfernen',

  'range.any': 'Jede Version',
  'range.exact': 'Genau {{from}}',
  'range.from': '{{from}} oder neuer',
  'range.between': '{{from}} oder neuer, aber unter {{below}}',
  'range.other': 'Wird als Versionsbereich in npm-Syntax gelesen',

  'plan.title': 'Was außerdem installiert wird',
  'plan.brings_one': 'Durch benötigte Mods kommt {{count}} Datei ({{size}}) hinzu:',
  'plan.brings_other': 'Durch benötigte Mods kommen {{count}} Dateien ({{size}}) hinzu:',
  'plan.unpublished':
    'Noch nicht veröffentlichte Mods fehlen hier. Veröffentlichen Sie sie vor dieser Version.',
  'plan.impossible': 'Spieler könnten das nicht installieren',

  'publish.title': 'Veröffentlichung',
  'publish.lead':
    'Nach der Veröffentlichung können alle die Version finden. Dateien, Eckdaten und Abhängigkeiten sind dann endgültig.',
  'publish.fileDone': 'Die Hauptdatei hat alle Prüfungen bestanden',
  'publish.fileOpen': 'Eine Hauptdatei muss die Prüfungen bestehen',
  'publish.coverDone': 'Die Mod hat ein Titelbild',
  'publish.coverOpen': 'Die Mod braucht ein Titelbild',
  'publish.savedDone': 'Alle Änderungen sind gespeichert',
  'publish.savedOpen': 'Speichern oder verwerfen Sie zuerst Ihre Änderungen',
  'publish.noChangelog':
    'Beschreiben Sie, was neu ist; Spieler lesen das gern. Das geht auch später noch.',
  'publish.drawCover': 'Titelbild erzeugen',
  'publish.publish': 'Veröffentlichen',
  'publish.done': 'Version {{version}} ist veröffentlicht.',
  'publish.isPublished': 'Die Version ist öffentlich.',
  'publish.isArchived':
    'Die Version ist archiviert: Sie wird nicht mehr angeboten, lässt sich aber weiter installieren.',
  'publish.isWithdrawn': 'Die Version ist zurückgezogen: Niemand kann sie herunterladen.',
  'publish.takenDown': 'Die Moderation hat die Version gesperrt. Nur sie kann das aufheben.',
  'publish.rollback': 'Zurückrollen',
  'publish.rollbackTitle': 'Diese Version zurückrollen?',
  'publish.rollbackEffect':
    'Die Version wird zurückgezogen, und Spieler bekommen die neueste verbleibende. Gibt es keine, verlässt die Mod den Katalog. Sie können die Version wiederherstellen.',
  'publish.rollbackDone': 'Die Version ist zurückgerollt.',
  'publish.archive': 'Archivieren',
  'publish.archiveTitle': 'Diese Version archivieren?',
  'publish.archiveEffect':
    'Die Version wird nicht mehr angeboten, aber Installationspläne mit ihr funktionieren weiter. Sie können sie wiederherstellen.',
  'publish.archiveDone': 'Die Version ist archiviert.',
  'publish.withdraw': 'Zurückziehen',
  'publish.withdrawTitle': 'Diese Version zurückziehen?',
  'publish.withdrawEffect':
    'Niemand kann sie mehr herunterladen, und Mods, die sie brauchen, lassen sich nicht mit ihr installieren. Sie können sie wiederherstellen.',
  'publish.withdrawDone': 'Die Version ist zurückgezogen.',
  'publish.restore': 'Wiederherstellen',
  'publish.restoreTitle': 'Diese Version wiederherstellen?',
  'publish.restoreEffect': 'Sie ist wieder öffentlich und wird Spielern angeboten.',
  'publish.restoreDone': 'Die Version ist wieder öffentlich.',
};
