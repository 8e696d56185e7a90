import type { uploads as english } from '../en/uploads';
import type { InLanguage } from '../in-language';

/** The German messages of files and their uploads. */
export const uploads: InLanguage<typeof english> = {
  'fileKind.main': 'Hauptdatei',
  'fileKind.optional': 'Optionale Datei',
  'artifactState.pending': 'in Prüfung',
  'artifactState.ready': 'angenommen',
  'artifactState.published': 'veröffentlicht',
  'artifactState.archived': 'archiviert',
  'artifactState.withdrawn': 'zurückgezogen',
  'artifactState.rejected': 'abgelehnt',
  'artifactState.deleted': 'gelöscht',

  'files.title': 'Dateien',
  'files.none': 'Noch keine Dateien.',
  'files.drop': 'Ziehen Sie Dateien hierher, oder wählen Sie sie aus.',
  'files.kind': 'Die erste Datei ist',
  'files.choose': 'Dateien auswählen',
  'files.hint':
    'ZIP, JAR, 7z oder RAR, bis {{size}}. Bis zur Veröffentlichung ersetzt eine neue Hauptdatei die alte.',
  'files.removeTitle': 'Datei {{file}} entfernen?',
  'files.removeEffect':
    'Die Datei gehört dann nicht mehr zu dieser Version. Um sie wieder hinzuzufügen, laden Sie sie neu hoch.',
  'files.removed': '{{file}} ist entfernt.',

  'transfer.of': 'Fortschritt von {{file}}',
  'transfer.progress': '{{done}} von {{all}}',
  'transfer.queued': 'Wartet, bis sie an der Reihe ist',
  'transfer.hashing': 'Prüfsumme wird berechnet',
  'transfer.sending': 'Wird gesendet',
  'transfer.waiting': 'Wartet auf die Verbindung',
  'transfer.paused': 'Angehalten',
  'transfer.completing': 'Wird abgeschlossen',
  'transfer.cancelling': 'Upload wird beendet',
  'transfer.stopped': 'Unterbrochen',
  'transfer.pause': 'Anhalten',
  'transfer.goOn': 'Fortsetzen',

  'uploadFault.changed':
    'Die Datei wurde beim Senden geändert, verschoben oder gelöscht. Brechen Sie den Upload ab, und wählen Sie die Datei neu aus.',
  'uploadFault.other-file':
    'Das ist nicht die Datei, mit der der Upload begann. Brechen Sie ab und wählen Sie dieselbe Datei, oder beginnen Sie neu.',
  'uploadFault.unreachable':
    'Der Dateispeicher hat die Daten nach mehreren Versuchen nicht angenommen. Was angekommen ist, bleibt. Prüfen Sie die Verbindung und setzen Sie fort.',
  'uploadFault.too-large':
    'Eine Datei darf höchstens {{size}} groß sein. Verkleinern Sie diese, oder teilen Sie sie auf mehrere Dateien auf.',
  'uploadFault.empty': 'Die Datei ist leer. Wählen Sie eine andere.',
  'uploadFault.no-archive':
    'Dateien mit dieser Endung werden nicht angenommen. Wählen Sie ein Archiv in ZIP, JAR, 7z oder RAR.',
  'uploadFault.no-worker':
    'Ein Teil des Dashboards ließ sich nicht laden. Laden Sie die Seite neu.',

  'uploadState.draft': 'Nicht abgeschlossen',
  'uploadState.uploading': 'Nicht abgeschlossen',
  'uploadState.uploaded': 'Angekommen, wartet auf die Prüfung',
  'uploadState.validating': 'Das Archiv wird geprüft',
  'uploadState.scanning': 'Die Datei wird auf Schadsoftware geprüft',
  'uploadState.quarantined': 'Wartet auf die Moderation',
  'uploadState.ready': 'Angenommen',
  'uploadState.published': 'Veröffentlicht',
  'uploadState.failed': 'Abgelehnt',
  'uploadState.cancelled': 'Abgebrochen',

  'upload.checking': 'Prüfung von {{file}}',
  'upload.resume': 'Datei auswählen und fortsetzen',
  'upload.resumeHow': 'Wählen Sie dieselbe Datei noch einmal aus. Nur das Fehlende wird gesendet.',
  'upload.abort': 'Upload abbrechen',
  'upload.underReview': 'Die Moderation muss diese Datei prüfen',
  'upload.underReviewHow':
    'Sie müssen nichts tun. Das Ergebnis erscheint hier. Sie können den Upload auch abbrechen und eine andere Datei senden.',
  'upload.refused': 'Die Datei wurde abgelehnt',
  'upload.refusedHow': 'Korrigieren Sie die Datei, und laden Sie sie neu hoch.',
  'upload.rejected': 'Die Moderation hat diese Datei abgelehnt. Grund: {{reason}}.',
  'upload.note': 'Hinweis der Moderation: {{note}}',
};
