import type { DemoGame, DemoMod } from './catalog.types.js';

/** A survival game of blocks and weather; its mods are jars. */
export const brackenvale: DemoGame = {
  slug: 'brackenvale',
  name: 'Brackenvale',
  loaders: ['lattice', 'hearth'],
  versions: ['1.18', '1.19', '1.20', '1.20.2'],
  categories: [
    { slug: 'libraries', name: 'Libraries' },
    { slug: 'world', name: 'World and weather' },
    { slug: 'building', name: 'Building' },
    { slug: 'travel', name: 'Travel' },
    { slug: 'graphics', name: 'Graphics' },
  ],
};

const loomcore: DemoMod = {
  slug: 'loomcore',
  game: 'brackenvale',
  creator: 'mirela',
  categories: ['libraries'],
  license: 'LGPL-3.0-or-later',
  homepageUrl: 'https://loomcore.example.org',
  sourceUrl: 'https://code.example.org/mirela/loomcore',
  title: { en: 'Loomcore', ru: 'Loomcore — основа', de: 'Loomcore' },
  summary: {
    en: 'Shared groundwork for Brackenvale mods: settings screens, saved data and a tick scheduler.',
    ru: 'Общая основа для модов Brackenvale: экраны настроек, хранение данных и планировщик тактов.',
    de: 'Gemeinsame Grundlage für Brackenvale-Mods: Einstellungen, Speicherdaten und Taktplanung.',
  },
  description: {
    en: `Loomcore is the library that my other mods stand on. On its own it adds nothing to your world, so install it only when a mod asks for it.

## What it gives to mod authors

- **Settings screens** built from a plain description of your options, with search and per-world overrides.
- **Saved data** that survives renames: every record carries its own version, and old worlds are migrated when they are opened.
- **A tick scheduler** which spreads heavy work over several ticks instead of freezing the game for half a second.

## For players

If the game stops at start-up with a message about Loomcore, check that the version in your folder is at least the one named in the message. You never need two copies: one Loomcore serves every mod that wants it.

Bug reports are welcome. Please attach the log file, not a photograph of it.`,
    ru: `Loomcore — библиотека, на которой держатся остальные мои моды. Сама по себе она ничего не добавляет в мир, поэтому ставьте её только тогда, когда её просит другой мод.

## Что получают авторы модов

- **Экраны настроек** собираются из обычного описания параметров; есть поиск и отдельные значения для каждого мира.
- **Сохранение данных**, которое переживает переименования: у каждой записи своя версия, и старые миры обновляются при открытии.
- **Планировщик тактов** раскладывает тяжёлую работу на несколько тактов, и игра не замирает на полсекунды.

## Игрокам

Если при запуске игра останавливается и упоминает Loomcore, сравните версию файла с той, что указана в сообщении. Две копии никогда не нужны: одной хватает всем модам.

Сообщения об ошибках приветствуются. Прикладывайте, пожалуйста, сам файл журнала, а не его фотографию.`,
    de: `Loomcore ist die Bibliothek, auf der meine anderen Mods stehen. Für sich allein fügt sie der Welt nichts hinzu. Installiere sie also nur, wenn ein Mod danach fragt.

## Was Mod-Autoren davon haben

- **Einstellungsseiten**, die aus einer schlichten Beschreibung der Optionen entstehen, mit Suche und eigenen Werten je Welt.
- **Gespeicherte Daten**, die Umbenennungen überstehen: Jeder Eintrag kennt seine Version, alte Welten werden beim Öffnen umgezogen.
- **Eine Taktplanung**, die schwere Arbeit auf mehrere Takte verteilt, statt das Spiel eine halbe Sekunde anzuhalten.

## Für Spieler

Bleibt das Spiel beim Start mit einem Hinweis auf Loomcore stehen, vergleiche deine Version mit der genannten. Zwei Exemplare braucht es nie: Eines reicht für alle Mods.

Fehlerberichte sind willkommen. Bitte die Logdatei anhängen und kein Foto davon.`,
  },
  contents: {
    kind: 'jar',
    units: [
      'Loomcore',
      'config/ConfigScreen',
      'config/OptionTree',
      'data/Migrations',
      'tick/Scheduler',
    ],
    textures: ['gui/tabs'],
    texturePixels: 32,
    strings: {
      'config.title': { en: 'Settings', ru: 'Настройки', de: 'Einstellungen' },
      'config.reset': { en: 'Reset to default', ru: 'Сбросить', de: 'Zurücksetzen' },
      'config.perWorld': {
        en: 'Only in this world',
        ru: 'Только в этом мире',
        de: 'Nur in dieser Welt',
      },
    },
  },
  versions: [
    { version: '2.0.0', gameVersions: ['1.19', '1.20'], loaders: ['lattice', 'hearth'] },
    {
      version: '2.1.0',
      gameVersions: ['1.19', '1.20', '1.20.2'],
      loaders: ['lattice', 'hearth'],
      changelog: {
        en: 'Settings can now be searched. Worlds from 1.18 are migrated on first open.',
        ru: 'В настройках появился поиск. Миры из 1.18 обновляются при первом открытии.',
        de: 'Einstellungen lassen sich durchsuchen. Welten aus 1.18 werden beim ersten Öffnen umgezogen.',
      },
    },
    {
      version: '2.2.0-beta.1',
      channel: 'beta',
      gameVersions: ['1.20.2'],
      loaders: ['lattice'],
      changelog: {
        en: 'First look at the new tick scheduler. Keep a backup of worlds that matter to you.',
        ru: 'Первая версия нового планировщика тактов. Сделайте копию дорогих вам миров.',
        de: 'Erster Einblick in die neue Taktplanung. Bitte vorher wichtige Welten sichern.',
      },
    },
  ],
};

