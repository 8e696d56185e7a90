import type { BlockedHashModel } from '../../../platform/database/generated/models.js';
import { shown } from '../../../registry/details.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';

/** `invalid_state` for bytes that the blocklist has with another name or size. */
export function listedOtherwise(entry: Pick<BlockedHashModel, 'id' | 'name'>): RegisteredError {
  const name = shown(entry.name);
  return problem('invalid_state', {
    detail: {
      en: `The blocklist has these bytes as "${name}" (entry ${entry.id}) with another name or size; remove that entry first, or send its values.`,
      ru: `Эти данные уже в списке блокировки как «${name}» (запись ${entry.id}) с другим именем или размером; сначала удалите ту запись или передайте её значения.`,
      de: `Die Sperrliste führt diese Bytes als „${name}“ (Eintrag ${entry.id}) mit anderem Namen oder anderer Größe; entfernen Sie zuerst jenen Eintrag oder senden Sie dessen Werte.`,
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
      de: `Die Sperrliste hat bereits ${most} Einträge, mehr sind nicht möglich; entfernen Sie nicht mehr benötigte.`,
    },
  });
}
