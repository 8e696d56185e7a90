import type { PluralForms, Texts } from '../../kit/index.js';

/** The channels of a version. */
type Channel = 'release' | 'beta' | 'alpha';

/** The states of a version that only its team sees, and the archived one. */
type State =
  | 'draft'
  | 'validating'
  | 'scanning'
  | 'ready'
  | 'failed'
  | 'withdrawn'
  | 'archived'
  | 'deleted';

/** The texts about versions and their files. */
interface VersionTexts {
  readonly title: (mod: string) => string;
  readonly versionTitle: (mod: string, version: string) => string;
  readonly channel: string;
  readonly channels: Readonly<Record<Channel, string>>;
  readonly states: Readonly<Record<State, string>>;
  readonly gameVersion: string;
  readonly loader: string;
  readonly any: string;
  readonly filter: string;
  readonly clear: string;
  readonly none: string;
  readonly noneFit: string;
  readonly older: string;
  readonly newest: string;
  readonly oddFilter: string;
  readonly oddWhat: string;
  readonly toVersions: string;
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
  /** Precedes the game versions and loaders of a version. */
  readonly fits: string;
  /** In place of game versions or loaders that a version does not name. */
  readonly fitsAny: string;
  readonly size: string;
  readonly checksum: string;
  readonly copy: string;
  readonly copied: string;
  readonly scan: string;
  readonly scans: Readonly<Record<'clean' | 'waiting' | 'skipped' | 'bad', string>>;
  readonly optionalFile: string;
  readonly changelog: string;
  readonly noChangelog: string;
  readonly dependencies: string;
  readonly noDependencies: string;
  readonly dependencyKinds: Readonly<
    Record<'required' | 'optional' | 'embedded' | 'conflict', string>
  >;
  readonly provenance: string;
  readonly provenanceWhat: string;
  readonly repository: string;
  readonly commit: string;
  readonly ref: string;
  readonly workflow: string;
  readonly run: string;
  readonly toRun: string;
  readonly issuer: string;
  readonly unknownMod: string;
  readonly preview: string;
  readonly starts: string;
  readonly startsWhat: string;
  readonly startNow: string;
  readonly backToMod: string;
}

