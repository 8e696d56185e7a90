import type { NoticeLanguage } from '../notice.js';
import { MODERATION_NOTICES } from './moderation.js';
import { FACTOR_NOTICES } from './second-factors.js';
import { PUBLISHER_NOTICES } from './trusted-publishers.js';

const ROLE = {
  owner: 'Besitzer',
  maintainer: 'Betreuer',
  publisher: 'Herausgeber',
  reviewer: 'Prüfer',
};

/** Messages in German. */
export const NOTICES_DE: NoticeLanguage = {
  greeting: 'Hallo {recipient},',
  footer: 'Sie erhalten diese Nachricht, weil Sie ein Konto bei {site} haben. Zeitpunkt: {time}.',
  templates: {
    team_role_changed: {
      subject: 'Ihre Rolle im Team von „{modTitle}“',
      paragraphs: [
        '{change}',
        'Wenn Sie das nicht erwartet haben, fragen Sie einen Besitzer der Mod oder die Betreiber von {site}.',
      ],
      words: {
        change: {
          added:
            '{actor} hat Sie in das Team der Mod „{modTitle}“ aufgenommen. Ihre Rolle: {role}.',
          changed:
            '{actor} hat Ihre Rolle im Team der Mod „{modTitle}“ geändert. Ihre neue Rolle: {role}.',
          removed:
            '{actor} hat Sie aus dem Team der Mod „{modTitle}“ entfernt. Ihre Rolle war: {role}.',
        },
        role: ROLE,
      },
    },
    team_owner_changed: {
      subject: 'Die Besitzer von „{modTitle}“ haben sich geändert',
      paragraphs: [
        '{change}',
        'Wenn Ihr Team dem nicht zugestimmt hat, ändern Sie Ihr Passwort und wenden Sie sich sofort an die Betreiber von {site}.',
      ],
      words: {
        change: {
          added: '{actor} hat {member} zum Besitzer der Mod „{modTitle}“ gemacht.',
          removed: '{actor} hat {member} als Besitzer der Mod „{modTitle}“ entfernt.',
        },
      },
    },
    password_changed: {
      subject: 'Ihr Passwort wurde geändert',
      paragraphs: [
        'Das Passwort Ihres Kontos bei {site} wurde am {time} geändert.',
        '{sessions}',
        '{tokens}',
        '{applications}',
        'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, wenden Sie sich sofort an die Betreiber von {site}.',
      ],
      link: { label: 'Kontosicherheit', path: '/account/security' },
      words: {
        sessions: {
          ended:
            'Alle anderen Browser wurden abgemeldet. Webhooks, die in einem Browser angelegt oder geändert wurden, sind ausgeschaltet, und dort hinzugefügte vertrauenswürdige Herausgeber sind entfernt.',
          kept: 'Andere Browser sind weiter angemeldet.',
        },
        tokens: {
          ended:
            'Alle persönlichen Tokens und API-Schlüssel wurden widerrufen. Ihre Webhooks sind ausgeschaltet, und vertrauenswürdige Herausgeber, die damit hinzugefügt wurden, sind entfernt.',
          kept: 'Persönliche Tokens und API-Schlüssel gelten weiter.',
        },
        applications: {
          ended:
            'Anwendungen haben keinen Zugriff mehr auf Ihr Konto. Ihre Webhooks sind ausgeschaltet, und vertrauenswürdige Herausgeber, die sie hinzugefügt haben, sind entfernt.',
          kept: 'Anwendungen haben weiter Zugriff auf Ihr Konto.',
        },
      },
    },
    second_factor_changed: {
      subject: 'Ihr zweiter Faktor wurde geändert',
      paragraphs: [
        '{change} Zeitpunkt: {time}.',
        'Alle anderen Browser wurden abgemeldet.',
        'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, wenden Sie sich sofort an die Betreiber von {site}.',
      ],
      link: { label: 'Kontosicherheit', path: '/account/security' },
      words: {
        change: {
          added: 'Für Ihr Konto bei {site} wurde ein zweiter Faktor eingeschaltet.',
          replaced: 'Der zweite Faktor Ihres Kontos bei {site} wurde ersetzt.',
        },
      },
    },
    verify_email: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      paragraphs: [
        'Bitte bestätigen Sie, dass dies die Adresse Ihres Kontos {account} bei {site} ist. Öffnen Sie den Link und klicken Sie auf „Adresse bestätigen“. Der Link funktioniert einmal, innerhalb von 24 Stunden.',
        'Wenn Sie das nicht angefordert haben, ignorieren Sie diese Nachricht. Ohne den Link passiert nichts.',
      ],
      link: { label: 'Adresse bestätigen', path: '/account/verify-email', token: true },
      footer:
        'Sie erhalten diese Nachricht, weil jemand diese Adresse bei {site} angegeben hat. Zeitpunkt: {time}.',
    },
    address_in_use: {
      subject: 'Sie haben schon ein Konto',
      paragraphs: [
        'Jemand hat Ihre E-Mail-Adresse für ein anderes Konto bei {site} angegeben. Eine Adresse kann nur zu einem Konto gehören, und Ihre gehört schon zu einem. Es wurde nichts geändert.',
        'Wenn Sie das waren, melden Sie sich mit dieser Adresse an. Wenn Sie das Passwort vergessen haben, wählen Sie auf der Anmeldeseite „Passwort vergessen?“. Wenn Sie das nicht waren, ignorieren Sie diese Nachricht.',
      ],
      link: { label: 'Anmelden', path: '/account/sign-in' },
    },
    reset_password: {
      subject: 'Wählen Sie ein neues Passwort',
      paragraphs: [
        'Jemand hat ein neues Passwort für Ihr Konto bei {site} angefordert. Öffnen Sie den Link, um eines zu wählen. Der Link funktioniert einmal, innerhalb einer Stunde.',
        'Wenn Sie das nicht waren, ignorieren Sie diese Nachricht. Ihr Passwort bleibt, wie es ist.',
      ],
      link: { label: 'Neues Passwort wählen', path: '/account/reset-password', token: true },
    },
    email_changed: {
      subject: 'Die E-Mail-Adresse Ihres Kontos',
      paragraphs: [
        '{change}',
        'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, ändern Sie sofort Ihr Passwort und wenden Sie sich an die Betreiber von {site}.',
      ],
      link: { label: 'Kontosicherheit', path: '/account/security' },
      words: {
        change: {
          requested:
            'Jemand möchte die Adresse Ihres Kontos bei {site} in {address} ändern. Sie ändert sich, sobald jemand den Link in der Nachricht an die neue Adresse öffnet und sie bestätigt.',
          changed:
            'Die Adresse Ihres Kontos bei {site} wurde in {address} geändert. Die bisherige Adresse erhält keine Nachrichten mehr.',
        },
      },
    },
    report_decided: {
      subject: 'Ihre Meldung zu „{title}“',
      paragraphs: ['{outcome}', 'Danke, dass Sie helfen, {site} sicher zu halten.'],
      words: {
        outcome: {
          upheld: 'Ein Moderator hat Ihre Meldung zur Mod „{title}“ geprüft und stimmt ihr zu.',
          dismissed:
            'Ein Moderator hat Ihre Meldung zur Mod „{title}“ geprüft und keinen Regelverstoß festgestellt.',
        },
      },
    },
    report_outcome: {
      greeting: 'Guten Tag,',
      subject: 'Ihre Meldung zu „{title}“',
      paragraphs: ['{outcome}', 'Danke, dass Sie helfen, {site} sicher zu halten.'],
      words: {
        outcome: {
          upheld: 'Ein Moderator hat Ihre Meldung zur Mod „{title}“ geprüft und stimmt ihr zu.',
          dismissed:
            'Ein Moderator hat Ihre Meldung zur Mod „{title}“ geprüft und keinen Regelverstoß festgestellt.',
        },
      },
      footer:
        'Sie bekommen diese eine Nachricht, weil jemand diese Adresse bei einer Meldung auf {site} angegeben hat. Die Meldung enthält sie nicht mehr.',
    },
    mod_report_upheld: {
      subject: 'Eine Meldung zu Ihrer Mod „{title}“',
      paragraphs: ['{outcome}', 'Die Begründung steht auf der Seite der Meldung.'],
      link: { label: 'Entscheidung lesen', path: '/account/reports/{report}' },
      words: {
        outcome: {
          upheld:
            'Ihre Mod „{title}“ wurde gemeldet ({reason}), und ein Moderator stimmt der Meldung zu. Sie können einmal Einspruch einlegen, innerhalb von 180 Tagen; darüber entscheidet ein anderer Moderator.',
          confirmed:
            'Ein anderer Moderator hat Ihren Einspruch zur Mod „{title}“ ({reason}) geprüft. Die Entscheidung bleibt bestehen und ist endgültig.',
          overturned:
            'Ein anderer Moderator gibt Ihrem Einspruch zur Mod „{title}“ ({reason}) statt. Die Meldung ist hinfällig.',
        },
        reason: {
          malware: 'Schadsoftware',
          stolen: 'fremdes Werk',
          illegal: 'illegaler Inhalt',
          other: 'ein anderer Grund',
        },
      },
    },
    export_ready: {
      subject: 'Ihre Daten sind bereit',
      paragraphs: [
        'Die Kopie Ihrer Daten, die Sie auf {site} angefordert haben, ist bereit. Sie können sie 7 Tage lang herunterladen.',
        'Wenn Sie sie nicht angefordert haben, ändern Sie jetzt Ihr Passwort und wenden Sie sich an die Betreiber von {site}.',
      ],
      link: { label: 'Daten herunterladen', path: '/account/export' },
    },
    deletion_requested: {
      subject: 'Ihr Konto wird gelöscht',
      paragraphs: [
        'Sie haben die Löschung Ihres Kontos auf {site} angefordert. Es wird am {due} gelöscht.',
        'Alle Browser wurden abgemeldet, und alle Schlüssel, Tokens und Freigaben für Anwendungen gelten nicht mehr.',
        'Um das Konto zu behalten, melden Sie sich vor diesem Tag an und brechen Sie die Löschung ab. Wenn Sie sie nicht angefordert haben, tun Sie das jetzt und ändern Sie Ihr Passwort.',
      ],
      link: { label: 'Konto behalten', path: '/account/delete' },
    },
    account_deleted: {
      subject: 'Ihr Konto wurde gelöscht',
      paragraphs: [
        'Ihr Konto auf {site} wurde gelöscht. Das lässt sich nicht rückgängig machen. Wir haben Ihren Namen, Ihre Adresse, Ihr Passwort und Ihren zweiten Faktor entfernt.',
        'Dies ist die letzte Nachricht an diese Adresse.',
      ],
    },
    webhook_disabled: {
      subject: 'Ihr Webhook an {host} wurde ausgeschaltet',
      paragraphs: [
        'Ihr Webhook an {host} ist zu oft gescheitert: {site} hat {count} Zustellungen in Folge nach jeweils mehreren Versuchen aufgegeben. Deshalb haben wir ihn ausgeschaltet, und {host} bekommt keine Ereignisse mehr.',
        'Das Dashboard zeigt die letzten Antworten. Bringen Sie den Empfänger in Ordnung, senden Sie ihm einen Test und schalten Sie den Webhook wieder ein. Ereignisse aus der Zwischenzeit werden nicht nachgesendet.',
      ],
      link: { label: 'Webhook öffnen', path: '/dashboard/webhooks/{webhookId}' },
    },
    ...FACTOR_NOTICES.de,
    ...PUBLISHER_NOTICES.de,
    ...MODERATION_NOTICES.de,
  },
};
