import type { DemoGame, DemoMod } from './catalog.types.js';

/** A game about freight in space; its mods are Lua scripts. */
export const farhaul: DemoGame = {
  slug: 'farhaul-orbital',
  name: 'Farhaul Orbital',
  loaders: ['dockyard'],
  versions: ['0.9', '1.0', '1.1'],
  categories: [
    { slug: 'interface', name: 'Interface' },
    { slug: 'economy', name: 'Economy' },
    { slug: 'ships', name: 'Ships and crew' },
    { slug: 'sound', name: 'Sound' },
  ],
};

const docksideUi: DemoMod = {
  slug: 'dockside-ui',
  game: 'farhaul-orbital',
  creator: 'ostrov',
  categories: ['interface'],
  license: 'MIT',
  homepageUrl: 'https://dockside.example.org',
  sourceUrl: 'https://code.example.org/ostrov/dockside-ui',
  title: { en: 'Dockside UI', ru: 'Dockside — интерфейс', de: 'Dockside-Oberfläche' },
  summary: {
    en: 'Panels, tables and charts in the look of the game, for script authors and tidy captains.',
    ru: 'Панели, таблицы и графики в стиле игры: для авторов скриптов и аккуратных капитанов.',
    de: 'Tafeln, Tabellen und Diagramme im Stil des Spiels, für Skriptautoren und ordentliche Kapitäne.',
  },
  description: {
    en: `Every script for Farhaul Orbital used to draw its own windows, and no two of them agreed where the close button is. Dockside UI settles that.

It brings a small set of parts: panels that dock to the screen edge, tables that sort, charts that can be read at arm's length, and one dialog that asks one question. They follow the colour theme of the game, scale with its text size, and can all be used with a gamepad.

**For captains:** the cargo list, the contact list and the ship log move into panels that you arrange once per ship. The layout is saved with the ship, so the tug and the ore carrier may look different.

**For authors:** the guide comes with the archive. A table with three columns is eleven lines.`,
    ru: `Раньше каждый скрипт для Farhaul Orbital рисовал собственные окна, и кнопка закрытия всюду была на новом месте. Dockside кладёт этому конец.

В наборе немного деталей: панели, которые пристают к краю экрана, сортируемые таблицы, графики, читаемые на расстоянии вытянутой руки, и один диалог, который задаёт один вопрос. Всё это следует цветам игры, меняется вместе с размером текста и работает с геймпада.

**Капитанам:** список груза, список контактов и журнал переезжают в панели, которые вы раскладываете один раз для каждого корабля. Раскладка хранится вместе с кораблём, поэтому буксир и рудовоз могут выглядеть по-разному.

**Авторам:** руководство лежит в архиве. Таблица в три столбца — это одиннадцать строк.`,
    de: `Bisher zeichnete jedes Skript für Farhaul Orbital seine eigenen Fenster, und der Knopf zum Schließen saß überall woanders. Damit räumt Dockside auf.

Es bringt wenige Bausteine mit: Tafeln, die am Bildschirmrand andocken, sortierbare Tabellen, Diagramme, die man auf Armlänge lesen kann, und einen Dialog, der genau eine Frage stellt. Sie folgen den Farben des Spiels, wachsen mit der Schriftgröße und lassen sich mit dem Gamepad bedienen.

**Für Kapitäne:** Frachtliste, Kontakte und Logbuch wandern in Tafeln, die du je Schiff einmal anordnest. Die Anordnung gehört zum Schiff, Schlepper und Erzfrachter dürfen also verschieden aussehen.

**Für Autoren:** Die Anleitung liegt im Archiv. Eine Tabelle mit drei Spalten braucht elf Zeilen.`,
  },
  contents: {
    kind: 'scripts',
    units: ['main', 'panels', 'tables', 'charts', 'dialog', 'theme'],
    textures: ['icons/close', 'icons/dock', 'icons/sort'],
    texturePixels: 32,
    strings: {
      'panel.cargo': { en: 'Cargo', ru: 'Груз', de: 'Fracht' },
      'panel.contacts': { en: 'Contacts', ru: 'Контакты', de: 'Kontakte' },
      'panel.log': { en: 'Ship log', ru: 'Судовой журнал', de: 'Logbuch' },
    },
  },
  versions: [
    { version: '1.0.0', gameVersions: ['0.9', '1.0'], loaders: ['dockyard'] },
    {
      version: '1.3.0',
      gameVersions: ['1.0', '1.1'],
      loaders: ['dockyard'],
      changelog: {
        en: 'Charts, at last. Panels remember their place per ship.',
        ru: 'Наконец-то графики. Панели помнят своё место на каждом корабле.',
        de: 'Endlich Diagramme. Tafeln merken sich ihren Platz je Schiff.',
      },
    },
  ],
};

