import type { PluralForms, Texts } from '../../kit/index.js';

/** The texts of the home page, and of the pages of games. */
interface HomeTexts {
  readonly title: string;
  readonly heading: string;
  readonly lead: string;
  readonly search: string;
  readonly find: string;
  readonly games: string;
  readonly gamesLead: string;
  readonly allGames: string;
  readonly noGames: string;
  readonly addGame: string;
  readonly moreGames: string;
  readonly trending: string;
  readonly newest: string;
  readonly all: string;
  readonly noMods: string;
  /** The promises beside the search. */
  readonly promises: readonly [checked: string, complete: string, open: string];
  /** The title of the section about what visitors do here, and its parts. */
  readonly ways: string;
  readonly players: string;
  readonly playersHow: string;
  readonly playersGo: string;
  readonly creators: string;
  readonly creatorsHow: string;
  readonly creatorsGo: string;
  readonly creatorsGuide: string;
  readonly developers: string;
  readonly developersHow: string;
  readonly reference: string;
  readonly playground: string;
  readonly loaders: string;
  readonly versions: string;
  readonly olderVersions: PluralForms;
  readonly categories: string;
  readonly modsOf: (game: string) => string;
  readonly gameLead: (game: string) => string;
  readonly gameFeed: (game: string) => string;
  readonly noModsOf: (game: string) => string;
}

