import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type { VersionState } from '../../../platform/database/generated/enums.js';
import type {
  ArtifactModel,
  ModVersionModel,
  UploadSessionModel,
} from '../../../platform/database/generated/models.js';
import { shown } from '../../../registry/details.js';
import { problem, type RegisteredError, type TextForPeople } from '../../../registry/errors.js';
import { UNDER_WAY } from '../uploads/session/same-file.js';

/**
 * Returns `version_not_ready` for a version in another state than `ready`, with the reason. If a
 * file is under way, throws the `version_not_ready` of `requireNoneUnderWay` instead.
 */
export async function refusedState(db: Tx, versionId: string): Promise<RegisteredError> {
  await requireNoneUnderWay(db, versionId);
  const { state } = await db.modVersion.findUniqueOrThrow({
    where: { id: versionId },
    select: { state: true },
  });
  const detail = STATE_TEXTS[state];
  return problem('version_not_ready', detail ? { detail } : {});
}

/** The condition for the uploads of a version that are in checks or in review. */
export const uploadsUnderWay = (versionId: string): Prisma.UploadSessionWhereInput => ({
  versionId,
  state: { in: [...UNDER_WAY] },
});

/** The condition for the external files of a version whose first examination has not ended. */
export const unexamined = (versionId: string): Prisma.ArtifactWhereInput => ({
  versionId,
  source: 'external_provider_reference',
  state: 'pending',
});

/**
 * Throws `version_not_ready` with the file if an upload of the version is in checks or in review,
 * or an external file is being examined. Such a file could not be added later, because a published
 * version never changes (Spec 3.3). Under the lock of the mod, the result holds until the
 * transaction ends.
 */
export async function requireNoneUnderWay(db: Tx, versionId: string): Promise<void> {
  const first = { orderBy: { id: 'asc' } } as const;
  const upload = await db.uploadSession.findFirst({ where: uploadsUnderWay(versionId), ...first });
  if (upload) throw problem('version_not_ready', { detail: underWayText(upload) });
  const file = await db.artifact.findFirst({ where: unexamined(versionId), ...first });
  if (file) throw problem('version_not_ready', { detail: unexaminedText(file) });
}

/** The `version_not_ready` of a version whose main file is missing, or cannot be published. */
export async function refusedMainFile(
  db: Tx,
  { primaryArtifactId }: Pick<ModVersionModel, 'primaryArtifactId'>,
): Promise<RegisteredError> {
  const file = primaryArtifactId
    ? await db.artifact.findUnique({ where: { id: primaryArtifactId } })
    : null;
  if (!file) return problem('version_not_ready', { detail: NO_MAIN_FILE });
  const detail =
    file.source === 'external_provider_reference' ? externalText(file) : unsafeText(file);
  return problem('version_not_ready', { detail });
}

/** The `version_not_ready` of a file whose upload did not pass its checks. */
export function refusedUpload(file: ArtifactModel): RegisteredError {
  return problem('version_not_ready', { detail: unsafeText(file) });
}

/** The `missing_sha256` of a file whose SHA-256 is unknown. */
export function undigested(file: ArtifactModel): RegisteredError {
  const { id } = file;
  const name = nameOf(file);
  return problem('missing_sha256', {
    status: 409,
    detail: {
      en: `The SHA-256 of the file "${name}" (${id}) is unknown, so players could not verify it; upload the file again.`,
      ru: `SHA-256 файла «${name}» (${id}) неизвестен, поэтому игроки не смогут его проверить; загрузите файл заново.`,
      de: `Der SHA-256 der Datei „${name}“ (${id}) ist unbekannt, daher könnten Spieler sie nicht prüfen; laden Sie die Datei erneut hoch.`,
    },
  });
}

/** The name of a file in a detail. Imported files may lack their original name. */
const nameOf = ({ originalFilename, label, id }: ArtifactModel) =>
  shown(originalFilename ?? label ?? id);

