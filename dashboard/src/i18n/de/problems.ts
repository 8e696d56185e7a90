import type { problems as english } from '../en/problems';
import type { InLanguage } from '../in-language';

/** The German messages about refused and failed operations. */
export const problems: InLanguage<typeof english> = {
  'problem.broken':
    'Auf dieser Seite funktioniert etwas nicht. Laden Sie sie neu und wiederholen Sie den letzten Schritt.',
  'problem.unknown':
    'Der Dienst hat das aus einem Grund abgelehnt, den diese Seite noch nicht kennt. Laden Sie die Seite neu und wiederholen Sie den letzten Schritt.',
  'problem.page':
    'Der Dienst hat nicht verstanden, was diese Seite gesendet hat. Laden Sie sie neu und wiederholen Sie den letzten Schritt. Wenn das nicht hilft, nennen Sie dem Support die Anfrage-ID.',
  'problem.signedOut':
    'Sie sind abgemeldet. Melden Sie sich in einem neuen Tab an und wiederholen Sie hier den letzten Schritt.',
  'problem.stepUp':
    'Bestätigen Sie Ihren zweiten Faktor in einem neuen Tab und wiederholen Sie hier den letzten Schritt.',
  'problem.rights':
    'Ihr Konto darf das nicht. Wenn sich Ihre Rolle gerade geändert hat, laden Sie die Seite neu. Wenden Sie sich sonst an einen Besitzer der Mod oder an die Administration.',
  'problem.missing':
    'Das gibt es nicht, oder Sie haben keinen Zugriff darauf. Vielleicht wurde es entfernt: Laden Sie die Seite neu.',
  'problem.user':
    'Das Konto gibt es nicht, oder es ist dafür zurzeit nicht verfügbar. Wenn Sie den Namen eingegeben haben, prüfen Sie die Schreibweise.',
  'problem.gone': 'Das wurde endgültig entfernt. Die Liste zeigt, was noch da ist.',
  'problem.changed':
    'Hier hat sich inzwischen etwas geändert, zum Beispiel in einem anderen Tab. Laden Sie die Seite neu und entscheiden Sie dann noch einmal.',
  'problem.input':
    'Ein Teil Ihrer Eingaben ist ungültig. Korrigieren Sie ihn und versuchen Sie es noch einmal.',
  'problem.tooLarge':
    'Die Datei oder der Text ist zu groß. Verkleinern oder kürzen Sie den Inhalt und versuchen Sie es noch einmal.',
  'problem.mediaType':
    'Der Inhalt der Datei passt nicht zu ihrem Namen. Prüfen Sie die Datei und laden Sie sie noch einmal hoch.',
  'problem.wait':
    'Sie haben in kurzer Zeit zu viele Anfragen gesendet. Warten Sie einen Moment und versuchen Sie es noch einmal.',
  'problem.running':
    'Derselbe Schritt läuft noch. Warten Sie eine Minute und prüfen Sie, ob er inzwischen erledigt ist, bevor Sie es noch einmal versuchen.',
  'problem.later':
    'Ein Teil des Dienstes ist ausgefallen. Versuchen Sie es in einigen Minuten noch einmal. Wenn es wieder nicht klappt, nennen Sie dem Support die Anfrage-ID.',
  'problem.shownOnce':
    'Das ist schon geschehen, aber das Ergebnis kam nicht an. Laden Sie die Liste neu und prüfen Sie sie, bevor Sie es wiederholen. Ist ein Geheimnis verloren, erzeugen Sie dort ein neues.',
  'problem.upload':
    'Die Datei ist nicht vollständig angekommen. Brechen Sie diesen Upload ab und wählen Sie die Datei noch einmal aus.',
  'problem.uploadOver':
    'Die Zeit für diesen Upload ist abgelaufen. Wählen Sie die Datei noch einmal aus.',
  'problem.external':
    'Eine externe Datei lässt sich nicht bestätigen. Versuchen Sie es später noch einmal oder laden Sie die Datei hier hoch.',

  'problemField.required.fault': 'fehlt',
  'problemField.unknown_member.fault': 'dem Dienst nicht bekannt; laden Sie die Seite neu',
  'problemField.exactly_one.fault': 'wählen Sie genau eine Möglichkeit',
  'problemField.invalid_type.fault': 'falsches Format',
  'problemField.invalid_format.fault': 'falsches Format oder unerlaubte Zeichen',
  'problemField.too_short.fault': 'zu kurz',
  'problemField.too_long.fault': 'zu lang',
  'problemField.too_small.fault': 'zu klein',
  'problemField.too_large.fault': 'zu groß',
  'problemField.too_many.fault': 'zu viele Einträge',
  'problemField.too_complex.fault':
    'zu umfangreich; verwenden Sie weniger oder einfachere Einträge',
  'problemField.not_unique.fault': 'schon vergeben oder doppelt; wählen Sie etwas anderes',
  'problemField.unknown_value.fault': 'diesen Wert gibt es nicht; wählen Sie einen anderen',
  'problemField.immutable.fault': 'lässt sich nicht mehr ändern',
  'problemField.not_allowed.fault': 'hier nicht erlaubt',
  'problemField.repeated_parameter.fault': 'doppelt angegeben',
  'problemField.conflicting_alias.fault': 'doppelt angegeben',
  'problemField.invalid_cursor.fault': 'gehört zu einer alten Liste; laden Sie die Seite neu',
  'problemField.cursor_context_mismatch.fault':
    'gehört zu einer anderen Liste; laden Sie die Seite neu',
};
