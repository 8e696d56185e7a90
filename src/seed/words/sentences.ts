import type { Language } from '../languages.js';

/** A subject of mods, in the plural. */
export type Thing = Readonly<Record<Language, string>>;

/** The subjects of mods, the most frequent first. */
export const THINGS: readonly [Thing, ...Thing[]] = [
  { en: 'lanterns', ru: 'фонари', de: 'Laternen' },
  { en: 'harbours', ru: 'гавани', de: 'Häfen' },
  { en: 'windmills', ru: 'мельницы', de: 'Windmühlen' },
  { en: 'bridges', ru: 'мосты', de: 'Brücken' },
  { en: 'orchards', ru: 'сады', de: 'Obstgärten' },
  { en: 'glaciers', ru: 'ледники', de: 'Gletscher' },
  { en: 'foxes', ru: 'лисы', de: 'Füchse' },
  { en: 'herons', ru: 'цапли', de: 'Reiher' },
  { en: 'trains', ru: 'поезда', de: 'Züge' },
  { en: 'engines', ru: 'двигатели', de: 'Motoren' },
  { en: 'kilns', ru: 'печи', de: 'Brennöfen' },
  { en: 'maps', ru: 'карты', de: 'Karten' },
  { en: 'compasses', ru: 'компасы', de: 'Kompasse' },
  { en: 'storms', ru: 'бури', de: 'Stürme' },
  { en: 'rivers', ru: 'реки', de: 'Flüsse' },
  { en: 'caves', ru: 'пещеры', de: 'Höhlen' },
  { en: 'crystals', ru: 'кристаллы', de: 'Kristalle' },
  { en: 'mushrooms', ru: 'грибы', de: 'Pilze' },
  { en: 'looms', ru: 'станки', de: 'Webstühle' },
  { en: 'bells', ru: 'колокола', de: 'Glocken' },
  { en: 'clocks', ru: 'часы', de: 'Uhren' },
  { en: 'archives', ru: 'архивы', de: 'Archive' },
  { en: 'potions', ru: 'зелья', de: 'Tränke' },
  { en: 'runes', ru: 'руны', de: 'Runen' },
  { en: 'satellites', ru: 'спутники', de: 'Satelliten' },
  { en: 'drones', ru: 'дроны', de: 'Drohnen' },
  { en: 'freighters', ru: 'грузовозы', de: 'Frachter' },
  { en: 'markets', ru: 'рынки', de: 'Märkte' },
  { en: 'taverns', ru: 'таверны', de: 'Tavernen' },
  { en: 'castles', ru: 'замки', de: 'Burgen' },
  { en: 'tractors', ru: 'тракторы', de: 'Traktoren' },
  { en: 'tyres', ru: 'шины', de: 'Reifen' },
  { en: 'shaders', ru: 'шейдеры', de: 'Shader' },
  { en: 'textures', ru: 'текстуры', de: 'Texturen' },
  { en: 'menus', ru: 'меню', de: 'Menüs' },
  { en: 'chests', ru: 'сундуки', de: 'Truhen' },
  { en: 'shadows', ru: 'тени', de: 'Schatten' },
  { en: 'choirs', ru: 'хоры', de: 'Chöre' },
  { en: 'tides', ru: 'приливы', de: 'Gezeiten' },
  { en: 'seasons', ru: 'времена года', de: 'Jahreszeiten' },
];

type Sentences = readonly [string, ...string[]];

/** Sentences with placeholders for two things, a number, the mod and another mod. */
export const SENTENCES: Readonly<Record<Language, Sentences>> = {
  en: [
    'Adds {a} and {b} to every new world.',
    'The {a} now react to the {b}, and old saves keep working.',
    'The settings have a section for {a}; {n} is a good value to start with.',
    'Made for players who care more about {a} than about {b}.',
    '{name} costs about {n} milliseconds a minute while {a} are in view.',
    'A server needs the mod; without it the {a} stay as plain as they were.',
    'Known problem: {a} and {b} that stand side by side flicker at night.',
    'Thanks to everybody who told us where {a} were missing.',
    'Works well together with {other}.',
    'Inspired by {other}, but with {a} and {b}.',
  ],
  ru: [
    'Новое в каждом мире: {a} и {b}.',
    'Теперь {a} и {b} связаны между собой, а старые сохранения работают.',
    'В настройках есть раздел «{a}»; начните со значения {n}.',
    'Для тех, кому {a} важнее, чем {b}.',
    '{name} тратит около {n} миллисекунд в минуту, когда видны {a}.',
    'Мод нужен на сервере: без него {a} остаются обычными.',
    'Известная ошибка: {a} и {b} по соседству мерцают ночью.',
    'Спасибо всем, кто сообщил, где пропали {a}.',
    'Хорошо сочетается с модом «{other}».',
    'По мотивам «{other}»: {a} и {b}.',
  ],
  de: [
    'Neu in jeder Welt: {a} und {b}.',
    '{a} und {b} gehören jetzt zusammen; alte Spielstände bleiben gültig.',
    'In den Einstellungen gibt es den Abschnitt „{a}“; {n} ist ein guter Anfang.',
    'Für alle, denen {a} wichtiger sind als {b}.',
    '{name} braucht rund {n} Millisekunden pro Minute, wenn {a} zu sehen sind.',
    'Der Server braucht die Mod; ohne sie bleiben {a} gewöhnlich.',
    'Bekannter Fehler: {a} und {b} flackern nebeneinander in der Nacht.',
    'Danke an alle, die gemeldet haben, wo {a} fehlten.',
    'Passt gut zu {other}.',
    'Angelehnt an {other}, mit {a} und {b}.',
  ],
};

/** The last paragraph of descriptions. Its words are in every mod of a language. */
export const REQUIREMENTS: Readonly<Record<Language, string>> = {
  en: 'This mod needs {game}. Please report problems with the mod in the comments.',
  ru: 'Для этого мода нужна игра {game}. О проблемах с модом пишите в комментариях.',
  de: 'Diese Mod braucht {game}. Probleme mit der Mod bitte in den Kommentaren melden.',
};