const ledger: DemoMod = {
  slug: 'ledger',
  game: 'farhaul-orbital',
  creator: 'tobias-kern',
  categories: ['economy', 'interface'],
  license: 'GPL-3.0-or-later',
  homepageUrl: 'https://ledger.example.org',
  sourceUrl: 'https://code.example.org/tobias-kern/ledger',
  title: { en: 'Ledger', ru: 'Гроссбух', de: 'Hauptbuch' },
  summary: {
    en: 'Proper bookkeeping for freighter captains: what each run really earned, after fuel and fines.',
    ru: 'Настоящий учёт для капитанов: сколько рейс принёс на самом деле, за вычетом топлива и штрафов.',
    de: 'Ordentliche Buchführung für Frachterkapitäne: was jede Fahrt nach Treibstoff und Strafen einbrachte.',
  },
  description: {
    en: `The game tells you what a contract pays. It does not tell you what it costs. Ledger writes down every credit that enters or leaves the ship and puts it next to the run that caused it.

## What you see

- Profit per run, per route and per ton, with fuel, wear, docking fees and fines taken off.
- Prices you have seen, with the day you saw them. Ledger never shows a price that you could not know.
- A forecast that is honest about its error bars.

## What it does not do

Ledger never trades for you and never changes prices. It conflicts with **Hardline Economy**, which replaces the market altogether: the books would be right and mean nothing.

Exports to CSV, for those of us who do this for fun.`,
    ru: `Игра говорит, сколько платят за контракт. Сколько он стоит, она не говорит. «Гроссбух» записывает каждый кредит, который приходит на корабль или уходит с него, и ставит его рядом с рейсом, из-за которого это случилось.

## Что вы увидите

- Прибыль по рейсам, маршрутам и тоннам — уже без топлива, износа, сборов и штрафов.
- Цены, которые вы видели, с днём, когда вы их видели. Цену, которой вы не могли знать, мод не покажет.
- Прогноз, который честно говорит о своей погрешности.

## Чего он не делает

Мод не торгует за вас и не меняет цен. Он несовместим с **Hardline Economy**, который заменяет рынок целиком: записи были бы верны, но ничего не значили бы.

Есть выгрузка в CSV — для тех из нас, кто занимается этим ради удовольствия.`,
    de: `Das Spiel verrät, was ein Auftrag zahlt. Was er kostet, verrät es nicht. Hauptbuch notiert jeden Kredit, der ins Schiff kommt oder es verlässt, und stellt ihn neben die Fahrt, die ihn verursacht hat.

## Was du siehst

- Gewinn je Fahrt, je Strecke und je Tonne, abzüglich Treibstoff, Verschleiß, Gebühren und Strafen.
- Preise, die du gesehen hast, mit dem Tag dazu. Einen Preis, den du nicht kennen kannst, zeigt der Mod nie.
- Eine Vorhersage, die ihre Fehlerbalken nicht versteckt.

## Was er nicht tut

Hauptbuch handelt nicht für dich und ändert keine Preise. Mit **Hardline Economy** verträgt es sich nicht, denn das ersetzt den Markt vollständig: Die Bücher würden stimmen und nichts bedeuten.

Export als CSV, für alle, die so etwas zum Vergnügen machen.`,
  },
  contents: {
    kind: 'scripts',
    units: ['main', 'journal', 'routes', 'forecast', 'export_csv', 'views/profit', 'views/prices'],
    textures: ['icons/coin', 'icons/route', 'icons/fine', 'backdrop'],
    texturePixels: 96,
    strings: {
      'column.profit': { en: 'Profit', ru: 'Прибыль', de: 'Gewinn' },
      'column.perTon': { en: 'Per ton', ru: 'На тонну', de: 'Je Tonne' },
      'action.export': { en: 'Export as CSV', ru: 'Выгрузить в CSV', de: 'Als CSV exportieren' },
    },
  },
  versions: [
    {
      version: '1.0.0',
      gameVersions: ['1.0'],
      loaders: ['dockyard'],
      dependencies: [{ kind: 'required', mod: 'dockside-ui', range: '^1.0.0' }],
    },
    {
      version: '1.1.0',
      gameVersions: ['1.0', '1.1'],
      loaders: ['dockyard'],
      dependencies: [{ kind: 'required', mod: 'dockside-ui', range: '^1.0.0' }],
    },
    {
      version: '1.2.0',
      gameVersions: ['1.1'],
      loaders: ['dockyard'],
      changelog: {
        en: 'Forecasts with error bars, drawn with the charts of Dockside UI 1.3.',
        ru: 'Прогнозы с погрешностью; графики рисует Dockside 1.3.',
        de: 'Vorhersagen mit Fehlerbalken, gezeichnet mit den Diagrammen von Dockside 1.3.',
      },
      dependencies: [{ kind: 'required', mod: 'dockside-ui', range: '^1.3.0' }],
    },
    {
      version: '2.0.0-beta.1',
      channel: 'beta',
      gameVersions: ['1.1'],
      loaders: ['dockyard'],
      dependencies: [{ kind: 'required', mod: 'dockside-ui', range: '^1.3.0' }],
    },
  ],
};

