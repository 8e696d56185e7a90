import type { DemoGame, DemoMod } from './catalog.types.js';

/** A driving game on country roads; its mods are models. */
export const kestrel: DemoGame = {
  slug: 'kestrel-county',
  name: 'Kestrel County',
  loaders: ['wheelhouse', 'plain'],
  versions: ['2023.2', '2024.1', '2024.2'],
  categories: [
    { slug: 'physics', name: 'Physics' },
    { slug: 'scenery', name: 'Scenery' },
    { slug: 'events', name: 'Events' },
  ],
};

const gravelPhysics: DemoMod = {
  slug: 'gravel-physics',
  game: 'kestrel-county',
  creator: 'tobias-kern',
  categories: ['physics'],
  license: 'BSD-3-Clause',
  homepageUrl: 'https://gravel.example.org',
  sourceUrl: 'https://code.example.org/tobias-kern/gravel-physics',
  title: { en: 'Loose Gravel', ru: 'Рыхлый гравий', de: 'Loser Schotter' },
  summary: {
    en: 'Gravel that builds up, gets swept aside and remembers the car in front of you.',
    ru: 'Гравий, который копится, разлетается и помнит машину, прошедшую перед вами.',
    de: 'Schotter, der sich auftürmt, zur Seite fliegt und das Auto vor dir nicht vergisst.',
  },
  description: {
    en: `The surface tables of the base game know three kinds of gravel. The road behind my house has eleven, and it changes after every tractor.

Loose Gravel gives each stretch of road a depth of stones. Wheels push them outwards, so that a clean line forms where everybody drives and a soft shoulder waits beside it. Brake early and you plough; brake late and you find the bank.

### Numbers for those who like them

- Depth is kept per square of 25 cm, four bits each; a whole stage fits in 3 MB.
- Grip follows measurements from two afternoons, one borrowed van and a spring scale.
- Works with every car, because it changes the road and not the car.

Rain compacts the surface; a dry week loosens it again.`,
    ru: `Таблицы покрытий в обычной игре знают три вида гравия. На дороге за моим домом их одиннадцать, и после каждого трактора они другие.

«Рыхлый гравий» даёт каждому отрезку дороги слой камней. Колёса раздвигают его, поэтому там, где ездят все, появляется чистая колея, а рядом ждёт мягкая обочина. Затормозишь рано — зароешься, поздно — познакомишься с откосом.

### Цифры для любителей

- Толщина хранится по клеткам 25 см, по четыре бита; целый участок помещается в 3 МБ.
- Сцепление взято из измерений: два вечера, один одолженный фургон и пружинные весы.
- Работает с любой машиной, потому что меняет дорогу, а не машину.

Дождь уплотняет поверхность, сухая неделя снова её разрыхляет.`,
    de: `Die Tabellen des Grundspiels kennen drei Sorten Schotter. Der Weg hinter meinem Haus hat elf, und nach jedem Traktor sind es andere.

Loser Schotter gibt jedem Stück Straße eine Tiefe an Steinen. Räder schieben sie nach außen, so entsteht eine saubere Spur, wo alle fahren, und daneben wartet ein weicher Rand. Wer früh bremst, pflügt; wer spät bremst, lernt die Böschung kennen.

### Zahlen für Liebhaber

- Die Tiefe wird je Quadrat von 25 cm mit vier Bit gehalten; eine ganze Prüfung passt in 3 MB.
- Der Grip stammt aus Messungen: zwei Nachmittage, ein geliehener Transporter, eine Federwaage.
- Läuft mit jedem Auto, weil sich die Straße ändert und nicht das Auto.

Regen verdichtet die Oberfläche, eine trockene Woche lockert sie wieder.`,
  },
  contents: {
    kind: 'models',
    units: ['berm', 'rut', 'stone_field'],
    textures: ['gravel_fine', 'gravel_coarse', 'gravel_wet'],
    texturePixels: 128,
    strings: {
      'surface.fine': { en: 'Fine gravel', ru: 'Мелкий гравий', de: 'Feiner Schotter' },
      'surface.coarse': { en: 'Coarse gravel', ru: 'Крупный гравий', de: 'Grober Schotter' },
      'surface.packed': { en: 'Packed by rain', ru: 'Прибит дождём', de: 'Vom Regen verdichtet' },
    },
  },
  versions: [
    { version: '1.0.0', gameVersions: ['2023.2', '2024.1'], loaders: ['wheelhouse'] },
    {
      version: '1.1.0',
      gameVersions: ['2024.1', '2024.2'],
      loaders: ['wheelhouse', 'plain'],
      changelog: {
        en: 'Wet gravel. Also fixes stones that hung in the air after a rewind.',
        ru: 'Мокрый гравий. Камни больше не висят в воздухе после перемотки.',
        de: 'Nasser Schotter. Außerdem hängen nach dem Zurückspulen keine Steine mehr in der Luft.',
      },
    },
  ],
};

