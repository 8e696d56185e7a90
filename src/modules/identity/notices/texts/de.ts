import type { NoticeLanguage } from '../notice.js';

const ROLE = {
  owner: 'Besitzer',
  maintainer: 'Betreuer',
  publisher: 'Herausgeber',
  reviewer: 'Prüfer',
};

/** Messages in German. */
export const NOTICES_DE: NoticeLanguage = {
  greeting: 'Hallo {recipient},',
  footer:
    'Sie erhalten diese Nachricht, weil Sie ein Konto bei {site} haben. Zeitpunkt der Änderung: {time}.',
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
          ended: 'Alle anderen Browser wurden abgemeldet.',
          kept: 'Andere Browser sind weiter angemeldet.',
        },
        tokens: {
          ended: 'Alle persönlichen Tokens und API-Schlüssel wurden widerrufen.',
          kept: 'Persönliche Tokens und API-Schlüssel gelten weiter.',
        },
        applications: {
          ended: 'Anwendungen haben keinen Zugriff mehr auf Ihr Konto.',
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
        'Alle Browser wurden abgemeldet, und alle Schlüssel, Tokens und Freigaben für Anwendungen sind beendet.',
        'Um das Konto zu behalten, melden Sie sich vor diesem Tag an und brechen Sie die Löschung ab. Wenn Sie sie nicht angefordert haben, tun Sie das jetzt und ändern Sie Ihr Passwort.',
      ],
      link: { label: 'Konto behalten', path: '/account/delete' },
    },
    account_deleted: {
      subject: 'Ihr Konto wurde gelöscht',
      paragraphs: [
        'Ihr Konto auf {site} wurde gelöscht. Das lässt sich nicht rückgängig machen. Ihr Name, Ihre Adresse, Ihr Passwort und Ihr zweiter Faktor sind entfernt.',
        'Dies ist die letzte Nachricht an diese Adresse.',
      ],
    },
  },
};
