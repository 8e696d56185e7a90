import type { UploadState } from '../../../../platform/database/generated/enums.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { problem, type RegisteredError, type TextForPeople } from '../../../../registry/errors.js';

/**
 * `invalid_state` for an action on an upload that waits for no decision, or that another moderator
 * claimed. For a `quarantined` upload, the text is about the claim.
 */
export function notReviewable({ state }: Pick<UploadSessionModel, 'state'>): RegisteredError {
  const detail = state === 'quarantined' ? CLAIMED : notPending(state);
  return problem('invalid_state', { detail });
}

const CLAIMED: TextForPeople = {
  en: 'Another moderator has claimed this upload; wait until the claim ends, or ask an admin to take it over.',
  ru: 'Эту загрузку взял на проверку другой модератор; дождитесь, пока он вернёт её в очередь, или попросите администратора забрать её.',
  de: 'Ein anderer Moderator prüft diesen Upload; warten Sie, bis er ihn zurückgibt, oder bitten Sie einen Administrator, ihn zu übernehmen.',
};

function notPending(state: UploadState): TextForPeople {
  return {
    en: `The upload is "${state}" and waits for no decision; load it again.`,
    ru: `Загрузка в состоянии «${state}» и не ждёт решения; откройте её заново.`,
    de: `Der Upload ist „${state}“ und wartet auf keine Entscheidung; öffnen Sie ihn neu.`,
  };
}

/** `invalid_state` for a decision that the viewer repeats with other notes or another reason. */
export function alreadyDecided(): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: 'You already decided about this upload, so the new notes were not stored; add a separate note.',
      ru: 'Вы уже приняли решение по этой загрузке, поэтому новые заметки не сохранены; добавьте отдельную заметку.',
      de: 'Sie haben über diesen Upload schon entschieden, deshalb sind die neuen Notizen nicht gespeichert; fügen Sie eine eigene Notiz hinzu.',
    },
  });
}

/** `invalid_state` for the release of an upload that the viewer has not claimed. */
export function notClaimed(): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: 'You have not claimed this upload, so you cannot release it; claim it first, or choose another.',
      ru: 'Вы не брали эту загрузку на проверку и не можете вернуть её в очередь; сначала возьмите её или выберите другую.',
      de: 'Sie prüfen diesen Upload nicht und können ihn nicht zurückgeben; übernehmen Sie ihn zuerst oder wählen Sie einen anderen.',
    },
  });
}

/**
 * `invalid_state` for an approval that comes too late. The finding `newer_upload` means that a
 * newer upload of the file was accepted, even if the team removed it since. Any other one means
 * that the version accepts no more files.
 */
export function tooLate(finding: string | undefined): RegisteredError {
  return problem('invalid_state', { detail: finding === 'newer_upload' ? NEWER : CLOSED });
}

const CLOSED: TextForPeople = {
  en: 'The version of this upload was published or deleted meanwhile and takes no more files; reject the upload.',
  ru: 'Версия этой загрузки тем временем опубликована или удалена и больше не принимает файлы; отклоните загрузку.',
  de: 'Die Version dieses Uploads wurde inzwischen veröffentlicht oder gelöscht und nimmt keine Dateien mehr an; lehnen Sie den Upload ab.',
};

const NEWER: TextForPeople = {
  en: 'A newer upload of this file became ready first, and an older one never replaces it; reject this upload.',
  ru: 'Более новая загрузка этого файла стала готова раньше, а более старая её не заменяет; отклоните эту загрузку.',
  de: 'Ein neuerer Upload dieser Datei war früher bereit, und ein älterer ersetzt ihn nie; lehnen Sie diesen Upload ab.',
};

/** `av_scan_rejected` for the approval of bytes that are known as unsafe. */
export function knownUnsafe(): RegisteredError {
  return problem('av_scan_rejected', {
    detail: {
      en: 'These bytes were found unsafe or are on the blocklist; reject the upload, or ask an admin to clear the bytes first.',
      ru: 'Это содержимое признано опасным или находится в списке блокировки; отклоните загрузку или попросите администратора сначала разрешить содержимое.',
      de: 'Diese Bytes gelten als unsicher oder stehen auf der Sperrliste; lehnen Sie den Upload ab, oder bitten Sie einen Administrator, sie zuerst freizugeben.',
    },
  });
}

/**
 * `checksum_not_verified` for an approval. Without `cause`, no scan read the bytes to their end.
 * With it, the store no longer holds the bytes that the scan read.
 */
export function notTheScanned(cause?: unknown): RegisteredError {
  return problem('checksum_not_verified', {
    cause,
    detail: cause === undefined ? UNREAD : CHANGED,
  });
}

const UNREAD: TextForPeople = {
  en: 'No check has read this upload completely, so you cannot approve it; reject it and ask its sender to upload the file again.',
  ru: 'Ни одна проверка не прочла эту загрузку полностью, поэтому одобрить её нельзя; отклоните её и попросите отправителя загрузить файл снова.',
  de: 'Keine Prüfung hat diesen Upload ganz gelesen, also können Sie ihn nicht freigeben; lehnen Sie ihn ab und bitten Sie den Absender, die Datei neu hochzuladen.',
};

const CHANGED: TextForPeople = {
  en: 'The stored bytes of this upload are missing or differ from the checked ones; try once more, and if that fails, reject the upload and ask its sender to upload the file again.',
  ru: 'Сохранённые данные этой загрузки пропали или отличаются от проверенных; попробуйте ещё раз, а если не выйдет, отклоните загрузку и попросите отправителя загрузить файл снова.',
  de: 'Die gespeicherten Bytes dieses Uploads fehlen oder sind nicht die geprüften; versuchen Sie es noch einmal; scheitert es wieder, lehnen Sie den Upload ab und bitten Sie den Absender, die Datei neu hochzuladen.',
};