/** The texts by language. */
export const HOME_TEXTS: Texts<HomeTexts> = {
  en: {
    title: 'Mods for your games',
    heading: 'Mods that install right the first time',
    lead: 'modport is a registry for game mods. Every file is hashed, scanned and checked before anyone can download it, and every mod knows what else it needs.',
    search: 'Search all mods',
    find: 'Search',
    games: 'Games',
    gamesLead: 'Choose your game to see the mods, loaders and versions that fit it.',
    allGames: 'All games',
    noGames: 'There are no games yet. As soon as an operator adds one, you will find it here.',
    addGame: 'How operators add a game',
    moreGames: 'More games',
    trending: 'Trending mods',
    newest: 'Newest mods',
    all: 'Show all',
    noMods: 'There are no mods yet. Be the first to publish one.',
    promises: [
      'Every file hashed and scanned',
      'Dependencies included',
      'Free to browse, without an account',
    ],
    ways: 'What you can do here',
    players: 'For players',
    playersHow:
      '“Install with a mod manager” on the page of a mod sends it to your mod manager, with everything that it needs. Without a mod manager, download the files yourself.',
    playersGo: 'Browse mods',
    creators: 'For creators',
    creatorsHow:
      'Publish versions with changes, dependencies and pictures. Work on them with a team. Your files stay as you uploaded them.',
    creatorsGo: 'Create an account',
    creatorsGuide: 'How to publish',
    developers: 'For developers',
    developersHow:
      'The same catalog, install plans and downloads, over REST and GraphQL. You can read it without an account:',
    reference: 'API reference',
    playground: 'GraphQL playground',
    loaders: 'Loaders',
    versions: 'Game versions',
    olderVersions: { one: '{n} older version', other: '{n} older versions' },
    categories: 'Categories',
    modsOf: (game) => `All mods for ${game}`,
    gameLead: (game) => `Mods for ${game}, with their loaders and game versions.`,
    gameFeed: (game) => `Newest mods for ${game}`,
    noModsOf: (game) => `No mod for ${game} is published yet.`,
  },
  ru: {
    title: 'Моды для ваших игр',
    heading: 'Моды, которые ставятся с первого раза',
    lead: 'modport — реестр модов для игр. Мы вычисляем хеш каждого файла, сканируем и проверяем файл, прежде чем его можно будет скачать. И каждый мод знает, что ещё ему нужно.',
    search: 'Поиск по всем модам',
    find: 'Найти',
    games: 'Игры',
    gamesLead: 'Выберите игру, чтобы увидеть подходящие к ней моды, загрузчики и версии.',
    allGames: 'Все игры',
    noGames: 'Игр пока нет. Как только оператор добавит первую, она появится здесь.',
    addGame: 'Как оператору добавить игру',
    moreGames: 'Ещё игры',
    trending: 'Сейчас популярны',
    newest: 'Новые моды',
    all: 'Показать все',
    noMods: 'Модов пока нет. Опубликуйте первый.',
    promises: [
      'У каждого файла есть хеш, каждый проверен',
      'Зависимости ставятся вместе с модом',
      'Смотреть можно без аккаунта',
    ],
    ways: 'Что здесь можно делать',
    players: 'Игрокам',
    playersHow:
      'Кнопка «Установить через менеджер модов» на странице мода передаёт его менеджеру вместе со всем, что ему нужно. Нет менеджера модов — скачайте файлы сами.',
    playersGo: 'Смотреть моды',
    creators: 'Авторам',
    creatorsHow:
      'Публикуйте версии с изменениями, зависимостями и картинками. Работайте над ними командой. Файлы остаются такими, какими вы их загрузили.',
    creatorsGo: 'Создать аккаунт',
    creatorsGuide: 'Как опубликовать',
    developers: 'Для разработчиков',
    developersHow:
      'Тот же каталог, планы установки и скачивание — через REST и GraphQL. Для чтения аккаунт не нужен:',
    reference: 'Справочник API',
    playground: 'Консоль GraphQL',
    loaders: 'Загрузчики',
    versions: 'Версии игры',
    olderVersions: {
      one: '{n} более старая версия',
      few: '{n} более старые версии',
      many: '{n} более старых версий',
      other: '{n} более старой версии',
    },
    categories: 'Категории',
    modsOf: (game) => `Все моды для ${game}`,
    gameLead: (game) => `Моды для ${game}: загрузчики, версии игры и категории.`,
    gameFeed: (game) => `Новые моды для ${game}`,
    noModsOf: (game) => `Для ${game} ещё никто не опубликовал мод.`,
  },
  de: {
    title: 'Mods für Ihre Spiele',
    heading: 'Mods, die auf Anhieb laufen',
    lead: 'modport ist ein Verzeichnis für Spiele-Mods. Jede Datei bekommt einen Hash und wird gescannt und geprüft, bevor sie jemand herunterladen kann. Und jede Mod weiß, was sie sonst noch braucht.',
    search: 'Alle Mods durchsuchen',
    find: 'Suchen',
    games: 'Spiele',
    gamesLead: 'Wählen Sie Ihr Spiel, um passende Mods, Loader und Versionen zu sehen.',
    allGames: 'Alle Spiele',
    noGames: 'Es gibt noch keine Spiele. Sobald ein Betreiber eines anlegt, finden Sie es hier.',
    addGame: 'Wie Betreiber ein Spiel anlegen',
    moreGames: 'Weitere Spiele',
    trending: 'Gerade beliebt',
    newest: 'Neueste Mods',
    all: 'Alle anzeigen',
    noMods: 'Es gibt noch keine Mods. Veröffentlichen Sie die erste.',
    promises: [
      'Jede Datei mit Hash und Virenscan',
      'Abhängigkeiten inklusive',
      'Stöbern ohne Konto',
    ],
    ways: 'Was Sie hier tun können',
    players: 'Für Spieler',
    playersHow:
      '„Mit einem Mod-Manager installieren“ auf der Seite einer Mod übergibt sie Ihrem Mod-Manager, mit allem, was sie braucht. Ohne Mod-Manager laden Sie die Dateien selbst herunter.',
    playersGo: 'Mods ansehen',
    creators: 'Für Autoren',
    creatorsHow:
      'Veröffentlichen Sie Versionen mit Änderungen, Abhängigkeiten und Bildern, auch im Team. Ihre Dateien bleiben, wie Sie sie hochgeladen haben.',
    creatorsGo: 'Konto erstellen',
    creatorsGuide: 'So veröffentlichen Sie',
    developers: 'Für Entwickler',
    developersHow:
      'Derselbe Katalog, Installationspläne und Downloads über REST und GraphQL. Zum Lesen brauchen Sie kein Konto:',
    reference: 'API-Referenz',
    playground: 'GraphQL-Konsole',
    loaders: 'Loader',
    versions: 'Spielversionen',
    olderVersions: { one: '{n} ältere Version', other: '{n} ältere Versionen' },
    categories: 'Kategorien',
    modsOf: (game) => `Alle Mods für ${game}`,
    gameLead: (game) => `Mods für ${game}, mit ihren Loadern und Spielversionen.`,
    gameFeed: (game) => `Neueste Mods für ${game}`,
    noModsOf: (game) => `Für ${game} hat noch niemand eine Mod veröffentlicht.`,
  },
};