const hearthlight: DemoMod = {
  slug: 'hearthlight',
  game: 'brackenvale',
  creator: 'mirela',
  categories: ['graphics', 'world'],
  license: 'MIT',
  homepageUrl: 'https://hearthlight.example.org',
  sourceUrl: 'https://code.example.org/mirela/hearthlight',
  title: { en: 'Hearthlight', ru: 'Свет очага', de: 'Herdlicht' },
  summary: {
    en: 'Torches, lanterns and campfires light the world while you carry them.',
    ru: 'Факелы, фонари и костры освещают мир, пока вы несёте их с собой.',
    de: 'Fackeln, Laternen und Lagerfeuer erhellen die Welt, solange du sie trägst.',
  },
  description: {
    en: `Caves are dark, and walking through them with a lantern in your hand ought to help. Hearthlight makes every light source shine where it is: in your hand, on your belt, on the cart behind you, or in the claws of whatever just stole it.

The glow is warm and falls off softly. Light does not leak through walls, because it is traced through the same blocks as everything else. On a mid-range machine the cost is about one frame in a hundred, and a slider in the settings trades distance for speed.

### Good to know

- Rain puts torches out; lanterns do not mind.
- Other players see your light even when they do not have the mod, as long as the server does.
- With **Softrain** installed, drops glitter near a flame.

Hearthlight can be added to a running world and taken out again. It leaves nothing behind.`,
    ru: `В пещерах темно, и фонарь в руке должен помогать. «Свет очага» заставляет каждый источник света светить там, где он находится: в руке, на поясе, на телеге за вами или в когтях того, кто его только что утащил.

Свет тёплый и гаснет плавно. Сквозь стены он не проходит: лучи идут через те же блоки, что и всё остальное. На обычном компьютере это стоит примерно одного кадра из ста, а ползунок в настройках меняет дальность на скорость.

### Полезно знать

- Дождь гасит факелы, а фонарям он не страшен.
- Другие игроки видят ваш свет и без мода, если он есть на сервере.
- Вместе с **Softrain** капли поблёскивают у огня.

Мод можно добавить в начатый мир и так же легко убрать: после него ничего не остаётся.`,
    de: `In Höhlen ist es dunkel, und eine Laterne in der Hand sollte helfen. Mit Herdlicht leuchtet jede Lichtquelle dort, wo sie gerade ist: in der Hand, am Gürtel, auf dem Wagen hinter dir oder in den Klauen dessen, der sie dir eben gestohlen hat.

Der Schein ist warm und klingt sanft aus. Durch Wände dringt er nicht, denn das Licht läuft durch dieselben Blöcke wie alles andere. Auf einem mittleren Rechner kostet das etwa eines von hundert Bildern, und ein Regler tauscht Reichweite gegen Tempo.

### Gut zu wissen

- Regen löscht Fackeln, Laternen macht er nichts aus.
- Andere sehen dein Licht auch ohne Mod, solange der Server ihn hat.
- Zusammen mit **Softrain** glitzern Tropfen in der Nähe einer Flamme.

Herdlicht lässt sich in eine laufende Welt einbauen und wieder entfernen. Es bleibt nichts zurück.`,
  },
  contents: {
    kind: 'jar',
    units: [
      'Hearthlight',
      'light/HeldLight',
      'light/FalloffMap',
      'light/RayWalker',
      'client/GlowPass',
      'net/LightPacket',
    ],
    textures: ['item/lantern', 'item/torch', 'item/campfire', 'particle/ember', 'gui/slider'],
    texturePixels: 64,
    strings: {
      'option.reach': { en: 'Reach of light', ru: 'Дальность света', de: 'Reichweite des Lichts' },
      'option.rain': {
        en: 'Rain puts torches out',
        ru: 'Дождь гасит факелы',
        de: 'Regen löscht Fackeln',
      },
      'item.lantern': { en: 'Belt lantern', ru: 'Поясной фонарь', de: 'Gürtellaterne' },
    },
  },
  versions: [
    {
      version: '1.0.0',
      gameVersions: ['1.19'],
      loaders: ['lattice'],
      dependencies: [{ kind: 'required', mod: 'loomcore', range: '^2.0.0' }],
    },
    {
      version: '1.1.0',
      gameVersions: ['1.19', '1.20'],
      loaders: ['lattice', 'hearth'],
      changelog: {
        en: 'Lanterns can hang on a belt. Light no longer shines through closed doors.',
        ru: 'Фонарь можно повесить на пояс. Свет больше не проходит сквозь закрытые двери.',
        de: 'Laternen passen an den Gürtel. Licht scheint nicht mehr durch geschlossene Türen.',
      },
      dependencies: [{ kind: 'required', mod: 'loomcore', range: '^2.0.0' }],
    },
    {
      version: '1.2.0',
      gameVersions: ['1.20', '1.20.2'],
      loaders: ['lattice', 'hearth'],
      changelog: {
        en: 'Half the memory of before, and a softer edge of light on water.',
        ru: 'Вдвое меньше памяти и более мягкая граница света на воде.',
        de: 'Halb so viel Speicher wie zuvor und ein weicherer Lichtrand auf Wasser.',
      },
      dependencies: [
        { kind: 'required', mod: 'loomcore', range: '>=2.1.0 <3' },
        {
          kind: 'optional',
          mod: 'softrain',
          range: '^1.1.0',
          note: 'Raindrops glitter near a flame.',
        },
      ],
    },
  ],
};

