import { shown } from '../../../registry/details.js';
import {
  type ErrorCode,
  problem,
  type RegisteredError,
  type TextForPeople,
} from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { missing } from '../../../request/missing.js';

/** The kinds of things that selectors of a plan name. */
export type SelectorKind = 'mod' | 'version' | 'file';

const UNKNOWN: Readonly<Record<SelectorKind, ErrorCode>> = {
  mod: 'not_found',
  version: 'not_found',
  file: 'file_not_found',
};

type SelectorTexts = Readonly<Record<SelectorKind, (id: string) => TextForPeople>>;

const UNKNOWN_TEXTS: SelectorTexts = {
  mod: (id) => ({
    en: `There is no mod ${id} that you can install for this game; check the id, or leave it out.`,
    ru: `Для этой игры нет мода ${id}, который вы можете установить; проверьте идентификатор или уберите его из запроса.`,
    de: `Für dieses Spiel gibt es keine Mod ${id}, die Sie installieren können; prüfen Sie die ID oder lassen Sie sie weg.`,
  }),
  version: (id) => ({
    en: `The selected mod has no version ${id} that you can install; check both ids, or leave them out.`,
    ru: `У выбранного мода нет версии ${id}, которую вы можете установить; проверьте оба идентификатора или уберите их из запроса.`,
    de: `Die gewählte Mod hat keine Version ${id}, die Sie installieren können; prüfen Sie beide IDs oder lassen Sie sie weg.`,
  }),
  file: (id) => ({
    en: `There is no file ${id} that you can install for this game; check the id, or leave it out.`,
    ru: `Для этой игры нет файла ${id}, который вы можете установить; проверьте идентификатор или уберите его из запроса.`,
    de: `Für dieses Spiel gibt es keine Datei ${id}, die Sie installieren können; prüfen Sie die ID oder lassen Sie sie weg.`,
  }),
};

const GONE_TEXTS: SelectorTexts = {
  mod: (id) => ({
    en: `The mod ${id} was deleted; leave it out.`,
    ru: `Мод ${id} удалён; уберите его из запроса.`,
    de: `Die Mod ${id} wurde gelöscht; lassen Sie sie weg.`,
  }),
  version: (id) => ({
    en: `The version ${id} was withdrawn or deleted; select another version of the mod.`,
    ru: `Версия ${id} отозвана или удалена; выберите другую версию мода.`,
    de: `Die Version ${id} wurde zurückgezogen oder gelöscht; wählen Sie eine andere Version der Mod.`,
  }),
  file: (id) => ({
    en: `The file ${id} was withdrawn or deleted; select another version of the mod.`,
    ru: `Файл ${id} отозван или удалён; выберите другую версию мода.`,
    de: `Die Datei ${id} wurde zurückgezogen oder gelöscht; wählen Sie eine andere Version der Mod.`,
  }),
};

/**
 * Returns the error for a selector that is unknown, hidden or of another game: `file_not_found` for
 * a file, else `not_found`. Returns `gone` for a deleted one.
 */
export async function refusedSelector(
  ctx: RequestContext,
  kind: SelectorKind,
  id: string,
): Promise<RegisteredError> {
  const { code } = await missing(ctx, id, UNKNOWN[kind]);
  if (code === 'gone') return goneSelector(kind, id);
  return problem(code, { detail: UNKNOWN_TEXTS[kind](shown(id)) });
}

/** `gone` for a selector that was withdrawn or deleted. */
export function goneSelector(kind: SelectorKind, id: string): RegisteredError {
  return problem('gone', { detail: GONE_TEXTS[kind](shown(id)) });
}

/** `unsupported_version` for a game version that the game does not list. */
export function unknownGameVersion(slug: string, gameVersion: string): RegisteredError {
  const game = shown(slug);
  const version = shown(gameVersion);
  return problem('unsupported_version', {
    detail: {
      en: `The game "${game}" has no version "${version}"; choose one of its listed versions.`,
      ru: `У игры «${game}» нет версии «${version}»; выберите одну из версий этой игры.`,
      de: `Das Spiel „${game}“ hat keine Version „${version}“; wählen Sie eine der aufgeführten Versionen.`,
    },
  });
}

/**
 * Returns `validation_failed` for a plan or an update check above its limits, because a retry would
 * not help.
 */
export function tooComplex(field: string): RegisteredError {
  return problem('validation_failed', { fields: [{ field, code: 'too_complex' }] });
}
