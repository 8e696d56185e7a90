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
        en: 'The version was deleted, and the file with it; you need not do anything.',
        ru: 'Версия удалена вместе с этим файлом; делать ничего не нужно.',
        de: 'Die Version wurde mit dieser Datei gelöscht; Sie müssen nichts tun.',
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
      en: 'The main file of the version is being checked; wait for the result, or abort its upload.',
      ru: 'Основной файл версии проверяется; дождитесь результата или отмените его загрузку.',
      de: 'Die Hauptdatei der Version wird geprüft; warten Sie das Ergebnis ab oder brechen Sie ihren Upload ab.',
    },
  });
}

/** `invalid_state` for the removal of a main file. */
export function mainFile(): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: 'You can remove only optional files; upload another main file in its place, or delete the version.',
      ru: 'Удалять можно только дополнительные файлы; загрузите другой основной файл вместо этого или удалите версию.',
      de: 'Sie können nur optionale Dateien entfernen; laden Sie an ihrer Stelle eine andere Hauptdatei hoch oder löschen Sie die Version.',
    },
  });
}

/** `invalid_state` for the removal of a file whose upload is not ready. */
export function noFile(state: UploadState): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: `The upload session is "${state}" and has no accepted file; abort the upload instead if it has not ended.`,
      ru: `Сеанс загрузки в состоянии «${state}», принятого файла у него нет; незавершённую загрузку можно отменить.`,
      de: `Die Upload-Sitzung ist „${state}“ und hat keine angenommene Datei; läuft der Upload noch, brechen Sie ihn stattdessen ab.`,
    },
  });
}