const hardlineEconomy: DemoMod = {
  slug: 'hardline-economy',
  game: 'farhaul-orbital',
  creator: 'mirela',
  categories: ['economy'],
  license: 'CC0-1.0',
  homepageUrl: 'https://hardline.example.org',
  title: { en: 'Hardline Economy', ru: 'Жёсткая экономика', de: 'Harte Wirtschaft' },
  summary: {
    en: 'Stations produce, consume, run out and panic. Prices follow.',
    ru: 'Станции производят, потребляют, остаются ни с чем и паникуют. Цены — следом.',
    de: 'Stationen fördern, verbrauchen, laufen leer und geraten in Panik. Die Preise folgen.',
  },
  description: {
    en: `Prices in the base game wobble around a number that somebody chose. Hardline Economy throws the number away. Every station has stores, people who eat, and factories that stop when a part is missing. Prices are what the dock master would pay to keep the lights on.

Expect shortages. A single late convoy can double the price of filters in three systems, and the captain who noticed first makes the money of a lifetime. The next week everyone hauls filters and you cannot give them away.

The first ten in-game days are spent finding a balance, so start a **new career**. Existing ones keep working but their markets will be wild for a while.

Not for use together with mods that assume fixed base prices. Ledger is one of them.`,
    ru: `В обычной игре цены колеблются вокруг числа, которое кто-то выбрал. «Жёсткая экономика» это число выбрасывает. У каждой станции есть склады, люди, которые едят, и заводы, которые встают без одной детали. Цена — это то, что заплатит начальник дока, лишь бы не погас свет.

Готовьтесь к нехватке. Один опоздавший конвой может удвоить цену фильтров в трёх системах, и капитан, заметивший это первым, заработает на всю жизнь. Через неделю фильтры повезут все, и их не возьмут даром.

Первые десять игровых дней рынок ищет равновесие, поэтому начните **новую карьеру**. Старые тоже работают, но какое-то время в них будет неспокойно.

Не ставьте вместе с модами, которые рассчитывают на постоянные базовые цены. «Гроссбух» — один из них.`,
    de: `Im Grundspiel schwanken Preise um eine Zahl, die jemand gewählt hat. Harte Wirtschaft wirft diese Zahl weg. Jede Station hat Lager, Menschen, die essen, und Fabriken, die stillstehen, wenn ein Teil fehlt. Der Preis ist, was die Dockmeisterin zahlt, damit das Licht anbleibt.

Rechne mit Engpässen. Ein einziger verspäteter Konvoi kann den Preis für Filter in drei Systemen verdoppeln, und wer es zuerst merkt, macht das Geschäft seines Lebens. Eine Woche später fährt jeder Filter, und man wird sie nicht einmal geschenkt los.

Die ersten zehn Spieltage sucht der Markt sein Gleichgewicht, beginne also eine **neue Laufbahn**. Bestehende laufen weiter, ihre Märkte spielen aber eine Weile verrückt.

Nicht zusammen mit Mods verwenden, die feste Grundpreise voraussetzen. Hauptbuch ist einer davon.`,
  },
  contents: {
    kind: 'scripts',
    units: ['main', 'stations', 'stores', 'factories', 'panic', 'balance'],
    textures: ['icons/shortage'],
    texturePixels: 24,
    strings: {
      'market.shortage': { en: 'Shortage', ru: 'Нехватка', de: 'Engpass' },
      'market.glut': { en: 'Glut', ru: 'Избыток', de: 'Überangebot' },
      'market.settling': {
        en: 'Market is settling',
        ru: 'Рынок успокаивается',
        de: 'Der Markt beruhigt sich',
      },
    },
  },
  versions: [
    {
      version: '0.5.0',
      channel: 'alpha',
      gameVersions: ['1.0'],
      loaders: ['dockyard'],
    },
    {
      version: '1.0.0',
      gameVersions: ['1.0', '1.1'],
      loaders: ['dockyard'],
      changelog: {
        en: 'Markets settle in ten days instead of forty. Stations no longer hoard oxygen.',
        ru: 'Рынок успокаивается за десять дней вместо сорока. Станции больше не копят кислород.',
        de: 'Märkte beruhigen sich in zehn statt vierzig Tagen. Stationen horten keinen Sauerstoff mehr.',
      },
      dependencies: [
        { kind: 'conflict', mod: 'ledger', range: '*', note: 'Ledger assumes fixed base prices.' },
      ],
    },
  ],
};

