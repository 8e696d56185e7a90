import { describe, expect, it } from 'vitest';
import { otherLayouts } from '../../../../src/platform/search/plan/layouts.js';

describe('the text on another keyboard layout', () => {
  it.each([
    ['Russian on the English layout', 'ghbdtn', 'привет'],
    ['Russian in capitals', 'GHBDTN', 'привет'],
    ['х on the bracket', '[jkjlbkmybr', 'холодильник'],
    ['х on the bracket with Shift', '{jkjlbkmybr', 'холодильник'],
    ['б and ъ on the comma and the bracket', 'j,]zdktybt', 'объявление'],
    ['э on the apostrophe', "'nf;", 'этаж'],
    ['ю on the period', '.ksf', 'юлыа'],
    ['ё on the grave accent', '`krf', 'ёлка'],
    ['ё on the tilde', '~krf', 'ёлка'],
    ['a hyphen', 'rfrjq-nj', 'какой-то'],
    ['a digit', 'vjl2', 'мод2'],
    ['English on the Russian layout', 'руддщ', 'hello'],
    ['English in capitals on the Russian layout', 'РУДДЩ', 'hello'],
    ['German on the English layout', 'yeit', 'zeit'],
    ['English on the German layout', 'zellow', 'yellow'],
    ['ö on the semicolon', 'sch;n', 'schön'],
    ['ü on the bracket', 'f[r', 'für'],
    ['ä on the apostrophe', "m'dchen", 'mädchen'],
    ['ß on the hyphen', 'stra-e', 'straße'],
    ['German on the Russian layout', 'нуше', 'zeit'],
    ['Russian on the German layout', 'üjkjlbkmzbr', 'холодильник'],
  ])('%s: %s may mean %s', (_, typed, meant) => {
    expect(otherLayouts(typed)).toContain(meant);
  });

  it.each([
    ['Cyrillic letters on keys of punctuation', 'юбка'],
    ['Cyrillic letters on keys of punctuation only', 'хъ'],
    ['no letter', '1.21'],
    ['punctuation only', "[];'"],
    ['letters of no keyboard', 'naïve東'],
    ['more than 60 characters', 'g'.repeat(61)],
  ])('%s gives no text: %s', (_, typed) => {
    expect(otherLayouts(typed)).toEqual([]);
  });

  it('punctuation around a word may be letters or punctuation', () => {
    expect(otherLayouts('"ghbdtn,').slice(0, 1)).toEqual(['эприветб']);
    expect(otherLayouts('"ghbdtn,')).toContain('привет');
    expect(otherLayouts('привет!')).toEqual(['ghbdtn']);
  });

  it('a text that the layouts share gives no text between them', () => {
    expect(otherLayouts('mod')).toEqual(['ьщв']);
  });
});