/** The texts by language. */
export const VERSION_TEXTS: Texts<VersionTexts> = {
  en: {
    title: (mod) => `Versions of ${mod}`,
    versionTitle: (mod, version) => `${mod} ${version}`,
    channel: 'Stability',
    channels: { release: 'Release', beta: 'Beta', alpha: 'Alpha' },
    states: {
      draft: 'Draft',
      validating: 'Being checked',
      scanning: 'Being scanned',
      ready: 'Ready to publish',
      failed: 'Failed',
      withdrawn: 'Withdrawn',
      archived: 'Archived',
      deleted: 'Deleted',
    },
    gameVersion: 'Game version',
    loader: 'Loader',
    any: 'Any',
    filter: 'Filter',
    clear: 'Show all versions',
    none: 'No version is published yet.',
    noneFit: 'No version fits these filters.',
    older: 'Older versions',
    newest: 'Newest versions',
    oddFilter: 'This list cannot be shown',
    oddWhat:
      'The address names something that this list does not have. Begin with the newest versions and choose from the lists.',
    toVersions: 'Go to all versions of this mod',
    download: 'Download',
    downloadOf: (version) => `Download ${version}`,
    handOff: 'Install with a mod manager',
    handOffWhat: 'You have no mod manager?',
    handOffHow: [
      'A mod manager is a program that installs mods for you, with everything that they need. The button opens it with this file. It works only with a manager that supports this site.',
      'Without one, download the file, compare its SHA-256 and follow the instructions of the mod or of the game.',
    ],
    commandLine: 'Or install it on the command line, with everything that it needs.',
    commandLineHow: 'How to get it',
    files: 'Files',
    noFiles: 'No file of this version can be downloaded.',
    firstFiles: 'Show the first files',
    moreFiles: { one: 'Show {n} more file', other: 'Show {n} more files' },
    elsewhere: 'Another service hosts this file. The download leads there.',
    fits: 'For',
    fitsAny: 'Any',
    size: 'Size',
    checksum: 'SHA-256',
    copy: 'Copy',
    copied: 'Copied',
    scan: 'Malware scan',
    scans: {
      clean: 'No malware found',
      waiting: 'The scan is not finished yet',
      skipped: 'This file was not scanned',
      bad: 'The scan failed. Do not install this file',
    },
    optionalFile: 'Optional file',
    changelog: 'Changes',
    noChangelog: 'The author has not described the changes.',
    dependencies: 'Dependencies',
    noDependencies: 'This version needs no other mod.',
    dependencyKinds: {
      required: 'Required',
      optional: 'Optional',
      embedded: 'Included',
      conflict: 'Does not work with',
    },
    provenance: 'Where it was built',
    provenanceWhat: 'A CI service built and published these files. It confirms:',
    repository: 'Repository',
    commit: 'Commit',
    ref: 'Branch or tag',
    workflow: 'Workflow',
    run: 'Run',
    toRun: 'Show the run and its log',
    issuer: 'Confirmed by',
    unknownMod: 'A mod that is not available',
    preview: 'See what would be installed',
    starts: 'Your download starts',
    startsWhat: 'Another service hosts the file. If nothing happens, start the download yourself.',
    startNow: 'Start the download',
    backToMod: 'Back to the version',
  },
  ru: {
    title: (mod) => `Версии мода ${mod}`,
    versionTitle: (mod, version) => `${mod} ${version}`,
    channel: 'Стабильность',
    channels: { release: 'Релиз', beta: 'Бета', alpha: 'Альфа' },
    states: {
      draft: 'Черновик',
      validating: 'Проверяется',
      scanning: 'Сканируется',
      ready: 'Готова к публикации',
      failed: 'Ошибка',
      withdrawn: 'Отозвана',
      archived: 'В архиве',
      deleted: 'Удалена',
    },
    gameVersion: 'Версия игры',
    loader: 'Загрузчик',
    any: 'Не важно',
    filter: 'Показать',
    clear: 'Показать все версии',
    none: 'Опубликованных версий пока нет.',
    noneFit: 'Под эти условия не подходит ни одна версия.',
    older: 'Более старые версии',
    newest: 'Самые новые версии',
    oddFilter: 'Этот список нельзя показать',
    oddWhat:
      'В адресе указано то, чего в этом списке нет. Начните с самых новых версий и выберите значения из списков.',
    toVersions: 'Ко всем версиям этого мода',
    download: 'Скачать',
    downloadOf: (version) => `Скачать ${version}`,
    handOff: 'Установить через менеджер модов',
    handOffWhat: 'Нет менеджера модов?',
    handOffHow: [
      'Менеджер модов — программа, которая сама устанавливает моды и всё, что им нужно. Кнопка откроет в ней этот файл. Это работает только с менеджером, который поддерживает этот сайт.',
      'Без менеджера скачайте файл, сверьте его SHA-256 и следуйте указаниям мода или игры.',
    ],
    commandLine: 'Или установите его в командной строке, вместе со всем необходимым.',
    commandLineHow: 'Как её получить',
    files: 'Файлы',
    noFiles: 'У этой версии нет файлов, которые можно скачать.',
    firstFiles: 'Показать первые файлы',
    moreFiles: {
      one: 'Показать ещё {n} файл',
      few: 'Показать ещё {n} файла',
      many: 'Показать ещё {n} файлов',
      other: 'Показать ещё {n} файла',
    },
    elsewhere: 'Этот файл хранится на другом сервисе. Загрузка начнётся там.',
    fits: 'Для',
    fitsAny: 'Любые',
    size: 'Размер',
    checksum: 'SHA-256',
    copy: 'Копировать',
    copied: 'Скопировано',
    scan: 'Проверка на вирусы',
    scans: {
      clean: 'Вредоносный код не найден',
      waiting: 'Проверка ещё не закончена',
      skipped: 'Этот файл не проверялся',
      bad: 'Проверка не пройдена. Не устанавливайте этот файл',
    },
    optionalFile: 'Дополнительный файл',
    changelog: 'Изменения',
    noChangelog: 'Автор не описал изменения.',
    dependencies: 'Зависимости',
    noDependencies: 'Этой версии не нужны другие моды.',
    dependencyKinds: {
      required: 'Обязательно',
      optional: 'По желанию',
      embedded: 'Уже внутри',
      conflict: 'Несовместимо с',
    },
    provenance: 'Где это собрано',
    provenanceWhat: 'Эти файлы собрал и опубликовал CI-сервис. Он подтверждает:',
    repository: 'Репозиторий',
    commit: 'Коммит',
    ref: 'Ветка или тег',
    workflow: 'Рабочий процесс',
    run: 'Запуск',
    toRun: 'Показать запуск и его журнал',
    issuer: 'Подтверждает',
    unknownMod: 'Мод, который недоступен',
    preview: 'Посмотреть, что установится',
    starts: 'Загрузка начинается',
    startsWhat:
      'Файл хранится на другом сервисе. Если ничего не происходит, начните загрузку вручную.',
    startNow: 'Начать загрузку',
    backToMod: 'Назад к версии',
  },
  de: {
    title: (mod) => `Versionen von ${mod}`,
    versionTitle: (mod, version) => `${mod} ${version}`,
    channel: 'Stabilität',
    channels: { release: 'Release', beta: 'Beta', alpha: 'Alpha' },
    states: {
      draft: 'Entwurf',
      validating: 'Wird geprüft',
      scanning: 'Wird gescannt',
      ready: 'Bereit zur Veröffentlichung',
      failed: 'Fehlgeschlagen',
      withdrawn: 'Zurückgezogen',
      archived: 'Archiviert',
      deleted: 'Gelöscht',
    },
    gameVersion: 'Spielversion',
    loader: 'Loader',
    any: 'Alle',
    filter: 'Filtern',
    clear: 'Alle Versionen zeigen',
    none: 'Noch ist keine Version veröffentlicht.',
    noneFit: 'Keine Version passt zu diesen Filtern.',
    older: 'Ältere Versionen',
    newest: 'Neueste Versionen',
    oddFilter: 'Diese Liste lässt sich nicht zeigen',
    oddWhat:
      'Die Adresse nennt etwas, das diese Liste nicht hat. Beginnen Sie mit den neuesten Versionen und wählen Sie aus den Listen.',
    toVersions: 'Zu allen Versionen dieser Mod',
    download: 'Herunterladen',
    downloadOf: (version) => `${version} herunterladen`,
    handOff: 'Mit einem Mod-Manager installieren',
    handOffWhat: 'Sie haben keinen Mod-Manager?',
    handOffHow: [
      'Ein Mod-Manager ist ein Programm, das Mods mit allem installiert, was sie brauchen. Die Schaltfläche öffnet ihn mit dieser Datei. Das geht nur mit einem Manager, der diese Seite unterstützt.',
      'Ohne Manager laden Sie die Datei herunter, vergleichen ihre SHA-256 und folgen der Anleitung der Mod oder des Spiels.',
    ],
    commandLine: 'Oder installieren Sie sie auf der Befehlszeile, mit allem, was sie braucht.',
    commandLineHow: 'So bekommen Sie sie',
    files: 'Dateien',
    noFiles: 'Von dieser Version lässt sich keine Datei herunterladen.',
    firstFiles: 'Die ersten Dateien anzeigen',
    moreFiles: {
      one: '{n} weitere Datei anzeigen',
      other: '{n} weitere Dateien anzeigen',
    },
    elsewhere: 'Diese Datei liegt bei einem anderen Dienst. Der Download führt dorthin.',
    fits: 'Für',
    fitsAny: 'Alle',
    size: 'Größe',
    checksum: 'SHA-256',
    copy: 'Kopieren',
    copied: 'Kopiert',
    scan: 'Malware-Scan',
    scans: {
      clean: 'Keine Malware gefunden',
      waiting: 'Der Scan ist noch nicht fertig',
      skipped: 'Diese Datei wurde nicht gescannt',
      bad: 'Der Scan ist gescheitert. Installieren Sie diese Datei nicht',
    },
    optionalFile: 'Optionale Datei',
    changelog: 'Änderungen',
    noChangelog: 'Der Autor hat die Änderungen nicht beschrieben.',
    dependencies: 'Abhängigkeiten',
    noDependencies: 'Diese Version braucht keine andere Mod.',
    dependencyKinds: {
      required: 'Erforderlich',
      optional: 'Optional',
      embedded: 'Enthalten',
      conflict: 'Nicht zusammen mit',
    },
    provenance: 'Wo es gebaut wurde',
    provenanceWhat: 'Ein CI-Dienst hat diese Dateien gebaut und veröffentlicht. Er bestätigt:',
    repository: 'Repository',
    commit: 'Commit',
    ref: 'Branch oder Tag',
    workflow: 'Workflow',
    run: 'Lauf',
    toRun: 'Lauf und Protokoll ansehen',
    issuer: 'Bestätigt von',
    unknownMod: 'Eine Mod, die nicht verfügbar ist',
    preview: 'Zeigen, was installiert würde',
    starts: 'Ihr Download beginnt',
    startsWhat:
      'Die Datei liegt bei einem anderen Dienst. Wenn nichts passiert, starten Sie den Download selbst.',
    startNow: 'Download starten',
    backToMod: 'Zurück zur Version',
  },
};
