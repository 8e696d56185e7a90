import type { webhooks as english } from '../en/webhooks';
import type { InLanguage } from '../in-language';

/** The German messages of webhooks and their deliveries. */
export const webhooks: InLanguage<typeof english> = {
  'webhooks.title': 'Webhooks',
  'webhooks.lead':
    'modport schickt Ihrem Server eine signierte Nachricht, wenn etwas mit Ihren Mods geschieht.',
  'webhooks.new': 'Neuer Webhook',
  'webhooks.none': 'Noch keine Webhooks.',
  'webhooks.events_one': '{{count}} Art von Ereignissen',
  'webhooks.events_other': '{{count}} Arten von Ereignissen',
  'webhooks.created': 'angelegt {{when}}',
  'webhookState.active': 'Aktiv',
  'webhookState.disabled': 'Ausgeschaltet',
  'webhookState.deleted': 'Gelöscht',
  'webhookEnd.owner': 'Sie haben diesen Webhook ausgeschaltet.',
  'webhookEnd.deliveries_failed':
    'modport hat diesen Webhook ausgeschaltet, weil zu viele Zustellungen hintereinander gescheitert sind. Reparieren Sie Ihren Server und schalten Sie dann den Webhook wieder ein.',
  'webhookEnd.credential_ended':
    'modport hat diesen Webhook ausgeschaltet, weil der Schlüssel oder das Token nicht mehr gilt, mit dem er angelegt oder geändert wurde. Wenn Ihnen die Adresse bekannt ist, schalten Sie ihn wieder ein.',
  'webhookEnd.application_ended':
    'modport hat diesen Webhook ausgeschaltet, weil die Anwendung, die ihn angelegt hat, keinen Zugriff mehr hat. Wenn Sie ihn noch brauchen, legen Sie einen eigenen an.',
  'webhookEnd.access_ended':
    'modport hat diesen Webhook ausgeschaltet, weil das Passwort geändert oder die Löschung des Kontos angefordert wurde. Wenn Ihnen die Adresse bekannt ist, schalten Sie ihn wieder ein.',

  'webhook.title': 'Webhook',
  'webhook.url': 'Adresse Ihres Servers',
  'webhook.urlHint':
    'modport sendet POST-Anfragen mit JSON dorthin. Ihr Server muss innerhalb von {{time}} antworten.',
  'webhook.description': 'Name',
  'webhook.descriptionHint': 'Hilft Ihnen, den Webhook in der Liste wiederzuerkennen.',
  'webhook.events': 'Ereignisse',
  'webhook.newLead':
    'Die nächste Seite zeigt das Geheimnis, mit dem Ihr Server die Signatur prüft.',
  'webhook.create': 'Webhook anlegen',
  'webhook.created': 'Der Webhook ist angelegt',
  'webhook.open': 'Webhook öffnen',
  'webhook.settings': 'Einstellungen',
  'webhook.disable': 'Ausschalten',
  'webhook.enable': 'Einschalten',
  'webhook.secret': 'Geheimnis',
  'webhook.secretHint': 'Damit prüft Ihr Server die Signatur jeder Nachricht.',
  'webhook.rotate': 'Neues Geheimnis erzeugen',
  'webhook.rotateTitle': 'Neues Geheimnis erzeugen?',
  'webhook.rotateEffect':
    'Einen Tag lang werden Nachrichten auch mit dem alten Geheimnis signiert, damit Sie Ihren Server umstellen können.',
  'webhook.delete': 'Diesen Webhook löschen',
  'webhook.deleteTitle': 'Diesen Webhook löschen?',
  'webhook.deleteEffect':
    'Wartende Nachrichten werden nicht mehr gesendet. Das lässt sich nicht rückgängig machen.',

  'event.mod.updated': 'Eine Mod hat sich geändert',
  'event.version.published': 'Eine Version wurde veröffentlicht',
  'event.file.ready': 'Eine Datei hat die Prüfungen bestanden',
  'event.file.failed': 'Eine Datei wurde abgelehnt',
  'event.upload.completed': 'Eine hochgeladene Datei ist angekommen',
  'event.scan.completed': 'Die Prüfung einer Datei ist beendet',
  'event.token.changed': 'Ein Schlüssel oder Token hat sich geändert',
  'event.app.changed': 'Eine Anwendung hat sich geändert',
  'event.account.access.changed': 'Die Rechte eines Kontos haben sich geändert',

  'secret.title': 'Kopieren Sie das Geheimnis jetzt',
  'secret.how':
    'Es wird nur einmal gezeigt. Bewahren Sie es dort auf, wo nur Ihr Server es lesen kann.',
  'secret.copy': 'Kopieren',
  'secret.copied': 'Kopiert',
  'secret.notCopied': 'Nicht kopiert: Markieren Sie das Geheimnis selbst',

  'delivery.title': 'Zustellungen',
  'delivery.filter': 'Status der Zustellungen',
  'delivery.any': 'Alle',
  'delivery.none': 'Hier gibt es keine Zustellungen.',
  'delivery.again': 'Noch einmal senden',
  'delivery.queued': 'Die Nachricht wird noch einmal gesendet.',
  'delivery.attempts_one': '{{count}} Versuch von {{max}}',
  'delivery.attempts_other': '{{count}} Versuche von {{max}}',
  'delivery.status': 'Status {{status}}',
  'delivery.latency': '{{milliseconds}} ms',
  'delivery.next': 'Nächster Versuch: {{when}}',
  'delivery.isAgain': 'Von Hand noch einmal gesendet.',
  'delivery.ids': 'Ereignis {{event}}, Gegenstand {{subject}}',
  'delivery.payload': 'Gesendete Nachricht',
  'delivery.test': 'Test senden',
  'delivery.testHint': 'Sendet ein Ereignis der Art webhook.test nur an diesen Webhook.',
  'delivery.testQueued': 'Der Test wird gesendet.',
  'delivery.response': 'Anfang der Antwort:',
  'deliveryState.pending': 'Wartet',
  'deliveryState.delivering': 'Wird gesendet',
  'deliveryState.retrying': 'Gescheitert, wird wiederholt',
  'deliveryState.succeeded': 'Zugestellt',
  'deliveryState.exhausted': 'Gescheitert',
  'deliveryState.cancelled': 'Abgebrochen',
  'deliveryFailure.no_answer': 'Ihr Server hat nicht geantwortet.',
  'deliveryFailure.status': 'Ihr Server hat mit einem anderen Status als 2xx geantwortet.',
  'deliveryFailure.target_refused':
    'Die Adresse ist nicht erlaubt, zum Beispiel weil sie in ein privates Netz führt.',
  'deliveryFailure.timeout':
    'Ihr Server hat zu lange gebraucht. Er muss innerhalb von {{time}} antworten.',
};
