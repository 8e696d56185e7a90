import { type File, listed, ofFile, type Reason, row, say } from './row.js';

/** The failures of a publication. */
export const PUBLISHING_FAILURES = {
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
} as const;