const softrain: DemoMod = {
  slug: 'softrain',
  game: 'brackenvale',
  creator: 'ostrov',
  categories: ['world'],
  license: 'Apache-2.0',
  homepageUrl: 'https://softrain.example.org',
  sourceUrl: 'https://code.example.org/ostrov/softrain',
  title: { en: 'Softrain', ru: 'Тихий дождь', de: 'Leiser Regen' },
  summary: {
    en: 'Weather with a memory: fronts that travel, drizzle that lingers, puddles that dry in the sun.',
    ru: 'Погода с памятью: фронты движутся, морось не спешит уходить, лужи сохнут на солнце.',
    de: 'Wetter mit Gedächtnis: wandernde Fronten, zäher Niesel, Pfützen, die in der Sonne trocknen.',
  },
  description: {
    en: `In the unmodified game rain is a switch. Softrain turns it into weather.

Fronts form over the sea and travel inland with the wind. You can watch one come from a hilltop, and if you pitch your tent in the lee of a mountain you may stay dry while the valley behind you floods. Drizzle can last for a whole day; a thunderstorm is over in minutes but fills every barrel in the village.

## What changes

1. Fields near a wet slope grow faster than those on top of it.
2. Puddles form in hollows and dry from the edge inwards.
3. Animals look for shelter *before* the rain arrives. Learn to read them.

## Servers

All weather is computed on the server from a seed, sixteen numbers per front. Players receive only what is near them. A world with two hundred players uses under one percent of a core.`,
    ru: `В обычной игре дождь — это выключатель. «Тихий дождь» делает из него погоду.

Фронты зарождаются над морем и идут с ветром вглубь суши. С вершины холма видно, как приближается ненастье, а палатка с подветренной стороны горы останется сухой, пока долину за спиной заливает. Морось может тянуться целый день; гроза проходит за минуты, зато наполняет все бочки в деревне.

## Что меняется

1. Поля у мокрого склона растут быстрее, чем на его вершине.
2. Лужи собираются в низинах и сохнут от края к середине.
3. Животные ищут укрытие *до* начала дождя. Научитесь замечать это.

## Серверы

Вся погода считается на сервере из зерна: шестнадцать чисел на фронт. Игрок получает только то, что рядом с ним. Мир с двумя сотнями игроков занимает меньше процента одного ядра.`,
    de: `Im unveränderten Spiel ist Regen ein Schalter. Mit diesem Mod wird daraus Wetter.

Fronten entstehen über dem Meer und ziehen mit dem Wind ins Land. Von einem Hügel aus sieht man sie kommen, und wer sein Zelt im Windschatten eines Berges aufschlägt, bleibt womöglich trocken, während das Tal dahinter vollläuft. Niesel hält manchmal einen ganzen Tag; ein Gewitter ist nach Minuten vorbei, füllt aber jedes Fass im Dorf.

## Was sich ändert

1. Felder am nassen Hang wachsen schneller als die auf der Kuppe.
2. Pfützen sammeln sich in Mulden und trocknen vom Rand her.
3. Tiere suchen Schutz, *bevor* der Regen da ist. Es lohnt sich, sie zu beobachten.

## Server

Das ganze Wetter entsteht auf dem Server aus einem Startwert, sechzehn Zahlen je Front. Spieler erhalten nur, was in ihrer Nähe liegt. Eine Welt mit zweihundert Leuten braucht weniger als ein Prozent eines Kerns.`,
  },
  contents: {
    kind: 'jar',
    units: [
      'Softrain',
      'weather/Front',
      'weather/WindField',
      'weather/Puddles',
      'animal/ShelterGoal',
      'client/RainLayer',
    ],
    textures: ['environment/rain', 'environment/drizzle', 'environment/puddle', 'item/rain_gauge'],
    texturePixels: 128,
    strings: {
      'weather.drizzle': { en: 'Drizzle', ru: 'Морось', de: 'Nieselregen' },
      'weather.front': {
        en: 'A front is coming',
        ru: 'Приближается фронт',
        de: 'Eine Front zieht auf',
      },
      'item.rain_gauge': { en: 'Rain gauge', ru: 'Дождемер', de: 'Regenmesser' },
    },
  },
  versions: [
    {
      version: '1.0.0',
      gameVersions: ['1.19'],
      loaders: ['lattice'],
      dependencies: [{ kind: 'required', mod: 'loomcore', range: '^2.0.0' }],
    },
    {
      version: '1.1.0',
      gameVersions: ['1.19', '1.20', '1.20.2'],
      loaders: ['lattice', 'hearth'],
      changelog: {
        en: 'Animals sense a coming front. Snow falls above the tree line.',
        ru: 'Животные чувствуют приближение фронта. Выше границы леса идёт снег.',
        de: 'Tiere spüren eine nahende Front. Oberhalb der Baumgrenze fällt Schnee.',
      },
      dependencies: [{ kind: 'required', mod: 'loomcore', range: '>=2.1.0 <3' }],
    },
  ],
};

