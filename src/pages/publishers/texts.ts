import type { Texts } from '../kit/index.js';

/** The texts of one field of the form. */
interface FieldTexts {
  readonly label: string;
  readonly hint: string;
  /** The error of a value that the service refuses. */
  readonly odd: string;
}

/** The texts of the pages of trusted publishers. */
interface PublisherTexts {
  readonly title: string;
  readonly titleOf: (mod: string) => string;
  readonly lead: string;
  readonly guide: string;
  readonly choose: string;
  readonly noMods: string;
  readonly newMod: string;
  /** Replaces `noMods` if the list has several pages. */
  readonly noneHere: string;
  readonly more: string;
  readonly none: string;
  readonly added: string;
  readonly removed: string;
  readonly active: string;
  readonly inactive: string;
  readonly inactiveWhy: string;
  readonly issuer: string;
  readonly issuerOdd: string;
  readonly workflow: string;
  readonly environment: string;
  readonly ref: string;
  readonly any: string;
  readonly repositoryId: string;
  readonly ownerId: string;
  readonly idsOpen: string;
  readonly addedBy: string;
  readonly used: string;
  readonly never: string;
  readonly add: string;
  readonly addTo: (mod: string) => string;
  readonly addLead: string;
  readonly remove: string;
  readonly removeTitle: string;
  readonly removeWhat: string;
  readonly cancel: string;
  readonly back: string;
  readonly fields: Readonly<
    Record<
      'repository' | 'workflow' | 'environment' | 'ref' | 'repositoryId' | 'repositoryOwnerId',
      FieldTexts
    >
  >;
}

