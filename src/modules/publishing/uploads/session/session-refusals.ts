import type { UploadState } from '../../../../platform/database/generated/enums.js';
import { problem, type RegisteredError } from '../../../../registry/errors.js';

/** `session_not_uploading` for a session whose state is not `uploading`. */
export function notUploading(state: UploadState): RegisteredError {
  return problem('session_not_uploading', {
    detail: {
      en: `The upload session is "${state}" and accepts no bytes; wait for its result, or create a new session.`,
      ru: `Сеанс загрузки в состоянии «${state}» и не принимает данные; дождитесь результата или создайте новый сеанс.`,
      de: `Die Upload-Sitzung ist „${state}“ und nimmt keine Bytes an; warten Sie auf ihr Ergebnis oder legen Sie eine neue an.`,
    },
  });
}

/** `session_not_abortable` for a session whose outcome is final. */
export function notAbortable(state: UploadState): RegisteredError {
  return problem('session_not_abortable', {
    detail: {
      en: `The upload session is "${state}" and cannot be aborted; upload a new file in its place, or delete the version.`,
      ru: `Сеанс загрузки в состоянии «${state}», его нельзя отменить; загрузите вместо него новый файл или удалите версию.`,
      de: `Die Upload-Sitzung ist „${state}“ und lässt sich nicht abbrechen; laden Sie an ihrer Stelle eine neue Datei hoch oder löschen Sie die Version.`,
    },
  });
}

/** `size_mismatch` with both sizes in bytes. */
export function otherSize(declared: bigint, stored: number): RegisteredError {
  return problem('size_mismatch', {
    detail: {
      en: `${stored} bytes arrived, but sizeBytes is ${declared}; check the file and start a new upload.`,
      ru: `Получено ${stored} Б, а sizeBytes равно ${declared}; проверьте файл и начните новую загрузку.`,
      de: `Es kamen ${stored} Bytes an, sizeBytes ist aber ${declared}; prüfen Sie die Datei und starten Sie einen neuen Upload.`,
    },
  });
}

/**
 * `invalid_staging_object` for bytes that were stored under another media type than `declared`.
 * Only the log names the stored type.
 */
export function otherType(declared: string, stored: string): RegisteredError {
  return problem('invalid_staging_object', {
    log: `the stored type is ${stored}`,
    detail: {
      en: `The bytes were not sent with the signed Content-Type "${declared}"; start a new upload and send the headers that come with its address.`,
      ru: `Данные отправлены без подписанного Content-Type «${declared}»; начните новую загрузку и отправьте заголовки, полученные вместе с адресом.`,
      de: `Die Bytes kamen nicht mit dem signierten Content-Type „${declared}“; starten Sie einen neuen Upload und senden Sie die Header, die mit der Adresse kommen.`,
    },
  });
}