const oldBarnPack: DemoMod = {
  slug: 'old-barn-pack',
  game: 'kestrel-county',
  creator: 'mirela',
  categories: ['scenery'],
  license: 'CC-BY-4.0',
  homepageUrl: 'https://barns.example.org',
  title: { en: 'Old Barn Pack', ru: 'Старые амбары', de: 'Alte Scheunen' },
  summary: {
    en: 'Nine barns, two silos and a church without a roof, for builders of roadside scenery.',
    ru: 'Девять амбаров, два силоса и церковь без крыши — для тех, кто строит придорожные пейзажи.',
    de: 'Neun Scheunen, zwei Silos und eine Kirche ohne Dach, für alle, die Straßenränder gestalten.',
  },
  description: {
    en: `These are the buildings I passed on the way to school. Most of them are gone now, so I measured the rest, photographed the boards and built them as scenery.

Every barn comes in three conditions: in use, neglected, and leaning. Doors are separate parts and may stand open. All textures are my own photographs, taken on overcast days so that the light of the game does the lighting.

The pack on its own puts nothing on the map. Place the buildings with the scenery editor, or install an event that uses them, such as **Night Market**.

You may use the models in your own mods as long as you name the source. Send me a picture of where they ended up!`,
    ru: `Мимо этих построек я ходила в школу. Большинства уже нет, поэтому оставшиеся я обмерила, сняла доски на фото и собрала как декорации.

У каждого амбара три состояния: жилой, заброшенный и покосившийся. Двери — отдельные детали и могут стоять открытыми. Все текстуры — мои фотографии, снятые в пасмурные дни, чтобы освещением занималась сама игра.

Сам по себе набор ничего не ставит на карту. Расставьте постройки в редакторе или установите событие, которое ими пользуется, например **«Ночной рынок»**.

Модели можно брать в свои моды, если указать источник. Пришлите снимок, где они в итоге оказались!`,
    de: `An diesen Gebäuden bin ich auf dem Schulweg vorbeigekommen. Die meisten stehen nicht mehr, also habe ich die übrigen vermessen, die Bretter fotografiert und alles als Kulisse nachgebaut.

Jede Scheune gibt es in drei Zuständen: in Gebrauch, vernachlässigt und schief. Tore sind eigene Teile und dürfen offen stehen. Alle Texturen sind eigene Fotos, an trüben Tagen aufgenommen, damit das Licht des Spiels die Arbeit macht.

Allein stellt das Paket nichts auf die Karte. Platziere die Gebäude mit dem Kulisseneditor, oder installiere eine Veranstaltung, die sie nutzt, zum Beispiel **Nachtmarkt**.

Die Modelle dürfen in eigene Mods, solange die Quelle genannt wird. Schick mir ein Bild davon, wo sie gelandet sind!`,
  },
  contents: {
    kind: 'models',
    units: ['barn_long', 'barn_small', 'barn_leaning', 'silo_round', 'silo_square', 'church_ruin'],
    textures: [
      'boards_grey',
      'boards_red',
      'boards_rotten',
      'tin_roof',
      'thatch',
      'fieldstone',
      'lime_plaster',
      'moss',
    ],
    texturePixels: 256,
    strings: {
      'model.barn_long': { en: 'Long barn', ru: 'Длинный амбар', de: 'Lange Scheune' },
      'model.silo_round': { en: 'Round silo', ru: 'Круглый силос', de: 'Rundes Silo' },
      'model.church_ruin': {
        en: 'Church without a roof',
        ru: 'Церковь без крыши',
        de: 'Kirche ohne Dach',
      },
    },
  },
  versions: [
    {
      version: '1.0.0',
      gameVersions: ['2023.2', '2024.1', '2024.2'],
      loaders: ['wheelhouse', 'plain'],
    },
  ],
};

