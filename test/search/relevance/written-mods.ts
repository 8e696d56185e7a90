/** A mod written by hand, with what rules do not make. */
export interface WrittenMod {
  readonly key: string;
  readonly title: Readonly<Record<string, string>>;
  readonly summary?: string;
  readonly description?: string;
  /** Default: 500. */
  readonly downloads?: number;
}

/** The mods by hand. Their keys name them in the queries. */
export const WRITTEN_MODS: readonly WrittenMod[] = [
  { key: 'night-market', title: { en: 'Night Bazaar', de: 'Nachtbasar', ru: 'Ночной базар' } },
  { key: 'bookkeeping', title: { en: 'Book Keeping', de: 'Buchführung', ru: 'Бухгалтерия' } },
  { key: 'survivor', title: { en: 'Survivor Camp', de: 'Überlebender', ru: 'Выживший' } },
  { key: 'snow', title: { de: 'Schneegestöber', en: 'Snow Flurry' } },
  { key: 'roadworks', title: { de: 'Straßenbaustelle', en: 'Roadworks' } },
  { key: 'bigger-bags', title: { de: 'Größere Rucksäcke', en: 'Bigger Backpacks' } },
  { key: 'herbs', title: { de: 'Kräuterküche', en: 'Herbal Kitchen', ru: 'Кухня травника' } },
  { key: 'mueller', title: { de: 'Müllers Lust', en: 'A Miller Wanders' } },
  { key: 'christmas', title: { ru: 'Новогодняя ёлка', en: 'Spruce Decorations' } },
  { key: 'hedgehogs', title: { ru: 'Ёжики в тумане', en: 'Hedgehogs' } },
  { key: 'poster', title: { ru: 'Доска объявлений', en: 'Notice Board' } },
  { key: 'submarine', title: { ru: 'Подводная лодка', en: 'Submarine' } },
  { key: 'fridge', title: { ru: 'Холодильник', en: 'Refrigerator' } },
  { key: 'bees', title: { ru: 'Пасечник', en: 'Apiary' } },
  { key: 'samovar', title: { ru: 'Самовар и чайник', en: 'Samovar' } },
  { key: 'nochlezhka', title: { ru: 'Ночлежка' }, summary: 'A bed for the traveller.' },
  { key: 'betterendings', title: { en: 'BetterEndings' } },
  { key: 'quickstack', title: { en: 'QuickStackToChests' } },
  { key: 'npc-talk', title: { en: 'NPCs Talk Back' } },
  { key: 'hud-clock', title: { en: 'MinimalHUDClock' } },
  { key: 'railroad', title: { en: 'Rail-Road Semaphores' } },
  { key: 'mcdonagh', title: { en: "O'Donnagh's Errand" } },
  { key: 'dont-starve', title: { en: "Don't Go Hungry" } },
  { key: 'civ', title: { en: 'Legions V' } },
  { key: 'saga3', title: { en: 'Saga of Embers III', ru: 'Сага углей III' } },
  { key: 'saga4', title: { en: 'Saga of Embers IV', ru: 'Сага углей IV' } },
  { key: 'stacks', title: { en: 'x64 Stack Sizes' } },
  { key: 'render4k', title: { en: '4K Skyboxes' } },
  { key: 'year', title: { en: 'Season 1987 Liveries' } },
  { key: 'cpp', title: { en: 'Lua 5 Scripting Host' } },
  { key: 'autosort', title: { en: 'Automatic Sorting', ru: 'Автосортировка' } },
  { key: 'minimap', title: { en: 'Pocket Cartographer', ru: 'Карманный картограф' } },
  { key: 'firearms', title: { en: 'Firearms of the Frontier' } },
  { key: 'fps', title: { en: 'Frame Rate Rescue' }, summary: 'Doubles the performance.' },
  { key: 'gryphons', title: { en: 'Gryphon Stables' } },
  { key: 'jei', title: { en: 'Recipe Encyclopedia', ru: 'Энциклопедия рецептов' } },
  { key: 'bakery', title: { en: 'Bakery', ru: 'Пекарня', de: 'Bäckerei' }, downloads: 90 },
  { key: 'bakery-plus', title: { en: 'Bakery Anniversary Cakes' }, downloads: 90_000 },
  {
    key: 'cake-summary',
    title: { en: 'Sweet Tooth' },
    summary: 'Opens a bakery in each town.',
    downloads: 900_000,
  },
  {
    key: 'cake-description',
    title: { en: 'Town Criers' },
    description: 'They announce when the bakery has fresh rolls and when the aqueduct is dry.',
    downloads: 9_000_000,
  },
  { key: 'aqueducts', title: { en: 'Aqueduct Engineers' }, downloads: 40 },
  { key: 'zeppelin-low', title: { en: 'Zeppelin Hangar' }, downloads: 12 },
  { key: 'zeppelin-high', title: { en: 'Zeppelin Mast' }, downloads: 120_000 },
  { key: 'the-quiet', title: { en: 'The Quietude' } },
  { key: 'und', title: { de: 'Pfeffer und Safran', en: 'Pepper and Saffron' } },
  { key: 'accordion', title: { en: 'Accordion Buskers', ru: 'Уличные гармонисты' } },
  { key: 'labyrinth', title: { en: 'Labyrinthine Basements', ru: 'Лабиринты подвалов' } },
  { key: 'chandelier', title: { en: 'Chandelier Workshop', de: 'Kronleuchterwerkstatt' } },
  { key: 'rhythm', title: { en: 'Rhythm of the Quarry' } },
  { key: 'pneumatic', title: { en: 'Pneumatic Conveyors', ru: 'Пневматические конвейеры' } },
  { key: 'xylophone', title: { en: 'Xylophone Skeletons', ru: 'Скелеты-ксилофонисты' } },
  { key: 'jellyfish', title: { en: 'Jellyfish Aquarium', de: 'Quallenaquarium' } },
  { key: 'gingerbread', title: { en: 'Gingerbread Cottage', de: 'Lebkuchenhäuschen' } },
  { key: 'buckwheat', title: { en: 'Buckwheat Porridge', ru: 'Гречневая каша' } },
  { key: 'excalibur', title: { en: 'Excalibur', ru: 'Экскалибур' } },
  { key: 'scaffold', title: { en: 'Scaffolding' }, summary: 'Poles and planks for masons.' },
  { key: 'tentacles', title: { ru: 'Щупальца Цукерберга' } },
  { key: 'compound', title: { de: 'Sturmlaternenhalter' } },
  { key: 'dominion', title: { en: 'Dominion VII' } },
];

/** Equal terms of players, as an administrator of a game lists them. */
export const WRITTEN_GROUPS: readonly (readonly string[])[] = [
  ['autosort', 'automatic sorting', 'auto sorter'],
  ['minimap', 'cartographer'],
  ['guns', 'firearms', 'пушки'],
  ['fps', 'frame rate'],
  ['griffin', 'gryphon', 'грифон'],
  ['jei', 'nei', 'recipe encyclopedia'],
  ['тардис', 'submarine'],
];
