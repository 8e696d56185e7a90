import {
  type File,
  type Files,
  type Folder,
  listed,
  ofFile,
  type Reason,
  row,
  say,
} from './row.js';

/** The failures of files and folders on this machine, and of what is installed there. */
export const FILE_FAILURES = {
  mod_required: row<{ readonly mod: string }>('refused', {
    en: ({ mod }) =>
      `"${mod}" was installed because another mod needs it. Remove that mod instead.`,
    de: ({ mod }) =>
      `"${mod}" wurde installiert, weil eine andere Mod sie braucht. Stattdessen die andere Mod entfernen.`,
    ru: ({ mod }) =>
      `"${mod}" установлен, потому что нужен другому моду. Удалите вместо него тот мод.`,
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
} as const;