const nightMarket: DemoMod = {
  slug: 'night-market',
  game: 'kestrel-county',
  creator: 'ostrov',
  categories: ['events', 'scenery'],
  license: 'CC-BY-SA-4.0',
  homepageUrl: 'https://nightmarket.example.org',
  title: { en: 'Night Market', ru: 'Ночной рынок', de: 'Nachtmarkt' },
  summary: {
    en: 'A market that sets up after dark, never twice in the same field, and deliveries to keep it going.',
    ru: 'Рынок, который раскидывается в темноте, каждый раз на новом поле, и рейсы, чтобы он жил.',
    de: 'Ein Markt, der nach Einbruch der Dunkelheit aufbaut, nie zweimal am selben Ort, samt Lieferfahrten.',
  },
  description: {
    en: `On four nights of every month a market appears somewhere in the county. You hear of it at the petrol station or see the lights from the ridge road; it is never on the map.

Until ten o'clock it is a matter of deliveries: lamp oil, bread, a crate that must not be tilted, an accordion. From ten it is a matter of driving, because the growers race their vans home along whatever road is worst.

**Deliveries** pay in favours and not in money. A favour gets you a headlamp, a tow out of a ditch, or the name of the next field.

The stalls stand in and around the buildings of *Old Barn Pack*, which is required. With *Loose Gravel* the home run becomes much harder; I recommend it.`,
    ru: `Четыре ночи в месяц где-то в графстве появляется рынок. О нём говорят на заправке, его огни видны с дороги по хребту, но на карте его никогда нет.

До десяти вечера всё дело в доставках: ламповое масло, хлеб, ящик, который нельзя наклонять, аккордеон. После десяти всё дело в езде: фермеры гонят фургоны домой по самой плохой дороге, какая найдётся.

За **доставки** платят услугами, а не деньгами. Услуга — это фара, буксир из канавы или название следующего поля.

Прилавки стоят внутри и вокруг построек из *«Старых амбаров»*, без них мод не работает. С *«Рыхлым гравием»* дорога домой становится куда труднее; советую.`,
    de: `In vier Nächten jedes Monats taucht irgendwo im County ein Markt auf. Man hört an der Tankstelle davon oder sieht die Lichter von der Höhenstraße; auf der Karte steht er nie.

Bis zehn Uhr geht es um Lieferungen: Lampenöl, Brot, eine Kiste, die man nicht kippen darf, ein Akkordeon. Ab zehn geht es ums Fahren, denn dann jagen die Bauern ihre Transporter auf der jeweils schlechtesten Straße nach Hause.

**Lieferungen** werden mit Gefallen bezahlt und nicht mit Geld. Ein Gefallen bringt dir einen Scheinwerfer, ein Seil aus dem Graben oder den Namen der nächsten Wiese.

Die Stände stehen in und um die Gebäude aus *Alte Scheunen*, ohne die es nicht geht. Mit *Loser Schotter* wird der Heimweg viel schwerer; ich empfehle es.`,
  },
  contents: {
    kind: 'models',
    units: ['stall', 'lantern_string', 'delivery_van', 'crate'],
    textures: ['awning', 'lantern', 'van_paint', 'crate_wood'],
    texturePixels: 96,
    strings: {
      'event.tonight': {
        en: 'Lights on the ridge tonight',
        ru: 'Сегодня огни на хребте',
        de: 'Heute Lichter auf der Höhe',
      },
      'delivery.fragile': { en: 'Do not tilt', ru: 'Не наклонять', de: 'Nicht kippen' },
      'favour.tow': { en: 'A tow', ru: 'Буксир', de: 'Ein Abschleppseil' },
    },
  },
  versions: [
    {
      version: '0.9.0',
      channel: 'beta',
      gameVersions: ['2024.1'],
      loaders: ['wheelhouse'],
      dependencies: [{ kind: 'required', mod: 'old-barn-pack', range: '^1.0.0' }],
    },
    {
      version: '1.0.0',
      gameVersions: ['2024.1', '2024.2'],
      loaders: ['wheelhouse', 'plain'],
      changelog: {
        en: 'Nine new fields, and favours can be saved for the next market.',
        ru: 'Девять новых полей; услуги можно приберечь до следующего рынка.',
        de: 'Neun neue Wiesen, und Gefallen lassen sich für den nächsten Markt aufheben.',
      },
      dependencies: [
        { kind: 'required', mod: 'old-barn-pack', range: '^1.0.0' },
        { kind: 'optional', mod: 'gravel-physics', range: '>=1.0.0', note: 'A harder way home.' },
      ],
    },
  ],
};

/** The mods of Kestrel County. */
export const kestrelMods: readonly DemoMod[] = [nightMarket, oldBarnPack, gravelPhysics];
