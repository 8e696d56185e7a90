import { describe, expect, it } from 'vitest';
import { meets } from './meeting.js';

const entries = {
  groups: [
    ['WoW', 'World of Warcraft'],
    ['Skyrim', 'TES V', 'Скайрим'],
  ],
  words: ['book', 'keeping', 'schnee', 'sturm'],
};

describe('a query meets a title', () => {
  it.each([
    ['the same words', 'night market', 'Night Market'],
    ['half a word', 'night mar', 'Night Market'],
    ['a transposition', 'nihgt market', 'Night Market'],
    ['a missing letter', 'bookeeping', 'Bookkeeping'],
    ['a missing letter in a compound', 'bookeeping', 'Book Keeping'],
    ['an additional letter', 'lanttern', 'Lantern'],
    ['another letter', 'lamtern', 'Lantern'],
    ['two errors in a long word', 'bokkeping', 'Bookkeeping'],
    ['two words for one', 'book keeping', 'Bookkeeping'],
    ['one word for two', 'bookkeeping', 'Book Keeping'],
    ['camel case for two words', 'BetterEnd', 'Better End'],
    ['two words for camel case', 'better end', 'BetterEnd'],
    ['part of camel case', 'better', 'BetterEnd'],
    ['small letters for camel case', 'betterend', 'BetterEnd'],
    ['a hyphen for a space', 'better-end', 'Better End'],
    ['an underscore for camel case', 'better_end', 'BetterEnd'],
    ['a joined number', 'mod2', 'Mod 2'],
    ['a separate number', 'mod 2', 'Mod2'],
    ['a Roman numeral', 'dungeon II', 'Dungeon 2'],
    ['a number for a Roman numeral', 'dungeon 5', 'Dungeon V'],
    ['a joined number for a Roman numeral', 'dungeon5', 'Dungeon V'],
    ['a joined Roman numeral', 'DungeonV', 'Dungeon 5'],
    ['no apostrophe', 'players', "Player's Handbook"],
    ['an apostrophe', "player's", 'Players Handbook'],
    ['other diacritics', 'cafe', 'Café'],
    ['diacritics in the query only', 'cafё café', 'Cafe Café'],
    ['a synonym of several words', 'wow', 'World of Warcraft UI'],
    ['a synonym of one word', 'world of warcraft ui', 'WoW UI'],
    ['a synonym in another script', 'скайрим', 'Better Skyrim'],
  ])('English with %s finds the title', (_, query, title) => {
    expect(meets(query, title, { entries })).toBe(true);
  });

  it.each([
    ['ü as ue', 'ueberlebender', 'Überlebender'],
    ['ü as u', 'uberlebender', 'Überlebender'],
    ['ü for ue', 'überlebender', 'Ueberlebender'],
    ['u for ue', 'mulle', 'Mueller'],
    ['ss for ß', 'strasse', 'Straße'],
    ['ß for ss', 'straße', 'Strasse'],
    ['capital ß', 'STRAẞE', 'Straße'],
    ['a compound in two words', 'schnee sturm', 'Schneesturm'],
    ['a compound in three words', 'schnee gestöber lampe', 'Schneegestöberlampe'],
    ['the beginning of a compound in three words', 'schnee gestöber lam', 'Schneegestöberlampe'],
    ['two words in a compound', 'schneesturm', 'Schnee-Sturm'],
    ['the English layout', 'sch;n', 'Schön'],
    ['the swap of y and z', 'yeit', 'Zeit'],
    ['a typing error', 'latenre', 'Laterne'],
    ['two umlauts in a compound', 'oeltuer', 'Öl Tür'],
  ])('German with %s finds the title', (_, query, title) => {
    expect(meets(query, title, { language: 'de', entries })).toBe(true);
  });

  it.each([
    ['е for ё', 'елка', 'Ёлка'],
    ['ё for е', 'ёлка', 'Елка'],
    ['half a word', 'ночной ры', 'Ночной рынок'],
    ['a transposition', 'ночнйо рынок', 'Ночной рынок'],
    ['the English layout', 'yjxyjq hsyjr', 'Ночной рынок'],
    ['the English layout in capitals', 'YJXYJQ HSYJR', 'Ночной рынок'],
    ['half a word on the English layout', 'yjxyjq hs', 'Ночной рынок'],
    ['punctuation keys', '[jkjlbkmybr', 'Холодильник'],
    ['a short word on the English layout', 'ntym b cdtn', 'Тень и свет'],
    ['ICAO', 'nochnoi rynok', 'Ночной рынок'],
    ['BGN/PCGN', 'nochnoy rynok', 'Ночной рынок'],
    ['a transliteration without the soft sign', 'kholodilnik', 'Холодильник'],
    ['an informal transliteration', 'holodilnik', 'Холодильник'],
    ['c for ц', 'schupalca cukerberga', 'Щупальца Цукерберга'],
  ])('Russian with %s finds the title', (_, query, title) => {
    expect(meets(query, title, { language: 'ru' })).toBe(true);
  });

  it.each([
    ['English on the Russian layout', 'тшпре ьфклуе', 'Night Market'],
    ['Cyrillic for an English name', 'лантерн', 'Lantern'],
    ['Cyrillic letters one by one', 'драккар', 'Drakkar'],
    ['Cyrillic by ear', 'хогвартс', 'Hogwarts'],
  ])('a title in another script is found by %s', (_, query, title) => {
    expect(meets(query, title)).toBe(true);
  });
});

describe('a new synonym', () => {
  it.each([
    ['a joined word with an error', 'book keeping', 'Bookeeping', ['book keeping', 'bookkeeping']],
    ['a joined beginning', 'book keep', 'Bookkeeping', ['book keep', 'bookkeep']],
    ['a transliteration with an error', 'skyrim', 'Скайрем', ['Skyrim', 'Скайрим']],
    ['a beginning on another layout', 'ghbd', 'Привет', ['ghbd', 'прив']],
  ])('a title is still found by %s after a new synonym', (_, query, title, group) => {
    expect([meets(query, title), meets(query, title, { entries: { groups: [group] } })]).toEqual([
      true,
      true,
    ]);
  });
});

it('two umlauts in joined words find the compound with two letters for each', () => {
  expect(meets('öl tür', 'Oeltuer')).toBe(true);
});

describe('a query misses a title', () => {
  it.each([
    ['nonsense', 'qzxwvk', 'Night Market'],
    ['nonsense in Cyrillic', 'ъыщжэ', 'Night Market'],
    ['one of two words', 'night lantern', 'Night Market'],
    ['a short word with an error', 'mdo', 'Mod'],
    ['a number with an error', '2025', 'Calendar 2024'],
    ['two errors in a short word', 'mraekt', 'Market'],
    ['three errors in a long word', 'lntrsn', 'Lanterns'],
    ['и for й in a short word', 'иод', 'Йод'],
    ['half of a closed word', 'mark ', 'Market'],
    ['the letter v for a number', 'v', 'Episode 5'],
    ['half of a synonym', 'skyr', 'TES V'],
    ['part of a synonym of several words', 'tes', 'Skyrim'],
    ['punctuation', '-- "', 'Night - "Market"'],
    ['an operator', 'lantern | windmill', 'Lantern'],
    ['a negation', '-night', 'Market'],
  ])('%s in %j does not find %j', (_, query, title) => {
    expect(meets(query, title, { entries })).toBe(false);
  });
});
