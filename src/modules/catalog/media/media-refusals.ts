import type { MediaManager } from '../../../platform/database/generated/enums.js';
import { problem, type RegisteredError, type TextForPeople } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';

/** `invalid_state` for one more picture in a full gallery. */
export function galleryFull(): RegisteredError {
  const most = LIMITS.mediaPerMod;
  return problem('invalid_state', {
    detail: {
      en: `The gallery has ${most} pictures, which is the limit; delete one of them first.`,
      ru: `В галерее уже ${most} изображений — это предел; сначала удалите одно из них.`,
      de: `Die Galerie hat bereits ${most} Bilder, mehr sind nicht möglich; löschen Sie zuerst eines davon.`,
    },
  });
}

/** `invalid_state` for an operation that may not delete the pictures of this manager. */
export function managedByOther(manager: MediaManager): RegisteredError {
  return problem('invalid_state', { detail: manager === 'service' ? OF_SERVICE : OF_TEAM });
}

const OF_SERVICE: TextForPeople = {
  en: 'The service manages this picture (managed_by: service), so you cannot delete it; add a cover, which replaces it.',
  ru: 'Этим изображением управляет сервис (managed_by: service), удалить его нельзя; добавьте обложку, и она его заменит.',
  de: 'Dieses Bild verwaltet der Dienst (managed_by: service), Sie können es nicht löschen; fügen Sie ein Titelbild hinzu, das es ersetzt.',
};

const OF_TEAM: TextForPeople = {
  en: 'The team manages this picture (managed_by: uploader), not an importer; a team member can delete it with removeModPicture in GraphQL.',
  ru: 'Этим изображением управляет команда (managed_by: uploader), а не программа импорта; участник команды может удалить его через removeModPicture в GraphQL.',
  de: 'Dieses Bild verwaltet das Team (managed_by: uploader), kein Importprogramm; ein Teammitglied kann es mit removeModPicture in GraphQL löschen.',
};
