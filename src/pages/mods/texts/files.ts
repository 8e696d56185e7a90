import type { PluralForms, Texts } from '../../kit/index.js';

/** The texts about files and their downloads. */
interface FileTexts {
  readonly download: string;
  readonly downloadOf: (version: string) => string;
  readonly handOff: string;
  readonly handOffWhat: string;
  readonly handOffHow: readonly string[];
  readonly commandLine: string;
  readonly commandLineHow: string;
  readonly files: string;
  readonly noFiles: string;
  /** The link from a later page of files to the first one. */
  readonly firstFiles: string;
  readonly moreFiles: PluralForms;
  readonly elsewhere: string;
  readonly size: string;
  readonly checksum: string;
  readonly copy: string;
  readonly copied: string;
  readonly scan: string;
  readonly scans: Readonly<Record<'clean' | 'waiting' | 'skipped' | 'bad', string>>;
  readonly optionalFile: string;
  readonly starts: string;
  readonly startsWhat: string;
  readonly startNow: string;
  readonly backToMod: string;
}

/** The texts by language. */
export const FILE_TEXTS: Texts<FileTexts> = {
  en: {
    download: 'Download',
    downloadOf: (version) => `Download ${version}`,
    handOff: 'Install with a mod manager',
    handOffWhat: 'You have no mod manager?',
    handOffHow: [
      'A mod manager is a program that installs mods for you, with everything that they need. The button opens it with this file. It works only with a manager that supports this site.',
      'Without one, download the file, compare its SHA-256 and follow the instructions of the mod or of the game.',
    ],
    commandLine: 'Or install it on the command line, with everything that it needs.',
    commandLineHow: 'How to install the command',
    files: 'Files',
    noFiles: 'You cannot download any file of this version.',
    firstFiles: 'Show the first files',
    moreFiles: { one: 'Show {n} more file', other: 'Show {n} more files' },
    elsewhere: 'Another service hosts this file. The download leads there.',
    size: 'Size',
    checksum: 'SHA-256',
    copy: 'Copy',
    copied: 'Copied',
    scan: 'Malware scan',
    scans: {
      clean: 'No malware found',
      waiting: 'The scan is not finished yet',
      skipped: 'This file was not scanned',
      bad: 'The file did not pass the scan. Do not install it',
    },
    optionalFile: 'Optional file',
    starts: 'Your download starts',
    startsWhat: 'Another service hosts the file. If nothing happens, start the download yourself.',
    startNow: 'Start the download',
    backToMod: 'Back to the version',
  },
  ru: {
    download: 'Скачать',
    downloadOf: (version) => `Скачать ${version}`,
    handOff: 'Установить через менеджер модов',
    handOffWhat: 'Нет менеджера модов?',
    handOffHow: [
      'Менеджер модов — программа, которая сама устанавливает моды и всё, что им нужно. Кнопка откроет в ней этот файл. Это работает только с менеджером, который поддерживает этот сайт.',
      'Без менеджера скачайте файл, сверьте его SHA-256 и следуйте указаниям мода или игры.',
    ],
    commandLine: 'Или установите его из командной строки вместе со всем необходимым.',
    commandLineHow: 'Как установить команду',
    files: 'Файлы',
    noFiles: 'У этой версии нет файлов, которые можно скачать.',
    firstFiles: 'Показать первые файлы',
    moreFiles: {
      one: 'Показать ещё {n} файл',
      few: 'Показать ещё {n} файла',
      many: 'Показать ещё {n} файлов',
      other: 'Показать ещё {n} файла',
    },
    elsewhere: 'Этот файл хранится на другом сервисе. Скачивание начнётся там.',
    size: 'Размер',
    checksum: 'SHA-256',
    copy: 'Копировать',
    copied: 'Скопировано',
    scan: 'Проверка на вирусы',
    scans: {
      clean: 'Вредоносный код не найден',
      waiting: 'Проверка ещё не закончена',
      skipped: 'Этот файл не проверялся',
      bad: 'Файл не прошёл проверку. Не устанавливайте его',
    },
    optionalFile: 'Дополнительный файл',
    starts: 'Скачивание начинается',
    startsWhat:
      'Файл хранится на другом сервисе. Если ничего не происходит, начните скачивание сами.',
    startNow: 'Начать скачивание',
    backToMod: 'Назад к версии',
  },
  de: {
    download: 'Herunterladen',
    downloadOf: (version) => `${version} herunterladen`,
    handOff: 'Mit einem Mod-Manager installieren',
    handOffWhat: 'Sie haben keinen Mod-Manager?',
    handOffHow: [
      'Ein Mod-Manager ist ein Programm, das Mods mit allem installiert, was sie brauchen. Die Schaltfläche öffnet ihn mit dieser Datei. Das geht nur mit einem Manager, der diese Website unterstützt.',
      'Ohne Manager laden Sie die Datei herunter, vergleichen ihren SHA-256 und folgen der Anleitung der Mod oder des Spiels.',
    ],
    commandLine: 'Oder installieren Sie sie über die Befehlszeile, mit allem, was sie braucht.',
    commandLineHow: 'So installieren Sie den Befehl',
    files: 'Dateien',
    noFiles: 'Von dieser Version lässt sich keine Datei herunterladen.',
    firstFiles: 'Die ersten Dateien anzeigen',
    moreFiles: {
      one: '{n} weitere Datei anzeigen',
      other: '{n} weitere Dateien anzeigen',
    },
    elsewhere: 'Diese Datei liegt bei einem anderen Dienst. Der Download führt dorthin.',
    size: 'Größe',
    checksum: 'SHA-256',
    copy: 'Kopieren',
    copied: 'Kopiert',
    scan: 'Prüfung auf Schadsoftware',
    scans: {
      clean: 'Keine Schadsoftware gefunden',
      waiting: 'Die Prüfung ist noch nicht abgeschlossen',
      skipped: 'Diese Datei wurde nicht geprüft',
      bad: 'Die Datei hat die Prüfung nicht bestanden. Installieren Sie sie nicht',
    },
    optionalFile: 'Optionale Datei',
    starts: 'Ihr Download beginnt',
    startsWhat:
      'Die Datei liegt bei einem anderen Dienst. Wenn nichts passiert, starten Sie den Download selbst.',
    startNow: 'Download starten',
    backToMod: 'Zurück zur Version',
  },
};
