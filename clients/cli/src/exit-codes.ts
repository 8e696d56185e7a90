import { type Texts, texts } from './language.js';

/** The exit codes of all commands. Scripts rely on them, so a number never changes its meaning. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  signIn: 3,
  refused: 4,
  unavailable: 5,
  integrity: 6,
  localFiles: 7,
  busy: 8,
  noPlan: 9,
  rejected: 10,
  waiting: 11,
  interrupted: 130,
  terminated: 143,
} as const;

/** The name of an exit code in `EXIT`. */
export type ExitName = keyof typeof EXIT;

/** The meaning of each exit code, for the help and the README. */
export const EXIT_TEXTS: Readonly<Record<ExitName, Texts>> = {
  ok: texts({ en: 'success', de: 'Erfolg', ru: 'успех' }),
  failed: texts({
    en: 'an unexpected error',
    de: 'ein unerwarteter Fehler',
    ru: 'неожиданная ошибка',
  }),
  usage: texts({
    en: 'wrong arguments, settings, `modport.toml` or `modport.lock`',
    de: 'falsche Argumente, Einstellungen, `modport.toml` oder `modport.lock`',
    ru: 'неверные аргументы, настройки, `modport.toml` или `modport.lock`',
  }),
  signIn: texts({
    en: 'you are not signed in, or the credential lacks a right',
    de: 'nicht angemeldet, oder den Zugangsdaten fehlt ein Recht',
    ru: 'вход не выполнен, или не хватает прав',
  }),
  refused: texts({
    en: 'the service refused the request, for example because a mod does not exist',
    de: 'der Dienst hat die Anfrage abgelehnt, etwa weil es eine Mod nicht gibt',
    ru: 'сервис отклонил запрос, например потому что мода не существует',
  }),
  unavailable: texts({
    en: 'the service or the connection failed; run the command again later',
    de: 'der Dienst oder die Verbindung ist ausgefallen; später noch einmal versuchen',
    ru: 'сбой сервиса или соединения; повторите команду позже',
  }),
  integrity: texts({
    en: 'bytes are not as expected: `verify` found a difference, or a download is wrong',
    de: 'Daten sind nicht wie erwartet: `verify` fand einen Unterschied, oder ein Download ist fehlerhaft',
    ru: 'данные отличаются от ожидаемых: `verify` нашёл отличие, или скачанный файл неверен',
  }),
  localFiles: texts({
    en: 'files of yours are in the way, the disk is full, or access is denied',
    de: 'eigene Dateien sind im Weg, die Platte ist voll oder der Zugriff verweigert',
    ru: 'мешают ваши файлы, диск заполнен или нет доступа',
  }),
  busy: texts({
    en: 'another process is working on the same folder or file',
    de: 'ein anderer Prozess arbeitet am selben Ordner oder an derselben Datei',
    ru: 'с той же папкой или файлом работает другой процесс',
  }),
  noPlan: texts({
    en: 'no set of versions fits together, or the plan is out of date',
    de: 'keine Auswahl von Versionen passt zusammen, oder der Plan ist veraltet',
    ru: 'нет совместимого набора версий, или план устарел',
  }),
  rejected: texts({
    en: 'the scan or a moderator rejected the file',
    de: 'die Prüfung oder ein Moderator hat die Datei abgelehnt',
    ru: 'файл отклонён проверкой или модератором',
  }),
  waiting: texts({
    en: 'a moderator must approve the file first; run the command again later',
    de: 'ein Moderator muss die Datei erst freigeben; später noch einmal ausführen',
    ru: 'файл ждёт одобрения модератора; повторите команду позже',
  }),
  interrupted: texts({
    en: 'interrupted by Ctrl-C',
    de: 'mit Strg-C abgebrochen',
    ru: 'прервано Ctrl-C',
  }),
  terminated: texts({
    en: 'ended by SIGTERM',
    de: 'durch SIGTERM beendet',
    ru: 'завершено сигналом SIGTERM',
  }),
};