const waymarks: DemoMod = {
  slug: 'waymarks',
  game: 'brackenvale',
  creator: 'tobias-kern',
  categories: ['travel', 'building'],
  license: 'MPL-2.0',
  homepageUrl: 'https://waymarks.example.org',
  sourceUrl: 'https://code.example.org/tobias-kern/waymarks',
  title: { en: 'Waymarks', ru: 'Путевые знаки', de: 'Wegzeichen' },
  summary: {
    en: 'Signposts that know where they point, cairns you can see from afar, and no minimap.',
    ru: 'Указатели, которые знают, куда ведут, заметные издалека пирамидки — и никакой миникарты.',
    de: 'Wegweiser, die ihr Ziel kennen, weithin sichtbare Steinmänner und keine Minikarte.',
  },
  description: {
    en: `I wanted to find my way home without a map in the corner of the screen. Waymarks adds the things that people used before there were maps.

A **signpost** names places and shows how far they are on foot, following the road rather than the crow. A **cairn** can be stacked up to nine stones high; the higher it is, the farther away it shows against the sky. A **blaze** is a stroke of paint on a tree, and everybody in your party has a colour of their own.

Rename a place and all signs that point to it change by the next morning, because somebody has to walk there and repaint them. Yes, you can meet that somebody.

The mod is also small enough to travel inside others: Cartwright, for one, brings its own copy.`,
    ru: `Мне хотелось находить дорогу домой без карты в углу экрана. «Путевые знаки» добавляют то, чем люди пользовались до карт.

**Указатель** называет места и показывает, сколько до них идти, — по дороге, а не по прямой. **Пирамидку** можно сложить высотой до девяти камней: чем она выше, тем дальше видна на фоне неба. **Затёс** — мазок краски на дереве, и у каждого в отряде свой цвет.

Переименуйте место, и к утру изменятся все знаки, которые на него указывают: кому-то ведь надо дойти и перекрасить. Да, этого человека можно встретить.

Мод достаточно мал, чтобы путешествовать внутри других: например, Cartwright носит с собой собственную копию.`,
    de: `Ich wollte ohne Karte in der Bildschirmecke nach Hause finden. Wegzeichen bringt zurück, was die Leute vor den Karten benutzt haben.

Ein **Wegweiser** nennt Orte und zeigt, wie weit es zu Fuß ist, der Straße nach und nicht in Luftlinie. Ein **Steinmann** lässt sich bis zu neun Steine hoch schichten; je höher er ist, desto weiter sieht man ihn vor dem Himmel. Eine **Markierung** ist ein Pinselstrich am Baum, und jeder in der Gruppe hat seine eigene Farbe.

Wird ein Ort umbenannt, ändern sich bis zum nächsten Morgen alle Schilder, die dorthin zeigen, denn jemand muss hingehen und sie neu streichen. Ja, man kann diesem Jemand begegnen.

Der Mod ist klein genug, um in anderen mitzureisen: Cartwright etwa bringt seine eigene Kopie mit.`,
  },
  contents: {
    kind: 'jar',
    units: ['Waymarks', 'sign/Signpost', 'sign/RoadDistance', 'cairn/Cairn', 'npc/SignPainter'],
    textures: ['block/signpost', 'block/cairn', 'block/blaze'],
    texturePixels: 16,
    strings: {
      'block.signpost': { en: 'Signpost', ru: 'Указатель', de: 'Wegweiser' },
      'block.cairn': { en: 'Cairn', ru: 'Пирамидка из камней', de: 'Steinmann' },
      'sign.distance': {
        en: '%s steps by road',
        ru: '%s шагов по дороге',
        de: '%s Schritte auf der Straße',
      },
    },
  },
  versions: [
    { version: '0.9.0', channel: 'beta', gameVersions: ['1.18', '1.19'], loaders: ['lattice'] },
    {
      version: '1.0.0',
      gameVersions: ['1.19', '1.20', '1.20.2'],
      loaders: ['lattice', 'hearth'],
      changelog: {
        en: 'Distances follow roads. The sign painter takes Sundays off.',
        ru: 'Расстояния считаются по дорогам. По воскресеньям маляр отдыхает.',
        de: 'Entfernungen folgen den Straßen. Der Schildermaler hat sonntags frei.',
      },
    },
  ],
};

