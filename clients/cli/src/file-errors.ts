import type { Texts } from './language.js';
import { texts } from './language.js';

const TEXTS: Readonly<Record<string, Texts>> = {
  ENOSPC: texts({ en: 'the disk is full', de: 'die Platte ist voll', ru: 'диск заполнен' }),
  EDQUOT: texts({
    en: 'your disk quota is used up',
    de: 'das Plattenkontingent ist erschöpft',
    ru: 'дисковая квота исчерпана',
  }),
  EFBIG: texts({
    en: 'the file is larger than this system allows',
    de: 'die Datei ist größer, als dieses System erlaubt',
    ru: 'файл больше, чем допускает система',
  }),
  EACCES: texts({ en: 'access is denied', de: 'der Zugriff ist verweigert', ru: 'нет доступа' }),
  EPERM: texts({
    en: 'the system does not permit it',
    de: 'das System erlaubt es nicht',
    ru: 'система это запрещает',
  }),
  EROFS: texts({
    en: 'the file system is read-only',
    de: 'das Dateisystem ist schreibgeschützt',
    ru: 'файловая система доступна только для чтения',
  }),
  ENOENT: texts({ en: 'it does not exist', de: 'nicht vorhanden', ru: 'не существует' }),
  EEXIST: texts({
    en: 'something else is in its place',
    de: 'etwas anderes ist an seiner Stelle',
    ru: 'на этом месте находится что-то другое',
  }),
  ENOTDIR: texts({ en: 'it is not a folder', de: 'es ist kein Ordner', ru: 'это не папка' }),
  EISDIR: texts({ en: 'it is a folder', de: 'es ist ein Ordner', ru: 'это папка' }),
  ELOOP: texts({
    en: 'it is a symbolic link',
    de: 'es ist eine symbolische Verknüpfung',
    ru: 'это символическая ссылка',
  }),
};

/** Whether an error is the system error with this code. */
export function isErrno(error: unknown, code: string): boolean {
  return errnoOf(error) === code;
}

/** The code of a system error, such as `ENOSPC`; null for other errors. */
export function errnoOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('syscall' in error || 'errno' in error)) return null;
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/**
 * The reason of an error for people: a text in all languages for a common system error, the code of
 * any other system error, and the message of any other error.
 */
export function errnoText(error: unknown): Texts | string {
  const code = errnoOf(error);
  if (code !== null) return TEXTS[code] ?? code;
  return error instanceof Error ? error.message : String(error);
}
