import type { Tx } from '../../../../platform/database/connect.js';
import type { FileKind, VersionState } from '../../../../platform/database/generated/enums.js';
import { shown } from '../../../../registry/details.js';
import type { TextForPeople } from '../../../../registry/errors.js';
import { UNDER_WAY } from './same-file.js';

/** A file that its version does not accept. */
interface RefusedFile {
  readonly versionId: string;
  readonly fileKind: FileKind;
  /** The upload of the file; null before it is reserved. */
  readonly uploadId?: string | null;
}

/** The upload of a main file that prevents another file. */
interface Blocking {
  readonly id: string;
  readonly filename: string;
}

/**
 * The detail of `invalid_state` for a file that `claimVersion` refuses. It names the state of the
 * version or the blocking main upload. Without both, the version has an external main file. Only
 * the team of the version may read it.
 */
export async function closedText(db: Tx, file: RefusedFile): Promise<TextForPeople> {
  const { versionId, fileKind, uploadId = null } = file;
  const version = await db.modVersion.findUnique({
    where: { id: versionId },
    select: { state: true },
  });
  const byState = version ? STATE_TEXTS[version.state] : undefined;
  if (byState) return byState;
  const uploads = await db.uploadSession.findMany({
    where: {
      versionId,
      fileKind: 'main',
      state: { in: [...UNDER_WAY, 'ready'] },
      ...(uploadId === null ? {} : { id: { not: uploadId } }),
    },
    orderBy: { id: 'asc' },
    select: { id: true, filename: true, state: true },
  });
  const inChecks = uploads.find(
    ({ state }) => UNDER_WAY.includes(state) && state !== 'quarantined',
  );
  if (inChecks) return inChecksText(inChecks);
  const inReview = uploads.find(({ state }) => state === 'quarantined');
  if (inReview && fileKind === 'optional') return inReviewText(inReview);
  const newer = uploads.find(({ id }) => uploadId !== null && id > uploadId);
  return newer ? newerText(newer) : EXTERNAL;
}

function inChecksText({ id, filename }: Blocking): TextForPeople {
  const name = shown(filename);
  return {
    en: `The main file "${name}" of this version is being checked (upload ${id}); wait until the checks end, or abort that upload.`,
    ru: `Основной файл «${name}» этой версии проверяется (загрузка ${id}); дождитесь конца проверки или отмените ту загрузку.`,
    de: `Die Hauptdatei „${name}“ dieser Version wird geprüft (Upload ${id}); warten Sie das Ergebnis ab oder brechen Sie diesen Upload ab.`,
  };
}

function inReviewText({ id, filename }: Blocking): TextForPeople {
  const name = shown(filename);
  return {
    en: `The main file "${name}" of this version waits for a moderator (upload ${id}); wait for the decision, or abort that upload.`,
    ru: `Основной файл «${name}» этой версии на проверке у модератора (загрузка ${id}); дождитесь решения или отмените ту загрузку.`,
    de: `Die Hauptdatei „${name}“ dieser Version wird von einem Moderator geprüft (Upload ${id}); warten Sie die Entscheidung ab oder brechen Sie diesen Upload ab.`,
  };
}

function newerText({ id, filename }: Blocking): TextForPeople {
  const name = shown(filename);
  return {
    en: `The version already has the main file "${name}" from a newer upload (${id}); start a new upload to replace it.`,
    ru: `У версии уже есть основной файл «${name}» из более новой загрузки (${id}); чтобы заменить его, начните новую загрузку.`,
    de: `Die Version hat bereits die Hauptdatei „${name}“ aus einem neueren Upload (${id}); beginnen Sie einen neuen Upload, um sie zu ersetzen.`,
  };
}

const EXTERNAL: TextForPeople = {
  en: 'The version already has a main file, or an external main file is still being checked; add the file to a new version.',
  ru: 'У версии уже есть основной файл, или внешний основной файл ещё проверяется; добавьте файл к новой версии.',
  de: 'Die Version hat bereits eine Hauptdatei, oder eine externe Hauptdatei wird noch geprüft; fügen Sie die Datei einer neuen Version hinzu.',
};

const PUBLISHED: TextForPeople = {
  en: 'The version was published, so its files no longer change; add the file to a new version.',
  ru: 'Версия была опубликована, поэтому её файлы больше не меняются; добавьте файл к новой версии.',
  de: 'Die Version wurde veröffentlicht, daher ändern sich ihre Dateien nicht mehr; fügen Sie die Datei einer neuen Version hinzu.',
};

const STATE_TEXTS: Readonly<Partial<Record<VersionState, TextForPeople>>> = {
  published: PUBLISHED,
  archived: PUBLISHED,
  withdrawn: PUBLISHED,
  deleted: {
    en: 'The version was deleted; add the file to another version.',
    ru: 'Версия удалена; добавьте файл к другой версии.',
    de: 'Die Version wurde gelöscht; fügen Sie die Datei einer anderen Version hinzu.',
  },
};
