import type { Language } from '../languages.js';

/** A word in three languages. */
export type Word = Readonly<Record<Language, string>>;

/**
 * The words that many titles begin with, the most frequent first. A line has the word in English,
 * German and Russian; the Russian one is masculine.
 */
export const BEGINNINGS = words(`
  Better Bessere Улучшенный
  More Mehr Больше
  Realistic Realistische Реалистичный
  HD HD HD
  New Neue Новый
  Simple Einfache Простой
  Ultimate Ultimative Абсолютный
  Immersive Immersive Атмосферный
  Advanced Erweiterte Продвинутый
  Improved Verbesserte Доработанный
  Extra Extra Дополнительный
  Custom Eigene Особый
  Enhanced Aufgewertete Расширенный
  Dark Dunkle Тёмный
  Ancient Uralte Древний
  Unofficial Inoffizielle Неофициальный
  Great Große Великий
  Lost Verlorene Затерянный
  Old Alte Старый
  True Wahre Истинный
  Fast Schnelle Быстрый
  Hidden Verborgene Скрытый
  Little Kleine Маленький
  Wild Wilde Дикий
  Quiet Stille Тихий
  Living Lebende Живой
  Broken Zerbrochene Сломанный
  Golden Goldene Золотой
  Merry Fröhliche Весёлый
  Beautiful Schöne Красивый`);

/** The words that many titles end with, the most frequent first, in lines like `BEGINNINGS`. */
export const ENDS = words(`
  Mod Mod мод
  Pack Paket пак
  Overhaul Überarbeitung переработка
  Textures Texturen текстуры
  Fix Korrektur исправление
  Edition Edition издание
  Plus Plus плюс
  Expansion Erweiterung дополнение
  UI Oberfläche интерфейс
  Weapons Waffen оружие
  Tweaks Feinschliff настройки
  Armor Rüstung броня
  Map Karte карта
  Patch Patch патч
  Quests Aufgaben задания
  Lite Lite лайт
  Core Kern ядро
  Library Bibliothek библиотека
  Music Musik музыка
  Sounds Klänge звуки
  Reworked Neuauflage переделка
  Menu Menü меню
  Shader Shader шейдеры
  API API API
  Animations Animationen анимации
  Storage Lager хранилище
  Crafting Handwerk ремесло
  Creatures Kreaturen существа
  Remastered Remastered ремастер
  Vehicles Fahrzeuge транспорт
  Biomes Biome биомы
  Spells Zauber заклинания
  Followers Gefährten спутники
  Homes Häuser дома
  Farming Landwirtschaft фермерство
  Trading Handel торговля
  Weather Wetter погода
  Lighting Beleuchtung освещение
  Collection Sammlung коллекция
  Rebalance Neugewichtung баланс
  Translation Übersetzung перевод
  Tools Werkzeuge инструменты
  Kit Bausatz комплект
  Stories Geschichten истории
  Houses Gebäude здания
  Paintings Gemälde картины
  Seeds Samen семена`);

function words(lines: string): readonly [Word, ...Word[]] {
  const [first, ...others] = lines
    .trim()
    .split('\n')
    .map((line): Word => {
      const [en = '', de = '', ru = ''] = line.trim().split(' ');
      return { de, en, ru };
    });
  if (!first) throw new Error('the list has no words');
  return [first, ...others];
}
