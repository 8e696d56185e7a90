import type { Locale } from '../../../registry/error-texts.js';
import { plural, type Texts } from '../../kit/index.js';

/** The texts of the preview of an installation. */
interface PlanTexts {
  readonly title: (mod: string) => string;
  readonly lead: string;
  readonly channel: string;
  readonly channels: Readonly<Record<'release' | 'beta' | 'alpha', string>>;
  readonly optional: string;
  readonly show: string;
  /** The title and the text of the page for an address with values that do not exist. */
  readonly odd: string;
  readonly oddWhat: string;
  readonly toStart: string;
  readonly resolved: (files: number) => string;
  readonly total: (size: string) => string;
  readonly roles: Readonly<Record<'selected' | 'required' | 'optional', string>>;
  readonly embedded: (title: string) => string;
  readonly elsewhere: string;
  readonly reasons: Readonly<Record<string, string>>;
  readonly unsatisfiable: string;
  readonly conflicts: Readonly<Record<string, string>>;
  readonly inDetail: string;
  readonly concerns: string;
  readonly advice: string;
}

const counted = (locale: Locale, forms: Parameters<typeof plural>[2]) => (count: number) =>
  plural(count, locale, forms);

/** The texts by language. */
export const PLAN_TEXTS: Texts<PlanTexts> = {
  en: {
    title: (mod) => `What ${mod} installs`,
    lead: 'A mod manager installs the mod together with everything that it needs. Choose your game version and loader to see the files, in the order of installation.',
    channel: 'Accept',
    channels: { release: 'Releases', beta: 'Releases and betas', alpha: 'Every version' },
    optional: 'With optional mods and files',
    show: 'Show',
    odd: 'This preview cannot be shown',
    oddWhat: 'The address contains a value that does not exist here. Choose from the lists.',
    toStart: 'Start the preview again',
    resolved: counted('en', { one: '{n} file to install', other: '{n} files to install' }),
    total: (size) => `${size} in total`,
    roles: { selected: 'This mod', required: 'Required', optional: 'Optional' },
    embedded: (title) => `Included in ${title}, so it needs no download.`,
    elsewhere: 'Another service hosts this file.',
    reasons: {
      version_constraint: 'Not the newest version, because another mod accepts only some versions:',
      declared_conflict:
        'Not the newest version, because the newest one conflicts with another mod:',
      no_compatible_version:
        'Not the newest version, because the newest one needs a mod that has no compatible version:',
      combination: 'Not the newest version, because the newest one does not fit the others:',
      embedded: 'Another file already includes this mod:',
      exact_version: 'You asked for exactly this version.',
    },
    unsatisfiable: 'No installation fits this choice',
    conflicts: {
      no_compatible_version: 'There is no version that fits your choice.',
      version_constraint: 'Mods need incompatible versions of another mod.',
      declared_conflict: 'These mods do not work together, according to their authors.',
    },
    inDetail: 'In detail:',
    concerns: 'Affected mods:',
    advice: 'Choose another game version or loader, or accept betas.',
  },
  ru: {
    title: (mod) => `Что установит ${mod}`,
    lead: 'Менеджер модов ставит мод вместе со всем, что ему нужно. Выберите версию игры и загрузчик, чтобы увидеть файлы в порядке установки.',
    channel: 'Подходят',
    channels: { release: 'Релизы', beta: 'Релизы и беты', alpha: 'Любые версии' },
    optional: 'Вместе с необязательными модами и дополнительными файлами',
    show: 'Показать',
    odd: 'Состав установки нельзя показать',
    oddWhat: 'В адресе указано то, чего здесь нет. Выберите значения из списков.',
    toStart: 'Начать заново',
    resolved: counted('ru', {
      one: 'Установится {n} файл',
      few: 'Установятся {n} файла',
      many: 'Установятся {n} файлов',
      other: 'Установятся {n} файла',
    }),
    total: (size) => `всего ${size}`,
    roles: { selected: 'Этот мод', required: 'Обязательно', optional: 'По желанию' },
    embedded: (title) => `Уже внутри файла ${title}, скачивать отдельно не нужно.`,
    elsewhere: 'Этот файл хранится на другом сервисе.',
    reasons: {
      version_constraint:
        'Не самая новая версия: другой мод принимает только некоторые версии. Подробно:',
      declared_conflict: 'Не самая новая версия: самая новая конфликтует с другим модом. Подробно:',
      no_compatible_version:
        'Не самая новая версия: самой новой нужен мод, у которого нет подходящей версии. Подробно:',
      combination: 'Не самая новая версия: самая новая не подходит к остальным. Подробно:',
      embedded: 'Этот мод уже есть внутри другого файла. Подробно:',
      exact_version: 'Вы выбрали именно эту версию.',
    },
    unsatisfiable: 'При таком выборе установка невозможна',
    conflicts: {
      no_compatible_version: 'Версии, которая подходит под ваш выбор, нет.',
      version_constraint: 'Модам нужны несовместимые версии другого мода.',
      declared_conflict: 'Эти моды несовместимы: так указали их авторы.',
    },
    inDetail: 'Подробно, на английском:',
    concerns: 'Это касается модов:',
    advice: 'Выберите другую версию игры, другой загрузчик или разрешите беты.',
  },
  de: {
    title: (mod) => `Was ${mod} installiert`,
    lead: 'Ein Mod-Manager installiert die Mod mit allem, was sie braucht. Wählen Sie Spielversion und Loader, dann sehen Sie die Dateien in der Reihenfolge der Installation.',
    channel: 'Erlaubt',
    channels: { release: 'Releases', beta: 'Releases und Betas', alpha: 'Jede Version' },
    optional: 'Mit optionalen Mods und Dateien',
    show: 'Anzeigen',
    odd: 'Diese Vorschau lässt sich nicht anzeigen',
    oddWhat: 'Die Adresse nennt etwas, das es hier nicht gibt. Wählen Sie aus den Listen.',
    toStart: 'Vorschau neu beginnen',
    resolved: counted('de', {
      one: '{n} Datei wird installiert',
      other: '{n} Dateien werden installiert',
    }),
    total: (size) => `zusammen ${size}`,
    roles: { selected: 'Diese Mod', required: 'Erforderlich', optional: 'Optional' },
    embedded: (title) => `In ${title} enthalten, also ohne eigenen Download.`,
    elsewhere: 'Diese Datei liegt bei einem anderen Dienst.',
    reasons: {
      version_constraint:
        'Nicht die neueste Version, weil eine andere Mod nur bestimmte Versionen annimmt. Im Einzelnen:',
      declared_conflict:
        'Nicht die neueste Version, weil die neueste sich nicht mit einer anderen Mod verträgt. Im Einzelnen:',
      no_compatible_version:
        'Nicht die neueste Version, weil die neueste eine Mod ohne passende Version braucht. Im Einzelnen:',
      combination:
        'Nicht die neueste Version, weil die neueste nicht zu den anderen passt. Im Einzelnen:',
      embedded: 'Eine andere Datei enthält diese Mod schon. Im Einzelnen:',
      exact_version: 'Sie haben genau diese Version gewählt.',
    },
    unsatisfiable: 'Mit dieser Auswahl ist keine Installation möglich',
    conflicts: {
      no_compatible_version: 'Keine Version passt zu Ihrer Auswahl.',
      version_constraint: 'Mods brauchen Versionen einer anderen Mod, die nicht zusammenpassen.',
      declared_conflict: 'Diese Mods vertragen sich laut ihren Autoren nicht.',
    },
    inDetail: 'Im Einzelnen, auf Englisch:',
    concerns: 'Betroffene Mods:',
    advice:
      'Wählen Sie eine andere Spielversion oder einen anderen Loader, oder erlauben Sie Betas.',
  },
};
