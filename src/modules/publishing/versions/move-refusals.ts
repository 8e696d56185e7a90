import type { Tx } from '../../../platform/database/connect.js';
import type { VersionState } from '../../../platform/database/generated/enums.js';
import type { ArtifactModel } from '../../../platform/database/generated/models.js';
import { shown } from '../../../registry/details.js';
import { problem, type RegisteredError, type TextForPeople } from '../../../registry/errors.js';

/** The states from which each move can start, as a detail names them. */
const STARTS: Readonly<Record<'archive' | 'withdraw' | 'restore', string>> = {
  archive: '"published"',
  withdraw: '"published", "archived"',
  restore: '"archived", "withdrawn"',
};

/**
 * `invalid_state_transition` for a version in another state than its move needs. The detail names
 * the states `starts`; if that is empty, all states from which the move can start.
 */
export function notMovable(
  event: keyof typeof STARTS,
  state: VersionState,
  starts: readonly VersionState[] = [],
): RegisteredError {
  const from = starts.length > 0 ? starts.map((name) => `"${name}"`).join(', ') : STARTS[event];
  return problem('invalid_state_transition', {
    detail: {
      en: `The version is "${state}", but this step is possible only from ${from}; read the version again and choose a step that its state allows.`,
      ru: `Версия в состоянии «${state}», а этот шаг возможен только из ${from}; запросите версию заново и выберите подходящий шаг.`,
      de: `Die Version ist „${state}“, dieser Schritt ist aber nur aus ${from} möglich; rufen Sie die Version neu ab und wählen Sie einen passenden Schritt.`,
    },
  });
}

/** `invalid_state_transition` for a version that changed between the read and the move. */
export function movedMeanwhile(): RegisteredError {
  return problem('invalid_state_transition', {
    detail: {
      en: 'Another request changed the state of the version at the same time; read the version and decide again.',
      ru: 'Другой запрос одновременно изменил состояние версии; запросите её заново и решите ещё раз.',
      de: 'Eine andere Anfrage hat den Zustand der Version gleichzeitig geändert; rufen Sie die Version neu ab und entscheiden Sie noch einmal.',
    },
  });
}

/** `invalid_state_transition` for the end of a takedown that does not exist. */
export function notTakenDown(): RegisteredError {
  return problem('invalid_state_transition', {
    detail: {
      en: 'No moderator took the version down, so there is no takedown to lift; its team can restore a withdrawn version itself.',
      ru: 'Модератор не снимал эту версию с публикации; отозванную версию её команда может восстановить сама.',
      de: 'Die Moderation hat diese Version nicht gesperrt; eine zurückgezogene Version kann ihr Team selbst wiederherstellen.',
    },
  });
}

/** `forbidden` for the restoration of a version that a moderator took down. */
export function takenDown(): RegisteredError {
  return problem('forbidden', {
    detail: {
      en: 'A moderator took this version down; ask the moderators to lift the takedown, or publish a corrected version.',
      ru: 'Эту версию снял с публикации модератор; попросите модераторов отменить снятие или опубликуйте исправленную версию.',
      de: 'Die Moderation hat diese Version gesperrt; bitten Sie die Moderation, die Sperre aufzuheben, oder veröffentlichen Sie eine korrigierte Version.',
    },
  });
}

/** `invalid_state` for a version that differs from its first publication. Only logs see `log`. */
export function otherThanPublished(log: string): RegisteredError {
  return problem('invalid_state', {
    log,
    detail: {
      en: 'The version differs from what was published, so it cannot be restored; create a new version.',
      ru: 'Версия отличается от опубликованной, поэтому её нельзя восстановить; создайте новую версию.',
      de: 'Die Version weicht von der veröffentlichten ab und lässt sich nicht wiederherstellen; legen Sie eine neue Version an.',
    },
  });
}

/** `invalid_state` for a mod whose state does not allow the step, or changed in the meantime. */
export function modMoved(): RegisteredError {
  return problem('invalid_state', {
    detail: {
      en: 'The state of the mod does not allow this, or changed at the same time; read the mod again, then try again.',
      ru: 'Состояние мода этого не допускает или одновременно изменилось; запросите мод заново и повторите попытку.',
      de: 'Der Zustand der Mod lässt das nicht zu oder hat sich gleichzeitig geändert; rufen Sie die Mod neu ab und versuchen Sie es noch einmal.',
    },
  });
}

/**
 * Refuses a change that would let a version of a taken down mod become public. Locks the mod, so
 * that no takedown begins before the change is done. Throws `forbidden`.
 */