function underWayText({ id, filename, state }: UploadSessionModel): TextForPeople {
  const name = shown(filename);
  return state === 'quarantined'
    ? {
        en: `The file "${name}" (upload ${id}) waits for a review by a moderator; wait for the decision, or abort the upload.`,
        ru: `Файл «${name}» (загрузка ${id}) на проверке у модератора; дождитесь решения или отмените загрузку.`,
        de: `Die Datei „${name}“ (Upload ${id}) wird von einem Moderator geprüft; warten Sie die Entscheidung ab oder brechen Sie den Upload ab.`,
      }
    : {
        en: `The file "${name}" (upload ${id}) is being scanned; wait for the result, or abort the upload.`,
        ru: `Файл «${name}» (загрузка ${id}) сканируется; дождитесь результата или отмените загрузку.`,
        de: `Die Datei „${name}“ (Upload ${id}) wird gescannt; warten Sie das Ergebnis ab oder brechen Sie den Upload ab.`,
      };
}

function unexaminedText(file: ArtifactModel): TextForPeople {
  const name = nameOf(file);
  return {
    en: `The external file "${name}" is being checked; wait for the result, then publish again.`,
    ru: `Внешний файл «${name}» проверяется; дождитесь результата и повторите публикацию.`,
    de: `Die externe Datei „${name}“ wird geprüft; warten Sie das Ergebnis ab und veröffentlichen Sie dann noch einmal.`,
  };
}

function externalText(file: ArtifactModel): TextForPeople {
  const name = nameOf(file);
  return {
    en: `The provider of the external file "${name}" has not confirmed it recently; publish after its next check.`,
    ru: `Провайдер внешнего файла «${name}» давно его не подтверждал; опубликуйте версию после следующей проверки.`,
    de: `Der Anbieter der externen Datei „${name}“ hat sie zuletzt nicht bestätigt; veröffentlichen Sie nach der nächsten Prüfung.`,
  };
}

function unsafeText(file: ArtifactModel): TextForPeople {
  const name = nameOf(file);
  return {
    en: `The file "${name}" did not pass its scan, or is not stored; upload it again, or upload another file in its place.`,
    ru: `Файл «${name}» не прошёл проверку или не сохранён; загрузите его заново или замените другим файлом.`,
    de: `Die Datei „${name}“ hat die Prüfung nicht bestanden oder ist nicht gespeichert; laden Sie sie erneut hoch oder ersetzen Sie sie durch eine andere.`,
  };
}

const NO_MAIN_FILE: TextForPeople = {
  en: 'The version has no main file; upload one and wait until the version is ready.',
  ru: 'У версии нет основного файла; загрузите его и дождитесь готовности версии.',
  de: 'Die Version hat keine Hauptdatei; laden Sie eine hoch und warten Sie, bis die Version bereit ist.',
};

const RETIRED: TextForPeople = {
  en: 'The version was published before and then archived or withdrawn; restore it, or create a new version.',
  ru: 'Версия уже была опубликована, а затем архивирована или отозвана; восстановите её или создайте новую.',
  de: 'Die Version war veröffentlicht und wurde archiviert oder zurückgezogen; stellen Sie sie wieder her oder legen Sie eine neue an.',
};

const STATE_TEXTS: Readonly<Partial<Record<VersionState, TextForPeople>>> = {
  draft: NO_MAIN_FILE,
  failed: {
    en: 'The main file of the version did not pass its checks; upload a corrected one.',
    ru: 'Основной файл версии не прошёл проверку; загрузите исправленный.',
    de: 'Die Hauptdatei der Version hat die Prüfungen nicht bestanden; laden Sie eine korrigierte hoch.',
  },
  published: {
    en: 'The version is already published; create a new version if you want to change something.',
    ru: 'Версия уже опубликована; для изменений создайте новую версию.',
    de: 'Die Version ist bereits veröffentlicht; legen Sie für Änderungen eine neue Version an.',
  },
  archived: RETIRED,
  withdrawn: RETIRED,
};
