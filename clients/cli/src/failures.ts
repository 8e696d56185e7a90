import type { ExitName } from './exit-codes.js';
import { type Language, type Texts, texts } from './language.js';

/** A failure of this program: its exit code, and its text with the facts of one case. */
interface FailureRow<F> {
  readonly exit: ExitName;
  readonly text: Texts<(facts: F) => string>;
}

const row = <F>(exit: ExitName, all: Texts<(facts: F) => string>): FailureRow<F> => ({
  exit,
  text: texts(all),
});

/**
 * The reason within a message: a text of the system or the service, which is not translated, or a
 * text of this program in all languages.
 */
export type Reason = { readonly reason: string | Texts };
type File = { readonly file: string };
type Folder = { readonly folder: string };
type Files = { readonly files: readonly string[] };

const say = (reason: string | Texts, language: Language): string =>
  typeof reason === 'string' ? reason : reason[language];

/**
 * The reason after the file name. A reason of the TypeScript client names the file itself, so
 * `file` is then empty.
 */
const ofFile = (file: string, reason: string): string =>
  file === '' ? reason : `${file}: ${reason}`;

const listed = (files: readonly string[]): string => files.map((file) => `\n  ${file}`).join('');

const named = (mod: string, version: string | null): string =>
  version === null ? mod : `${mod} ${version}`;

/**
 * The failures that this program itself reports. Problems of the service keep their own codes. If a
 * command can say more about one, it throws a failure instead, such as `mod_not_found`. Scripts
 * rely on the codes and on the names of the facts: the JSON on stderr has all facts but `reason`.
 */