/** The texts by language. */
export const PUBLISHER_TEXTS: Texts<PublisherTexts> = {
  en: {
    title: 'Trusted publishers',
    titleOf: (mod) => `Trusted publishers of ${mod}`,
    lead: 'A workflow at GitHub Actions or GitLab CI can publish versions of your mod without a stored secret. Each run proves where it comes from, and the version shows its repository and commit.',
    guide: 'How to publish from CI',
    choose: 'Choose one of your mods. Only owners can change its trusted publishers.',
    noMods: 'You do not own a mod yet.',
    newMod: 'Create a mod',
    noneHere: 'You do not own any mod on this page of the list.',
    more: 'Show more',
    none: 'No workflow can publish versions of this mod.',
    added:
      'The workflow can now publish versions. The owners get an e-mail, unless their daily limit for such messages is reached.',
    removed:
      'The workflow can no longer publish versions. The owners get an e-mail, unless their daily limit for such messages is reached.',
    active: 'works',
    inactive: 'does not work',
    inactiveWhy:
      'The owner who added it no longer owns the mod, or this site no longer trusts the CI service. Remove the workflow and add it again, or ask an operator.',
    issuer: 'CI service',
    issuerOdd: 'Choose one of the CI services.',
    workflow: 'Workflow',
    environment: 'Environment',
    ref: 'Branch or tag',
    any: 'any',
    repositoryId: 'Id of the repository',
    ownerId: 'Id of its owner',
    idsOpen: 'the first run sets it',
    addedBy: 'Added by',
    used: 'Last used',
    never: 'never',
    add: 'Add a workflow',
    addTo: (mod) => `Add a workflow for ${mod}`,
    addLead:
      'Anyone who can change this file in the repository can publish your mod. So name an environment that needs an approval, or a protected branch or tag.',
    remove: 'Remove',
    removeTitle: 'Remove this trusted publisher?',
    removeWhat:
      'Its runs lose their access at once, including those in progress. Published versions stay, with the record of where they come from.',
    cancel: 'Cancel',
    back: 'Other mods',
    fields: {
      repository: {
        label: 'Repository',
        hint: 'At GitHub as owner/name, at GitLab the whole path of the project.',
        odd: 'Check the repository: at GitHub it looks like owner/name.',
      },
      workflow: {
        label: 'File of the workflow',
        hint: 'At GitHub only the name of the file, such as release.yml. At GitLab its path, usually .gitlab-ci.yml.',
        odd: 'Name a file that ends with .yml or .yaml: at GitHub without its folder, at GitLab with its path.',
      },
      environment: {
        label: 'Environment (optional)',
        hint: 'If you name one, the job must run in it.',
        odd: 'Choose another name without invisible characters.',
      },
      ref: {
        label: 'Branch or tag (optional)',
        hint: 'The full name, such as refs/heads/main. A * at the end allows any continuation: refs/tags/v*.',
        odd: 'Begin with refs/heads/ or refs/tags/. A * is possible only at the end.',
      },
      repositoryId: {
        label: 'Id of the repository (optional)',
        hint: 'The number of the repository at the CI service. If you leave it out, the first run sets it.',
        odd: 'An id consists of up to 20 digits.',
      },
      repositoryOwnerId: {
        label: 'Id of its owner (optional)',
        hint: 'The number of the user, organization or group. If you leave it out, the first run sets it.',
        odd: 'An id consists of up to 20 digits.',
      },
    },
  },
  ru: {
    title: 'Доверенные издатели',
    titleOf: (mod) => `Доверенные издатели мода ${mod}`,
    lead: 'Рабочий процесс GitHub Actions или GitLab CI может публиковать версии вашего мода без сохранённого секрета. Каждый запуск доказывает, откуда он, и у версии видны репозиторий и коммит.',
    guide: 'Как публиковать из CI',
    choose: 'Выберите один из своих модов. Менять доверенных издателей могут только владельцы.',
    noMods: 'У вас пока нет своих модов.',
    newMod: 'Создать мод',
    noneHere: 'На этой странице списка нет ваших модов.',
    more: 'Показать ещё',
    none: 'Ни один рабочий процесс не может публиковать версии этого мода.',
    added:
      'Теперь рабочий процесс может публиковать версии. Владельцы получат письмо, если не исчерпан дневной лимит таких писем.',
    removed:
      'Рабочий процесс больше не может публиковать версии. Владельцы получат письмо, если не исчерпан дневной лимит таких писем.',
    active: 'действует',
    inactive: 'не действует',
    inactiveWhy:
      'Добавивший его владелец больше не владеет модом, или сайт больше не доверяет этой службе CI. Удалите рабочий процесс и добавьте его снова или обратитесь к оператору.',
    issuer: 'Служба CI',
    issuerOdd: 'Выберите одну из служб CI.',
    workflow: 'Рабочий процесс',
    environment: 'Окружение',
    ref: 'Ветка или тег',
    any: 'любое значение',
    repositoryId: 'ID репозитория',
    ownerId: 'ID его владельца',
    idsOpen: 'задаст первый запуск',
    addedBy: 'Кто добавил',
    used: 'Последнее использование',
    never: 'ещё не использовался',
    add: 'Добавить рабочий процесс',
    addTo: (mod) => `Добавить рабочий процесс для мода ${mod}`,
    addLead:
      'Кто может изменить этот файл в репозитории, тот может опубликовать ваш мод. Поэтому укажите окружение с подтверждением либо защищённую ветку или тег.',
    remove: 'Удалить',
    removeTitle: 'Удалить этого доверенного издателя?',
    removeWhat:
      'Его запуски сразу потеряют доступ, в том числе те, что идут сейчас. Опубликованные версии останутся вместе с записью об их происхождении.',
    cancel: 'Отмена',
    back: 'Другие моды',
    fields: {
      repository: {
        label: 'Репозиторий',
        hint: 'На GitHub — владелец/имя, на GitLab — полный путь проекта.',
        odd: 'Проверьте репозиторий: на GitHub он выглядит как владелец/имя.',
      },
      workflow: {
        label: 'Файл рабочего процесса',
        hint: 'На GitHub только имя файла, например release.yml. На GitLab его путь, обычно .gitlab-ci.yml.',
        odd: 'Укажите файл с окончанием .yml или .yaml: на GitHub без папки, на GitLab с путём.',
      },
      environment: {
        label: 'Окружение (необязательно)',
        hint: 'Если указать, задание должно выполняться в нём.',
        odd: 'Выберите другое имя без невидимых символов.',
      },
      ref: {
        label: 'Ветка или тег (необязательно)',
        hint: 'Полное имя, например refs/heads/main. Звёздочка в конце допускает любое продолжение: refs/tags/v*.',
        odd: 'Начните с refs/heads/ или refs/tags/. Звёздочка возможна только в конце.',
      },
      repositoryId: {
        label: 'ID репозитория (необязательно)',
        hint: 'Номер репозитория в службе CI. Если не указать, его задаст первый запуск.',
        odd: 'ID состоит не более чем из 20 цифр.',
      },
      repositoryOwnerId: {
        label: 'ID владельца (необязательно)',
        hint: 'Номер пользователя, организации или группы. Если не указать, его задаст первый запуск.',
        odd: 'ID состоит не более чем из 20 цифр.',
      },
    },
  },
  de: {
    title: 'Vertrauenswürdige Herausgeber',
    titleOf: (mod) => `Vertrauenswürdige Herausgeber von ${mod}`,
    lead: 'Ein Workflow bei GitHub Actions oder GitLab CI kann Versionen Ihrer Mod ohne gespeichertes Geheimnis veröffentlichen. Jeder Lauf weist nach, woher er kommt, und die Version zeigt Repository und Commit.',
    guide: 'Aus der CI veröffentlichen',
    choose:
      'Wählen Sie eine Ihrer Mods. Nur Besitzer können ihre vertrauenswürdigen Herausgeber ändern.',
    noMods: 'Sie besitzen noch keine Mod.',
    newMod: 'Mod anlegen',
    noneHere: 'Auf dieser Seite der Liste ist keine Mod, die Sie besitzen.',
    more: 'Mehr anzeigen',
    none: 'Kein Workflow kann Versionen dieser Mod veröffentlichen.',
    added:
      'Der Workflow kann jetzt Versionen veröffentlichen. Die Besitzer erhalten eine E-Mail, sofern ihre Tagesgrenze für solche Nachrichten nicht erreicht ist.',
    removed:
      'Der Workflow kann keine Versionen mehr veröffentlichen. Die Besitzer erhalten eine E-Mail, sofern ihre Tagesgrenze für solche Nachrichten nicht erreicht ist.',
    active: 'wirksam',
    inactive: 'nicht wirksam',
    inactiveWhy:
      'Der Besitzer, der ihn hinzugefügt hat, besitzt die Mod nicht mehr, oder diese Website vertraut dem CI-Dienst nicht mehr. Entfernen Sie den Workflow und fügen Sie ihn neu hinzu, oder fragen Sie einen Betreiber.',
    issuer: 'CI-Dienst',
    issuerOdd: 'Wählen Sie einen der CI-Dienste.',
    workflow: 'Workflow',
    environment: 'Umgebung',
    ref: 'Branch oder Tag',
    any: 'beliebig',
    repositoryId: 'ID des Repositorys',
    ownerId: 'ID seines Besitzers',
    idsOpen: 'legt der erste Lauf fest',
    addedBy: 'Hinzugefügt von',
    used: 'Zuletzt benutzt',
    never: 'noch nie',
    add: 'Workflow hinzufügen',
    addTo: (mod) => `Workflow für ${mod} hinzufügen`,
    addLead:
      'Wer diese Datei im Repository ändern kann, kann Ihre Mod veröffentlichen. Nennen Sie deshalb eine Umgebung mit Freigabe oder einen geschützten Branch oder Tag.',
    remove: 'Entfernen',
    removeTitle: 'Diesen vertrauenswürdigen Herausgeber entfernen?',
    removeWhat:
      'Seine Läufe verlieren sofort ihren Zugriff, auch die gerade laufenden. Veröffentlichte Versionen bleiben, samt dem Nachweis ihrer Herkunft.',
    cancel: 'Abbrechen',
    back: 'Andere Mods',
    fields: {
      repository: {
        label: 'Repository',
        hint: 'Bei GitHub als Besitzer/Name, bei GitLab der ganze Pfad des Projekts.',
        odd: 'Prüfen Sie das Repository: Bei GitHub hat es die Form Besitzer/Name.',
      },
      workflow: {
        label: 'Datei des Workflows',
        hint: 'Bei GitHub nur der Name der Datei, etwa release.yml. Bei GitLab ihr Pfad, meist .gitlab-ci.yml.',
        odd: 'Nennen Sie eine Datei, die auf .yml oder .yaml endet: bei GitHub ohne Ordner, bei GitLab mit Pfad.',
      },
      environment: {
        label: 'Umgebung (optional)',
        hint: 'Wenn Sie eine nennen, muss der Job darin laufen.',
        odd: 'Wählen Sie einen anderen Namen ohne unsichtbare Zeichen.',
      },
      ref: {
        label: 'Branch oder Tag (optional)',
        hint: 'Der volle Name, etwa refs/heads/main. Ein * am Ende erlaubt jede Fortsetzung: refs/tags/v*.',
        odd: 'Beginnen Sie mit refs/heads/ oder refs/tags/. Ein * ist nur am Ende möglich.',
      },
      repositoryId: {
        label: 'ID des Repositorys (optional)',
        hint: 'Die Nummer des Repositorys beim CI-Dienst. Ohne Angabe legt sie der erste Lauf fest.',
        odd: 'Eine ID besteht aus höchstens 20 Ziffern.',
      },
      repositoryOwnerId: {
        label: 'ID seines Besitzers (optional)',
        hint: 'Die Nummer des Benutzers, der Organisation oder Gruppe. Ohne Angabe legt sie der erste Lauf fest.',
        odd: 'Eine ID besteht aus höchstens 20 Ziffern.',
      },
    },
  },
};
