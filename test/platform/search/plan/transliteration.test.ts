import { describe, expect, it } from 'vitest';
import { transliterationsOf } from '../../../../src/platform/search/plan/transliteration.js';

describe('transliterations', () => {
  it.each([
    ['ICAO Doc 9303', 'щука', 'shchuka'],
    ['ICAO Doc 9303', 'хижина', 'khizhina'],
    ['ICAO Doc 9303', 'цирк', 'tsirk'],
    ['ICAO Doc 9303', 'подъезд', 'podieezd'],
    ['ICAO Doc 9303', 'юлия', 'iuliia'],
    ['ICAO Doc 9303', 'новый', 'novyi'],
    ['ICAO Doc 9303', 'эпоха', 'epokha'],
    ['ICAO Doc 9303', 'соль', 'sol'],
    ['BGN/PCGN', 'новый', 'novyy'],
    ['BGN/PCGN', 'юлия', 'yuliya'],
    ['BGN/PCGN', 'енот', 'yenot'],
    ['BGN/PCGN', 'подъезд', 'podyezd'],
    ['informal use', 'хобот', 'hobot'],
    ['informal use', 'цирк', 'cirk'],
    ['informal use', 'джокер', 'joker'],
    ['informal use', 'мод2', 'mod2'],
  ])('Latin letters by %s: %s as %s', (_, russian, latin) => {
    expect(transliterationsOf(russian)).toContain(latin);
  });

  it.each([
    ['ICAO Doc 9303', 'iuliia', 'юлия'],
    ['ICAO Doc 9303', 'novyi', 'новый'],
    ['ICAO Doc 9303', 'tikhii', 'тихий'],
    ['ICAO Doc 9303', 'tsirk', 'цирк'],
    ['ICAO Doc 9303', 'shchit', 'щит'],
    ['GOST R 52535.1', 'tcirk', 'цирк'],
    ['BGN/PCGN', 'zhizn', 'жизн'],
    ['BGN/PCGN', 'khizhina', 'хижина'],
    ['BGN/PCGN', 'yuliya', 'юлия'],
    ['BGN/PCGN', 'novyy', 'новый'],
    ['BGN/PCGN', 'yenot', 'енот'],
    ['BGN/PCGN', 'andrey', 'андрей'],
    ['ALA-LC', 'andrei', 'андрей'],
    ['ISO 9 without diacritics', 'novyj', 'новый'],
    ['informal use', 'jolka', 'елка'],
    ['informal use', 'holod', 'холод'],
    ['informal use', 'eto', 'это'],
    ['informal use', 'cirk', 'цирк'],
    ['informal use', 'schupalca', 'щупалца'],
    ['informal use', 'cukerberga', 'цукерберга'],
    ['English words', 'cactus', 'кактус'],
    ['English words', 'skyrim', 'скайрим'],
    ['English words', 'freedom', 'фридом'],
    ['English words', 'quest', 'квест'],
    ['English words', 'mod2', 'мод2'],
  ])('Cyrillic letters from %s: %s as %s', (_, latin, russian) => {
    expect(transliterationsOf(latin)).toContain(russian);
  });

  it.each([
    ['two letters', 'ya'],
    ['two letters and digits', 'ya2024'],
    ['both scripts', 'modмод'],
    ['another script', '東京都'],
    ['other Cyrillic letters', 'їжак'],
    ['no letters', '2024'],
    ['soft signs', 'ььь'],
    ['signs and one vowel', 'ььы'],
    ['nothing', ''],
  ])('words of %s have no transliteration: %s', (_, term) => {
    expect(transliterationsOf(term)).toEqual([]);
  });

  it('transliterations have at most 40 code points', () => {
    expect(transliterationsOf('щ'.repeat(40))).toEqual([
      'shch'.repeat(10),
      'sch'.repeat(14).slice(0, 40),
    ]);
  });

  it.each(['tcirk', 'chas', 'tick', 'schit'])(
    'groups of letters have no other reading of their c: %s',
    (latin) => {
      expect(transliterationsOf(latin)).toHaveLength(1);
    },
  );

  it('words have at most four transliterations, without repetition', () => {
    expect(transliterationsOf('хижина')).toEqual(['khizhina', 'hizhina']);
    expect(transliterationsOf('новый')).toEqual(['novyi', 'novyy']);
    expect(transliterationsOf('eiskii')).toHaveLength(3);
    expect(transliterationsOf('eciskii')).toHaveLength(4);
  });
});