const cartwright: DemoMod = {
  slug: 'cartwright',
  game: 'brackenvale',
  creator: 'tobias-kern',
  categories: ['travel'],
  license: 'MPL-2.0',
  homepageUrl: 'https://cartwright.example.org',
  sourceUrl: 'https://code.example.org/tobias-kern/cartwright',
  title: { en: 'Cartwright', ru: 'Тележник', de: 'Stellmacher' },
  summary: {
    en: 'Carts, wagons and sledges that you build from parts, load by hand and repair on the road.',
    ru: 'Тележки, повозки и сани, которые собирают из частей, грузят вручную и чинят в пути.',
    de: 'Karren, Wagen und Schlitten aus Einzelteilen, von Hand beladen und unterwegs repariert.',
  },
  description: {
    en: `A wagon is not an inventory with wheels. In Cartwright it is a thing made of two axles, four wheels, a bed and whatever you nail on top, and each of those can break.

### Building

Start with a handcart: one axle, two wheels, a plank. Add shafts and a pony pulls it. Lengthen the bed and it carries logs; close it and it carries chickens. There are no recipes for whole wagons, only for parts, so no two look alike.

### On the road

Mud slows you, ruts guide you, and a road that is used often becomes one. Wheels wear. Keep a spare under the bed, or learn to make one from whatever grows nearby.

Signposts from **Waymarks** are included, so that traders find your village. You need not install it separately, and if you do, the newer copy is used.`,
    ru: `Повозка — это не инвентарь на колёсах. В этом моде она состоит из двух осей, четырёх колёс, кузова и всего, что вы приколотите сверху, и сломаться может любая часть.

### Постройка

Начните с ручной тележки: ось, два колеса, доска. Добавьте оглобли, и её потянет пони. Удлините кузов, и она повезёт брёвна; закройте его, и она повезёт кур. Рецептов целых повозок нет, есть только рецепты частей, поэтому двух одинаковых не встретить.

### В дороге

Грязь замедляет, колея ведёт, а тропа, по которой часто ездят, становится дорогой. Колёса изнашиваются. Держите запасное под кузовом или научитесь делать новое из того, что растёт рядом.

Указатели из **«Путевых знаков»** уже внутри, чтобы торговцы находили вашу деревню. Отдельно их ставить не нужно, а если поставите, будет работать более новая копия.`,
    de: `Ein Wagen ist kein Inventar auf Rädern. Hier besteht er aus zwei Achsen, vier Rädern, einer Ladefläche und allem, was du daraufnagelst, und jedes Teil kann brechen.

### Bauen

Am Anfang steht die Handkarre: eine Achse, zwei Räder, ein Brett. Mit einer Deichsel zieht sie ein Pony. Eine längere Ladefläche trägt Stämme, eine geschlossene trägt Hühner. Es gibt keine Rezepte für ganze Wagen, nur für Teile, darum gleicht keiner dem anderen.

### Unterwegs

Schlamm bremst, Spurrillen führen, und ein oft befahrener Pfad wird zur Straße. Räder nutzen sich ab. Halte ein Ersatzrad bereit, oder lerne, eines aus dem zu bauen, was am Weg wächst.

Die Wegweiser aus **Wegzeichen** sind enthalten, damit Händler dein Dorf finden. Du musst sie nicht eigens installieren; tust du es doch, wird die neuere Kopie benutzt.`,
  },
  contents: {
    kind: 'jar',
    units: [
      'Cartwright',
      'part/Axle',
      'part/Wheel',
      'part/WagonBed',
      'road/RutMap',
      'entity/DraughtPony',
    ],
    textures: [
      'entity/wheel',
      'entity/axle',
      'entity/bed',
      'block/road',
      'block/rut',
      'item/spare_wheel',
    ],
    texturePixels: 64,
    strings: {
      'part.wheel': { en: 'Spoked wheel', ru: 'Колесо со спицами', de: 'Speichenrad' },
      'part.axle': { en: 'Ash axle', ru: 'Ясеневая ось', de: 'Eschenachse' },
      'road.muddy': { en: 'Muddy road', ru: 'Размытая дорога', de: 'Schlammige Straße' },
    },
  },
  versions: [
    {
      version: '0.8.0',
      channel: 'beta',
      gameVersions: ['1.19', '1.20'],
      loaders: ['lattice'],
      dependencies: [{ kind: 'required', mod: 'loomcore', range: '^2.0.0' }],
    },
    {
      version: '1.0.0',
      gameVersions: ['1.20', '1.20.2'],
      loaders: ['lattice', 'hearth'],
      changelog: {
        en: 'Sledges for snow, and wheels that wear at last. Waymarks 1.0.0 is included.',
        ru: 'Сани для снега, и колёса наконец изнашиваются. Внутри — «Путевые знаки» 1.0.0.',
        de: 'Schlitten für Schnee, und Räder nutzen sich endlich ab. Enthält Wegzeichen 1.0.0.',
      },
      dependencies: [
        { kind: 'required', mod: 'loomcore', range: '>=2.1.0 <3' },
        { kind: 'embedded', mod: 'waymarks', range: '1.0.0', note: 'Included in the jar.' },
        {
          kind: 'optional',
          mod: 'softrain',
          range: '^1.1.0',
          note: 'Roads turn to mud in the rain.',
        },
      ],
    },
  ],
};

/** The mods of Brackenvale. */
export const brackenvaleMods: readonly DemoMod[] = [
  cartwright,
  hearthlight,
  softrain,
  waymarks,
  loomcore,
];