export async function requireNoModTakedown(tx: Tx, modId: string): Promise<void> {
  const [mod] = await tx.$queryRaw<{ takenDownAt: Date | null }[]>`
    select taken_down_at as "takenDownAt" from mods where id = ${modId}::uuid for update`;
  if (mod?.takenDownAt) throw problem('forbidden', { detail: MOD_TAKEN_DOWN });
}

/** For the team, and for a moderator who lifts the takedown of one version. */
const MOD_TAKEN_DOWN: TextForPeople = {
  en: 'A moderator took this mod down; its team can read the reason in the dashboard. A moderator has to lift the takedown of the whole mod first.',
  ru: 'Этот мод снял с публикации модератор; команда может прочитать причину в панели управления. Сначала модератор должен отменить снятие всего мода.',
  de: 'Die Moderation hat diese Mod gesperrt; ihr Team kann den Grund im Dashboard lesen. Zuerst muss die Moderation die Sperre der ganzen Mod aufheben.',
};

/** A file as a detail names it. */
type NamedFile = Pick<ArtifactModel, 'id' | 'originalFilename' | 'label'>;

const nameOf = ({ originalFilename, label, id }: NamedFile) =>
  shown(originalFilename ?? label ?? id);

/**
 * `file_not_ready` for a version that cannot return, because the stored bytes of this file are not
 * the published ones. A null file means that the main file is missing or in another state. Only
 * logs see `log`.
 */
export function fileNotRestorable(file: NamedFile | null, log?: string): RegisteredError {
  return problem('file_not_ready', {
    detail: file ? notStored(nameOf(file)) : NO_MAIN_FILE,
    ...(log === undefined ? {} : { log }),
  });
}

const NO_MAIN_FILE: TextForPeople = {
  en: 'The main file of the version is missing or in another state, so the version cannot be restored; create a new version with the file.',
  ru: 'Основного файла версии нет, или он в другом состоянии, поэтому версию нельзя восстановить; создайте новую версию с этим файлом.',
  de: 'Die Hauptdatei der Version fehlt oder ist in einem anderen Zustand, daher lässt sich die Version nicht wiederherstellen; legen Sie mit der Datei eine neue Version an.',
};

function notStored(name: string): TextForPeople {
  return {
    en: `The stored bytes of the file "${name}" differ from the published ones; create a new version and upload the file there.`,
    ru: `Сохранённые байты файла «${name}» отличаются от опубликованных; создайте новую версию и загрузите файл туда.`,
    de: `Die gespeicherten Bytes der Datei „${name}“ weichen von den veröffentlichten ab; legen Sie eine neue Version an und laden Sie die Datei dort hoch.`,
  };
}

/** `file_not_ready` for an external file without a recent confirmation by its provider. */
export function unconfirmed(file: NamedFile): RegisteredError {
  const name = nameOf(file);
  return problem('file_not_ready', {
    detail: {
      en: `The provider of the external file "${name}" has not confirmed it recently; restore the version after its next check.`,
      ru: `Провайдер внешнего файла «${name}» давно его не подтверждал; восстановите версию после следующей проверки.`,
      de: `Der Anbieter der externen Datei „${name}“ hat sie zuletzt nicht bestätigt; stellen Sie die Version nach der nächsten Prüfung wieder her.`,
    },
  });
}

/** `file_not_ready` for a file that does not meet the condition of the move (`Move.files`). */
export function fileChanged(): RegisteredError {
  return problem('file_not_ready', {
    detail: {
      en: 'A file of the version did not pass its scan, is not stored, or is not confirmed; check the files of the version, then create a new version without that file.',
      ru: 'Один из файлов версии не проверен, не сохранён или не подтверждён; проверьте файлы версии и создайте новую версию без него.',
      de: 'Eine Datei der Version hat die Prüfung nicht bestanden, ist nicht gespeichert oder nicht bestätigt; prüfen Sie die Dateien der Version und legen Sie eine neue Version ohne diese Datei an.',
    },
  });
}

/** `av_scan_rejected` for a file that is unsafe, or whose scan status is not `clean`. */
export function unsafeFile(file: NamedFile): RegisteredError {
  const name = nameOf(file);
  return problem('av_scan_rejected', {
    detail: {
      en: `The file "${name}" did not pass the security scan; create a new version with a clean file.`,
      ru: `Файл «${name}» не прошёл проверку безопасности; создайте новую версию с чистым файлом.`,
      de: `Die Datei „${name}“ hat die Sicherheitsprüfung nicht bestanden; legen Sie eine neue Version mit einer sauberen Datei an.`,
    },
  });
}
