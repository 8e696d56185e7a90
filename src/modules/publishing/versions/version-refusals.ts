import type { Tx } from '../../../platform/database/connect.js';
import type { ModVersionModel } from '../../../platform/database/generated/models.js';
import { shown } from '../../../registry/details.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';

/** The maximum number of game versions or loaders that a detail names. */
const NAMED_AT_MOST = 5;

const listed = (names: readonly string[]) =>
  names
    .slice(0, NAMED_AT_MOST)
    .map((name) => `"${shown(name)}"`)
    .join(', ');

/**
 * `duplicate_version` with the version string and the loaders of the version that has it. Two
 * versions share a string only if both declare loaders and none is in both.
 */
export async function duplicateVersion(
  db: Tx,
  wanted: Pick<ModVersionModel, 'id' | 'modId' | 'version' | 'loaderPlatforms'>,
): Promise<RegisteredError> {
  const { id, modId, version, loaderPlatforms } = wanted;
  const others = await db.modVersion.findMany({
    where: { modId, version, id: { not: id } },
    select: { loaderPlatforms: true },
    orderBy: { id: 'asc' },
  });
  const other = others.find(
    ({ loaderPlatforms: taken }) =>
      taken.length === 0 ||
      loaderPlatforms.length === 0 ||
      taken.some((loader) => loaderPlatforms.includes(loader)),
  );
  const name = shown(version);
  if (!other) return takenMeanwhile(name);
  const loaders = listed(other.loaderPlatforms);
  if (loaders === '') {
    return problem('duplicate_version', {
      detail: {
        en: `The mod already has a version "${name}" without loader_platforms, which stands for all loaders; choose another version string.`,
        ru: `У мода уже есть версия «${name}» без loader_platforms, то есть для всех загрузчиков; выберите другой номер версии.`,
        de: `Die Mod hat bereits eine Version „${name}“ ohne loader_platforms, also für alle Loader; wählen Sie einen anderen Versionsnamen.`,
      },
    });
  }
  return problem('duplicate_version', {
    detail: {
      en: `The mod already has a version "${name}" with the loader_platforms ${loaders}; choose another version string, or other loader_platforms.`,
      ru: `У мода уже есть версия «${name}» с loader_platforms ${loaders}; выберите другой номер версии или другие loader_platforms.`,
      de: `Die Mod hat bereits eine Version „${name}“ mit den loader_platforms ${loaders}; wählen Sie einen anderen Versionsnamen oder andere loader_platforms.`,
    },
  });
}

/** `unsupported_version` with the members of `game_versions` that the game does not list. */
export function unsupportedGameVersions(versions: readonly string[]): RegisteredError {
  const names = listed(versions);
  return problem('unsupported_version', {
    detail: {
      en: `The game does not list ${names} in game_versions; remove it, or choose versions that the game lists.`,
      ru: `В списке версий игры нет ${names} из game_versions; уберите это или выберите версии из списка игры.`,
      de: `Das Spiel führt ${names} aus game_versions nicht auf; entfernen Sie das oder wählen Sie Versionen, die das Spiel aufführt.`,
    },
  });
}

/** `invalid_state` with the members of a version that its publication fixed. */
export function fixedByPublication(members: readonly string[]): RegisteredError {
  const names = members.map(snakeCase).join(', ');
  return problem('invalid_state', {
    detail: {
      en: `The version was published, so ${names} can no longer change; leave it unchanged, or create a new version.`,
      ru: `Версия была опубликована, поэтому ${names} больше не изменить; оставьте прежнее значение или создайте новую версию.`,
      de: `Die Version wurde veröffentlicht, daher lässt sich ${names} nicht mehr ändern; lassen Sie den Wert unverändert oder legen Sie eine neue Version an.`,
    },
  });
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `duplicate_version` if the other version was renamed or deleted before this look-up. */
function takenMeanwhile(name: string): RegisteredError {
  return problem('duplicate_version', {
    detail: {
      en: `Another version of the mod had the version string "${name}" at the same time; try again, or choose another version string.`,
      ru: `В этот момент номер «${name}» был у другой версии мода; повторите попытку или выберите другой номер версии.`,
      de: `Gleichzeitig hatte eine andere Version der Mod den Namen „${name}“; versuchen Sie es erneut oder wählen Sie einen anderen Versionsnamen.`,
    },
  });
}
