import type { UploadState, VersionState } from '../../../../platform/database/generated/enums.js';
import { problem, type RegisteredError } from '../../../../registry/errors.js';

/**
 * `invalid_state` for a file of a published or deleted version. `undefined` stands for an unknown
 * version, and counts as deleted.
 */
export function fileOfClosed(state: VersionState | undefined): RegisteredError {
  if (state === undefined || state === 'deleted') {
    return problem('invalid_state', {
      detail: {
        en: 'The version of the file was deleted, and the file with it.',
        ru: 'Версия удалена вместе с этим файлом.',
        de: 'Die Version wurde gelöscht, und die Datei mit ihr.',
      },
    });
  }
  return problem('invalid_state', {
    detail: {
      en: 'The version was published, so its files no longer change; publish a new version without the file.',
      ru: 'Версия была опубликована, поэтому её файлы больше не меняются; опубликуйте новую версию без этого файла.',
      de: 'Die Version wurde veröffentlicht, daher ändern sich ihre Dateien nicht mehr; veröffentlichen Sie eine neue Version ohne die Datei.',
    },
  });
}

/** `invalid_state` for a file of a version whose main file is in its first checks or review. */
export function fileInReview(): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: 'The main file of the version is in checks or in review; wait for the result, or abort that upload.',
      ru: 'Основной файл версии проверяется; дождитесь результата или отмените его загрузку.',
      de: 'Die Hauptdatei der Version wird geprüft; warten Sie das Ergebnis ab oder brechen Sie ihren Upload ab.',
    },
  });
}

/** `invalid_state` for the removal of a main file. */
export function mainFile(): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: 'Only optional files can be removed; upload another main file in its place, or delete the version.',
      ru: 'Удалять можно только дополнительные файлы; загрузите вместо него другой основной файл или удалите версию.',
      de: 'Nur optionale Dateien lassen sich entfernen; laden Sie an ihrer Stelle eine andere Hauptdatei hoch oder löschen Sie die Version.',
    },
  });
}

/** `invalid_state` for the removal of a file whose upload is not ready. */
export function noFile(state: UploadState): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: `The upload session is "${state}" and has no accepted file; abort an upload that has not ended.`,
      ru: `Сеанс загрузки в состоянии «${state}», принятого файла у него нет; незаконченную загрузку можно прервать.`,
      de: `Die Upload-Sitzung ist „${state}“ und hat keine angenommene Datei; brechen Sie einen laufenden Upload ab.`,
    },
  });
}
