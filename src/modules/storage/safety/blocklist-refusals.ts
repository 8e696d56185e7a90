import type { BlobState } from '../../../platform/database/generated/enums.js';
import type { BlockedHashModel } from '../../../platform/database/generated/models.js';
import { shown } from '../../../registry/details.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';

/** `invalid_state` for bytes that the blocklist has with another name or size. */
export function blockedWithOtherName(
  entry: Pick<BlockedHashModel, 'id' | 'name'>,
): RegisteredError {
  const name = shown(entry.name);
  return problem('invalid_state', {
    detail: {
      en: `The blocklist already has these bytes as "${name}" (entry ${entry.id}), with another name or size; remove that entry first, or send its name and size.`,
      ru: `Это содержимое уже есть в списке блокировки как «${name}» (запись ${entry.id}), с другим именем или размером; сначала удалите ту запись или передайте её имя и размер.`,
      de: `Die Sperrliste führt diese Bytes als „${name}“ (Eintrag ${entry.id}) mit anderem Namen oder anderer Größe; entfernen Sie zuerst diesen Eintrag oder senden Sie seinen Namen und seine Größe.`,
    },
  });
}

/** `invalid_state` for one more entry in a full blocklist. */
export function blocklistFull(): RegisteredError {
  const most = LIMITS.blockedHashes;
  return problem('invalid_state', {
    detail: {
      en: `The blocklist has ${most} entries, which is the limit; remove entries that are no longer needed.`,
      ru: `В списке блокировки уже ${most} записей — это предел; удалите те, которые больше не нужны.`,
      de: `Die Sperrliste hat bereits ${most} Einträge, mehr sind nicht möglich; entfernen Sie Einträge, die nicht mehr nötig sind.`,
    },
  });
}

/** `invalid_state` for clearing bytes that are on the blocklist. */
export function stillBlocked(): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: 'The SHA-256 is on the blocklist; remove that entry first, then clear the bytes.',
      ru: 'Этот SHA-256 находится в списке блокировки; сначала удалите запись, затем разрешите содержимое.',
      de: 'Der SHA-256 steht auf der Sperrliste; entfernen Sie zuerst den Eintrag und geben Sie dann die Bytes frei.',
    },
  });
}

/** `invalid_state` for clearing bytes that are not marked as unsafe. */
export function notUnsafe(state: BlobState): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: `The bytes are "${state}", not "unsafe", so there is nothing to clear; check the SHA-256.`,
      ru: `Содержимое в состоянии «${state}», а не «unsafe», разрешать нечего; проверьте SHA-256.`,
      de: `Die Bytes sind „${state}“ und nicht „unsafe“, es gibt nichts freizugeben; prüfen Sie den SHA-256.`,
    },
  });
}
