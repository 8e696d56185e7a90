import type { NoticeLanguage } from '../notice.js';
import { FACTOR_NOTICES } from './second-factors.js';

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
    ...FACTOR_NOTICES.de,
  },
};
