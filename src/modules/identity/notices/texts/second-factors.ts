import type { Locale } from '../../../../registry/error-texts.js';
import type { NoticeText } from '../notice.js';

type FactorTemplate = 'recovery_codes_changed' | 'passkey_changed';

/** Messages about recovery codes and passkeys, by language. */
export const FACTOR_NOTICES: Readonly<Record<Locale, Record<FactorTemplate, NoticeText>>> = {
  en: {
    recovery_codes_changed: {
      subject: 'Your recovery codes at {site}',
      paragraphs: [
        '{change} This happened on {time}.',
        'Recovery codes left: {left}.',
        'If this was you, no action is needed. If not, change your password and make new recovery codes now.',
      ],
      link: { label: 'Recovery codes', path: '/account/security/recovery-codes' },
      words: {
        change: {
          made: 'New recovery codes were made for your account. The former ones no longer work.',
          used: 'A recovery code was used in place of your second factor.',
        },
      },
    },
    passkey_changed: {
      subject: 'The passkeys of your account have changed',
      paragraphs: [
        '{change} This happened on {time}.',
        'All other browsers were signed out.',
        'If this was you, no action is needed. If not, change your password and contact the operators of {site} now.',
      ],
      link: { label: 'Passkeys', path: '/account/security/passkeys' },
      words: {
        change: {
          added:
            'The passkey “{name}” was added to your account at {site}. It signs in without a password.',
          removed: 'The passkey “{name}” was removed from your account at {site}.',
        },
      },
    },
  },
  ru: {
    recovery_codes_changed: {
      subject: 'Ваши коды восстановления на {site}',
      paragraphs: [
        '{change} Время: {time}.',
        'Осталось кодов восстановления: {left}.',
        'Если это сделали вы, ничего делать не нужно. Если нет, сейчас же смените пароль и создайте новые коды восстановления.',
      ],
      link: { label: 'Коды восстановления', path: '/account/security/recovery-codes' },
      words: {
        change: {
          made: 'Для вашего аккаунта созданы новые коды восстановления. Прежние больше не действуют.',
          used: 'Вместо второго фактора использован код восстановления.',
        },
      },
    },
    passkey_changed: {
      subject: 'Изменились ключи доступа вашего аккаунта',
      paragraphs: [
        '{change} Время: {time}.',
        'Во всех других браузерах выполнен выход.',
        'Если это сделали вы, ничего делать не нужно. Если нет, сейчас же смените пароль и сообщите администраторам {site}.',
      ],
      link: { label: 'Ключи доступа', path: '/account/security/passkeys' },
      words: {
        change: {
          added:
            'К вашему аккаунту на {site} добавлен ключ доступа «{name}». С ним можно войти без пароля.',
          removed: 'Ключ доступа «{name}» удалён из вашего аккаунта на {site}.',
        },
      },
    },
  },
  de: {
    recovery_codes_changed: {
      subject: 'Ihre Wiederherstellungscodes bei {site}',
      paragraphs: [
        '{change} Das geschah am {time}.',
        'Übrige Wiederherstellungscodes: {left}.',
        'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, ändern Sie sofort Ihr Passwort und erzeugen Sie neue Wiederherstellungscodes.',
      ],
      link: { label: 'Wiederherstellungscodes', path: '/account/security/recovery-codes' },
      words: {
        change: {
          made: 'Für Ihr Konto wurden neue Wiederherstellungscodes erzeugt. Die früheren gelten nicht mehr.',
          used: 'Ein Wiederherstellungscode wurde anstelle Ihres zweiten Faktors benutzt.',
        },
      },
    },
    passkey_changed: {
      subject: 'Die Passkeys Ihres Kontos haben sich geändert',
      paragraphs: [
        '{change} Das geschah am {time}.',
        'Alle anderen Browser wurden abgemeldet.',
        'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, ändern Sie sofort Ihr Passwort und wenden Sie sich an die Betreiber von {site}.',
      ],
      link: { label: 'Passkeys', path: '/account/security/passkeys' },
      words: {
        change: {
          added:
            'Der Passkey „{name}“ wurde zu Ihrem Konto bei {site} hinzugefügt. Mit ihm kann man sich ohne Passwort anmelden.',
          removed: 'Der Passkey „{name}“ wurde aus Ihrem Konto bei {site} entfernt.',
        },
      },
    },
  },
};
