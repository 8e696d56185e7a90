import { type Reason, row, say } from './row.js';

/** The failures of the command line itself and of this program: wrong usage, signals, the unexpected. */
export const PROGRAM_FAILURES = {
  usage: row<Reason>('usage', {
    en: ({ reason }) => say(reason, 'en'),
    de: ({ reason }) => say(reason, 'de'),
    ru: ({ reason }) => say(reason, 'ru'),
  }),
  unexpected: row<Reason>('failed', {
    en: ({ reason }) => `Unexpected error: ${say(reason, 'en')}`,
    de: ({ reason }) => `Unerwarteter Fehler: ${say(reason, 'de')}`,
    ru: ({ reason }) => `Неожиданная ошибка: ${say(reason, 'ru')}`,
  }),
  interrupted: row<object>('interrupted', {
    en: () => 'Interrupted. Run the same command again to continue.',
    de: () => 'Abgebrochen. Denselben Befehl noch einmal ausführen, um fortzufahren.',
    ru: () => 'Прервано. Повторите ту же команду, чтобы продолжить.',
  }),
  terminated: row<object>('terminated', {
    en: () => 'Ended by a signal. Run the same command again to continue.',
    de: () => 'Durch ein Signal beendet. Denselben Befehl noch einmal ausführen, um fortzufahren.',
    ru: () => 'Завершено сигналом. Повторите ту же команду, чтобы продолжить.',
  }),
  confirmation_needed: row<Reason>('usage', {
    en: ({ reason }) => `${say(reason, 'en')} Confirm with --yes.`,
    de: ({ reason }) => `${say(reason, 'de')} Mit --yes bestätigen.`,
    ru: ({ reason }) => `${say(reason, 'ru')} Подтвердите с помощью --yes.`,
  }),
} as const;