const convoy: DemoMod = {
  slug: 'convoy',
  game: 'farhaul-orbital',
  creator: 'ostrov',
  categories: ['ships', 'sound'],
  license: 'MIT',
  homepageUrl: 'https://convoy.example.org',
  sourceUrl: 'https://code.example.org/ostrov/convoy',
  title: { en: 'Convoy', ru: 'Конвой', de: 'Konvoi' },
  summary: {
    en: 'Fly with other ships in formation, share the watch, and talk on the radio.',
    ru: 'Летайте строем с другими кораблями, делите вахту и переговаривайтесь по радио.',
    de: 'Fliege mit anderen Schiffen im Verband, teile die Wache und sprich über Funk.',
  },
  description: {
    en: `Long hauls are lonely. Convoy lets you post a departure on the station board and wait for company: other captains who are going your way, with their own cargo, their own troubles and very different ideas about when to have breakfast.

In formation the lead ship breaks the dust for everyone, so the rest save fuel. You take turns at it. You also take turns on watch, and a captain who sleeps through an alarm will hear about it on the radio for days.

There are a hundred and forty lines of radio talk, recorded on cheap microphones by friends, and a setting for how chatty your companions are.

If **Ledger** is installed, shared costs are split and booked.`,
    ru: `Дальние рейсы — дело одинокое. С «Конвоем» можно вывесить отправление на доске станции и подождать попутчиков: у каждого капитана свой груз, свои заботы и своё представление о том, когда пора завтракать.

В строю головной корабль пробивает пыль для всех, и остальные экономят топливо. Впереди идут по очереди. Вахту тоже несут по очереди, и капитану, проспавшему тревогу, будут припоминать это по радио не один день.

Внутри сто сорок реплик, записанных друзьями на дешёвые микрофоны, и настройка, насколько разговорчивы ваши спутники.

Если установлен **«Гроссбух»**, общие расходы делятся и записываются.`,
    de: `Lange Strecken sind einsam. Mit Konvoi hängst du eine Abfahrt ans Stationsbrett und wartest auf Gesellschaft: andere Kapitäne mit demselben Weg, eigener Fracht, eigenen Sorgen und sehr eigenen Ansichten darüber, wann gefrühstückt wird.

Im Verband räumt das führende Schiff den Staub für alle weg, und die übrigen sparen Treibstoff. Man wechselt sich ab. Auch bei der Wache wechselt man sich ab, und wer einen Alarm verschläft, bekommt es tagelang über Funk zu hören.

Dazu gehören hundertvierzig Funksprüche, von Freunden mit billigen Mikrofonen aufgenommen, und ein Regler dafür, wie gesprächig die Begleiter sind.

Ist **Hauptbuch** installiert, werden gemeinsame Kosten geteilt und verbucht.`,
  },
  contents: {
    kind: 'scripts',
    units: [
      'main',
      'formation',
      'watch',
      'radio',
      'board',
      'captains/marrow',
      'captains/yun',
      'captains/petrel',
    ],
    textures: ['portraits/marrow', 'portraits/yun', 'portraits/petrel', 'backdrop'],
    texturePixels: 256,
    strings: {
      'board.departure': { en: 'Departure', ru: 'Отправление', de: 'Abfahrt' },
      'watch.yours': {
        en: 'Your watch, captain',
        ru: 'Ваша вахта, капитан',
        de: 'Ihre Wache, Kapitän',
      },
      'radio.chatty': { en: 'Chattiness', ru: 'Разговорчивость', de: 'Gesprächigkeit' },
    },
  },
  versions: [
    {
      version: '1.0.0',
      gameVersions: ['1.1'],
      loaders: ['dockyard'],
      changelog: {
        en: 'First release.',
        ru: 'Первый выпуск.',
        de: 'Erste Veröffentlichung.',
      },
      dependencies: [
        { kind: 'required', mod: 'dockside-ui', range: '^1.0.0' },
        { kind: 'optional', mod: 'ledger', range: '>=1.1.0', note: 'Shared costs are booked.' },
      ],
    },
  ],
};

/** The mods of Farhaul Orbital. */
export const farhaulMods: readonly DemoMod[] = [convoy, ledger, hardlineEconomy, docksideUi];
