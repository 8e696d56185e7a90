import type { Texts } from '../../kit/index.js';

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

/** The texts about versions, for lists of them and the page of one. */
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
  /** Precedes the game versions and loaders of a version. */
  readonly fits: string;
  /** In place of game versions or loaders that a version does not name. */
  readonly fitsAny: string;
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
      failed: 'File rejected',
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
      'The address contains a filter or a value that does not exist here. Begin with the newest versions and choose from the lists.',
    toVersions: 'Go to all versions of this mod',
    fits: 'For',
    fitsAny: 'Any',
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
      failed: 'Файл отклонён',
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
    fits: 'Для',
    fitsAny: 'Любые',
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
    provenance: 'Происхождение файлов',
    provenanceWhat: 'Эти файлы собрала и опубликовала служба CI. Она подтверждает:',
    repository: 'Репозиторий',
    commit: 'Коммит',
    ref: 'Ветка или тег',
    workflow: 'Рабочий процесс',
    run: 'Запуск',
    toRun: 'Показать запуск и его журнал',
    issuer: 'Подтверждает',
    unknownMod: 'Мод, который недоступен',
    preview: 'Посмотреть, что установится',
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
      failed: 'Datei abgelehnt',
      withdrawn: 'Zurückgezogen',
      archived: 'Archiviert',
      deleted: 'Gelöscht',
    },
    gameVersion: 'Spielversion',
    loader: 'Loader',
    any: 'Alle',
    filter: 'Filtern',
    clear: 'Alle Versionen anzeigen',
    none: 'Noch ist keine Version veröffentlicht.',
    noneFit: 'Keine Version passt zu diesen Filtern.',
    older: 'Ältere Versionen',
    newest: 'Neueste Versionen',
    oddFilter: 'Diese Liste lässt sich nicht anzeigen',
    oddWhat:
      'Die Adresse nennt etwas, das diese Liste nicht hat. Beginnen Sie mit den neuesten Versionen und wählen Sie aus den Listen.',
    toVersions: 'Zu allen Versionen dieser Mod',
    fits: 'Für',
    fitsAny: 'Alle',
    changelog: 'Änderungen',
    noChangelog: 'Der Autor hat die Änderungen nicht beschrieben.',
    dependencies: 'Abhängigkeiten',
    noDependencies: 'Diese Version braucht keine andere Mod.',
    dependencyKinds: {
      required: 'Erforderlich',
      optional: 'Optional',
      embedded: 'Enthalten',
      conflict: 'Unverträglich mit',
    },
    provenance: 'Herkunft der Dateien',
    provenanceWhat: 'Ein CI-Dienst hat diese Dateien gebaut und veröffentlicht. Er bestätigt:',
    repository: 'Repository',
    commit: 'Commit',
    ref: 'Branch oder Tag',
    workflow: 'Workflow',
    run: 'Lauf',
    toRun: 'Lauf und Protokoll ansehen',
    issuer: 'Bestätigt von',
    unknownMod: 'Eine Mod, die nicht verfügbar ist',
    preview: 'Ansehen, was installiert würde',
  },
};