export const FAILURES = {
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
  server_missing: row<object>('usage', {
    en: () =>
      'No service is selected. Name it with --server https://… or MODPORT_SERVER, or sign in once with "modport login --server https://…".',
    de: () =>
      'Kein Dienst ist gewählt. Mit --server https://… oder MODPORT_SERVER angeben, oder sich einmal mit "modport login --server https://…" anmelden.',
    ru: () =>
      'Сервис не выбран. Укажите его через --server https://… или MODPORT_SERVER или один раз войдите: "modport login --server https://…".',
  }),
  server_invalid: row<{ readonly server: string }>('usage', {
    en: ({ server }) =>
      `"${server}" is not the address of a service. It looks like https://mods.example.`,
    de: ({ server }) =>
      `"${server}" ist keine Adresse eines Dienstes. Sie sieht aus wie https://mods.example.`,
    ru: ({ server }) => `"${server}" — не адрес сервиса. Он выглядит как https://mods.example.`,
  }),
  server_unencrypted: row<{ readonly server: string }>('usage', {
    en: ({ server }) =>
      `The connection to ${server} is not encrypted, so others could read your credential. Use https.`,
    de: ({ server }) =>
      `Die Verbindung zu ${server} ist unverschlüsselt: Andere könnten Ihre Zugangsdaten mitlesen. Bitte https verwenden.`,
    ru: ({ server }) =>
      `Соединение с ${server} не зашифровано, и ваши учётные данные могут перехватить. Используйте https.`,
  }),
  not_signed_in: row<{ readonly server: string }>('signIn', {
    en: ({ server }) =>
      `You are not signed in to ${server}. Run "modport login", or set MODPORT_TOKEN.`,
    de: ({ server }) =>
      `Nicht bei ${server} angemeldet. "modport login" ausführen oder MODPORT_TOKEN setzen.`,
    ru: ({ server }) =>
      `Вы не вошли на ${server}. Выполните "modport login" или задайте MODPORT_TOKEN.`,
  }),
  sign_in_failed: row<Reason>('signIn', {
    en: ({ reason }) => `The sign-in failed: ${say(reason, 'en')}`,
    de: ({ reason }) => `Die Anmeldung ist fehlgeschlagen: ${say(reason, 'de')}`,
    ru: ({ reason }) => `Войти не удалось: ${say(reason, 'ru')}`,
  }),
  unreachable: row<Reason>('unavailable', {
    en: ({ reason }) => `The service cannot be reached: ${say(reason, 'en')}`,
    de: ({ reason }) => `Der Dienst ist nicht erreichbar: ${say(reason, 'de')}`,
    ru: ({ reason }) => `Не удаётся связаться с сервисом: ${say(reason, 'ru')}`,
  }),
  integrity: row<Reason>('integrity', {
    en: ({ reason }) => `The received data is not as expected: ${say(reason, 'en')}`,
    de: ({ reason }) => `Die empfangenen Daten sind nicht wie erwartet: ${say(reason, 'de')}`,
    ru: ({ reason }) => `Полученные данные отличаются от ожидаемых: ${say(reason, 'ru')}`,
  }),
  mod_not_found: row<{ readonly mod: string }>('refused', {
    en: ({ mod }) => `No mod "${mod}" was found. Use its id, or find it with "modport search".`,
    de: ({ mod }) =>
      `Keine Mod "${mod}" gefunden. Die ID angeben oder mit "modport search" suchen.`,
    ru: ({ mod }) => `Мод "${mod}" не найден. Укажите его id или найдите его: "modport search".`,
  }),
  own_mod_missing: row<{ readonly mod: string }>('refused', {
    en: ({ mod }) =>
      `None of your mods is "${mod}". Use its id, or check with "modport whoami" who is signed in.`,
    de: ({ mod }) =>
      `Keine Ihrer Mods ist "${mod}". Die ID angeben oder die Anmeldung mit "modport whoami" prüfen.`,
    ru: ({ mod }) =>
      `Среди ваших модов нет "${mod}". Укажите его id или проверьте вход: "modport whoami".`,
  }),
  mod_required: row<{ readonly mod: string }>('refused', {
    en: ({ mod }) =>
      `"${mod}" was installed because another mod needs it. Remove that mod instead.`,
    de: ({ mod }) =>
      `"${mod}" wurde installiert, weil eine andere Mod sie braucht. Stattdessen die andere Mod entfernen.`,
    ru: ({ mod }) =>
      `"${mod}" установлен, потому что нужен другому моду. Удалите вместо него тот мод.`,
  }),
  mod_ambiguous: row<{ readonly mod: string; readonly found: readonly string[] }>('refused', {
    en: ({ mod, found }) => `Several mods match "${mod}". Name one of:${listed(found)}`,
    de: ({ mod, found }) => `Mehrere Mods passen zu "${mod}". Eine davon angeben:${listed(found)}`,
    ru: ({ mod, found }) =>
      `"${mod}" подходит к нескольким модам. Укажите один из них:${listed(found)}`,
  }),
  version_not_found: row<{ readonly mod: string; readonly version: string }>('refused', {
    en: ({ mod, version }) =>
      `${mod} has no version ${version}. "modport info ${mod}" shows its versions.`,
    de: ({ mod, version }) =>
      `${mod} hat keine Version ${version}. "modport info ${mod}" zeigt die vorhandenen.`,
    ru: ({ mod, version }) =>
      `У ${mod} нет версии ${version}. Список версий: "modport info ${mod}".`,
  }),
  version_ambiguous: row<{
    readonly mod: string;
    readonly version: string;
    readonly found: readonly string[];
  }>('refused', {
    en: ({ mod, version, found }) =>
      `Several versions match "${mod}@${version}". Name the id of one of them, or its loader if the command or modport.toml accepts one:${listed(found)}`,
    de: ({ mod, version, found }) =>
      `Mehrere Versionen passen zu "${mod}@${version}". Die ID einer davon angeben, oder ihren Loader, wenn der Befehl oder modport.toml einen annimmt:${listed(found)}`,
    ru: ({ mod, version, found }) =>
      `"${mod}@${version}" подходит к нескольким версиям. Укажите id одной из них или её загрузчик, если команда или modport.toml его принимают:${listed(found)}`,
  }),
  main_file_missing: row<{ readonly mod: string; readonly version: string | null }>('refused', {
    en: ({ mod, version }) => `${named(mod, version)} has no main file to download.`,
    de: ({ mod, version }) => `${named(mod, version)} hat keine Hauptdatei zum Herunterladen.`,
    ru: ({ mod, version }) => `У ${named(mod, version)} нет основного файла для скачивания.`,
  }),
  folder_busy: row<Folder>('busy', {
    en: ({ folder }) => `Another modport is working in ${folder}. Try again when it is done.`,
    de: ({ folder }) =>
      `In ${folder} arbeitet schon ein anderes modport. Noch einmal versuchen, wenn es fertig ist.`,
    ru: ({ folder }) => `В ${folder} работает другой modport. Повторите, когда он закончит.`,
  }),
  file_busy: row<Reason>('busy', {
    en: ({ reason }) => `Another process is working on the same file: ${say(reason, 'en')}`,
    de: ({ reason }) => `Ein anderer Prozess arbeitet an derselben Datei: ${say(reason, 'de')}`,
    ru: ({ reason }) => `С тем же файлом работает другой процесс: ${say(reason, 'ru')}`,
  }),
  lock_lost: row<Folder>('busy', {
    en: ({ folder }) =>
      `This process lost its lock on ${folder}, so it stopped. Run the command again.`,
    de: ({ folder }) =>
      `Dieser Prozess hat seine Sperre auf ${folder} verloren und wurde beendet. Den Befehl noch einmal ausführen.`,
    ru: ({ folder }) =>
      `Этот процесс потерял блокировку папки ${folder} и остановился. Повторите команду.`,
  }),
  folder_unusable: row<Folder & Reason>('localFiles', {
    en: ({ folder, reason }) => `${folder} cannot be used: ${say(reason, 'en')}`,
    de: ({ folder, reason }) => `${folder} ist nicht verwendbar: ${say(reason, 'de')}`,
    ru: ({ folder, reason }) => `Папку ${folder} нельзя использовать: ${say(reason, 'ru')}`,
  }),
  file_unusable: row<File & Reason>('localFiles', {
    en: ({ file, reason }) => ofFile(file, say(reason, 'en')),
    de: ({ file, reason }) => ofFile(file, say(reason, 'de')),
    ru: ({ file, reason }) => ofFile(file, say(reason, 'ru')),
  }),
  files_changed: row<Files>('localFiles', {
    en: ({ files }) =>
      `These files differ from what modport installed, so they stay untouched:${listed(files)}\nMove them away, or replace them with --force.`,
    de: ({ files }) =>
      `Diese Dateien weichen von den installierten ab und bleiben unberührt:${listed(files)}\nVerschieben oder mit --force ersetzen.`,
    ru: ({ files }) =>
      `Эти файлы отличаются от установленных modport и не тронуты:${listed(files)}\nПереместите их или замените с --force.`,
  }),
  file_exists: row<File>('localFiles', {
    en: ({ file }) => `${file} already exists. Choose another name, or replace it with --force.`,
    de: ({ file }) =>
      `${file} gibt es schon. Einen anderen Namen wählen oder mit --force ersetzen.`,
    ru: ({ file }) => `${file} уже существует. Выберите другое имя или замените с --force.`,
  }),
  lockfile_missing: row<Folder>('usage', {
    en: ({ folder }) =>
      `${folder} has no modport.lock. Name the mods to install: "modport install <mod> --game <game>".`,
    de: ({ folder }) =>
      `${folder} hat kein modport.lock. Mods angeben: "modport install <mod> --game <spiel>".`,
    ru: ({ folder }) =>
      `В ${folder} нет modport.lock. Укажите моды: "modport install <мод> --game <игра>".`,
  }),
  lockfile_invalid: row<File & Reason>('usage', {
    en: ({ file, reason }) =>
      `${file} is not valid: ${say(reason, 'en')}. Restore it, or delete it and install again.`,
    de: ({ file, reason }) =>
      `${file} ist ungültig: ${say(reason, 'de')}. Wiederherstellen, oder löschen und neu installieren.`,
    ru: ({ file, reason }) =>
      `Файл ${file} повреждён: ${say(reason, 'ru')}. Восстановите его или удалите и установите заново.`,
  }),
  lockfile_server: row<{ readonly locked: string; readonly server: string }>('usage', {
    en: ({ locked, server }) =>
      `This folder was installed from ${locked}, but ${server} is selected. If you trust ${locked}, add --server ${locked}.`,
    de: ({ locked, server }) =>
      `Dieser Ordner stammt von ${locked}, gewählt ist aber ${server}. Wenn Sie ${locked} vertrauen: --server ${locked} ergänzen.`,
    ru: ({ locked, server }) =>
      `Моды в этой папке установлены с ${locked}, а выбран ${server}. Если вы доверяете ${locked}, добавьте --server ${locked}.`,
  }),
  folder_differs: row<{ readonly count: number }>('integrity', {
    en: ({ count }) =>
      `The folder differs from modport.lock (files: ${count}). Restore it with "modport install --force".`,
    de: ({ count }) =>
      `Der Ordner weicht von modport.lock ab (Dateien: ${count}). Mit "modport install --force" wiederherstellen.`,
    ru: ({ count }) =>
      `Папка отличается от modport.lock (файлов: ${count}). Восстановите её: "modport install --force".`,
  }),
  plan_unsatisfiable: row<{ readonly conflicts: readonly string[] }>('noPlan', {
    en: ({ conflicts }) => `No set of versions fits together:${listed(conflicts)}`,
    de: ({ conflicts }) => `Keine Auswahl von Versionen passt zusammen:${listed(conflicts)}`,
    ru: ({ conflicts }) => `Нет совместимого набора версий:${listed(conflicts)}`,
  }),
  plan_changed: row<object>('noPlan', {
    en: () =>
      'The catalog has changed, so this plan is out of date. Make a new one with "modport plan".',
    de: () =>
      'Der Katalog hat sich geändert, dieser Plan ist veraltet. Mit "modport plan" neu planen.',
    ru: () => 'Каталог изменился, и этот план устарел. Составьте новый: "modport plan".',
  }),
  manifest_missing: row<File>('usage', {
    en: ({ file }) => `${file} does not exist. Create it with "modport init".`,
    de: ({ file }) => `${file} gibt es nicht. Mit "modport init" anlegen.`,
    ru: ({ file }) => `Файла ${file} нет. Создайте его: "modport init".`,
  }),
  manifest_invalid: row<File & Reason>('usage', {
    en: ({ file, reason }) => ofFile(file, say(reason, 'en')),
    de: ({ file, reason }) => ofFile(file, say(reason, 'de')),
    ru: ({ file, reason }) => ofFile(file, say(reason, 'ru')),
  }),
  version_differs: row<{ readonly version: string; readonly files: readonly string[] }>('refused', {
    en: ({ version, files }) =>
      `Version ${version} is already published with other files:${listed(files)}\nPublished files never change. Choose a new version.`,
    de: ({ version, files }) =>
      `Version ${version} ist schon mit anderen Dateien veröffentlicht:${listed(files)}\nVeröffentlichte Dateien ändern sich nie. Bitte eine neue Version wählen.`,
    ru: ({ version, files }) =>
      `Версия ${version} уже опубликована с другими файлами:${listed(files)}\nОпубликованные файлы не меняются. Выберите новую версию.`,
  }),
  version_unpublishable: row<{ readonly version: string; readonly state: string }>('refused', {
    en: ({ version, state }) =>
      `Version ${version} is ${state} and cannot be published. Choose a new version.`,
    de: ({ version, state }) =>
      `Version ${version} ist ${state} und kann nicht veröffentlicht werden. Bitte eine neue Version wählen.`,
    ru: ({ version, state }) =>
      `Версия ${version} в состоянии ${state}, опубликовать её нельзя. Выберите новую версию.`,
  }),
  draft_differs: row<{ readonly version: string; readonly files: readonly string[] }>('refused', {
    en: ({ version, files }) =>
      `The draft of version ${version} has files that modport.toml does not describe:${listed(files)}\nDescribe them there, or delete the draft on the website. Then publish again.`,
    de: ({ version, files }) =>
      `Der Entwurf der Version ${version} hat Dateien, die modport.toml nicht beschreibt:${listed(files)}\nDort beschreiben, oder den Entwurf auf der Website löschen. Dann noch einmal veröffentlichen.`,
    ru: ({ version, files }) =>
      `В черновике версии ${version} есть файлы, которых нет в modport.toml:${listed(files)}\nОпишите их там или удалите черновик на сайте. Затем опубликуйте снова.`,
  }),
  upload_rejected: row<File & Reason>('rejected', {
    en: ({ file, reason }) => `The service rejected ${file}: ${say(reason, 'en')}`,
    de: ({ file, reason }) => `Der Dienst hat ${file} abgelehnt: ${say(reason, 'de')}`,
    ru: ({ file, reason }) => `Сервис отклонил ${file}: ${say(reason, 'ru')}`,
  }),
  upload_waiting: row<File & { readonly upload_id: string }>('waiting', {
    en: ({ file }) =>
      `A moderator must approve ${file} first. Run the same command again later; it uploads nothing twice.`,
    de: ({ file }) =>
      `Ein Moderator muss ${file} erst freigeben. Später noch einmal ausführen; nichts wird doppelt hochgeladen.`,
    ru: ({ file }) =>
      `${file} должен одобрить модератор. Повторите команду позже: файл не загружается дважды.`,
  }),
  ci_token_missing: row<Reason>('signIn', {
    en: ({ reason }) => `The CI provides no identity token: ${say(reason, 'en')}`,
    de: ({ reason }) => `Die CI stellt kein Identitätstoken bereit: ${say(reason, 'de')}`,
    ru: ({ reason }) => `CI не выдаёт токен идентификации: ${say(reason, 'ru')}`,
  }),
  keys_need_token: row<Reason>('signIn', {
    en: ({ reason }) =>
      `${say(reason, 'en')} A sign-in with this program cannot create keys, because they would outlive it. Create one on the website under Account > Keys, or put a personal token into MODPORT_TOKEN.`,
    de: ({ reason }) =>
      `${say(reason, 'de')} Mit einer Anmeldung dieses Programms lassen sich keine Schlüssel anlegen, weil sie länger gelten würden als die Anmeldung. Auf der Website unter Konto > Schlüssel anlegen oder ein persönliches Token in MODPORT_TOKEN setzen.`,
    ru: ({ reason }) =>
      `${say(reason, 'ru')} Войдя через эту программу, создавать ключи нельзя: они действовали бы дольше, чем вход. Создайте ключ на сайте (Аккаунт > Ключи) или укажите личный токен в MODPORT_TOKEN.`,
  }),
  confirmation_needed: row<Reason>('usage', {
    en: ({ reason }) => `${say(reason, 'en')} Confirm with --yes.`,
    de: ({ reason }) => `${say(reason, 'de')} Mit --yes bestätigen.`,
    ru: ({ reason }) => `${say(reason, 'ru')} Подтвердите с помощью --yes.`,
  }),
} as const;

/** The code of a failure, for programs. */
export type FailureCode = keyof typeof FAILURES;

/** The facts that the text of a failure needs. */
export type Facts<C extends FailureCode> =
  (typeof FAILURES)[C] extends FailureRow<infer F> ? F : never;
