import fc from 'fast-check';

/** Code units in any order, with lone surrogates. */
const units = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
  .map((codes) => String.fromCharCode(...codes));

/** Texts that touch many rules: letters of three languages, keys, digits, marks, separators. */
const PIECES = [
  'a',
  'B',
  'e',
  'I',
  'u',
  'x',
  'y',
  'Z',
  'End',
  'II',
  'ueber',
  'yi',
  'sch',
  'of',
  'ä',
  'Ü',
  'ß',
  'ø',
  'й',
  'Ё',
  'е',
  'дж',
  'Щ',
  'ъ',
  'ь',
  'мод',
  '2',
  '10',
  '１',
  'Ⅳ',
  'ﬁ',
  '각',
  ' ',
  '-',
  '.',
  ',',
  "'",
  '’',
  '`',
  '[',
  ';',
  '"',
  '&',
  '|',
  '!',
  ':*',
  '(',
  '\t',
  '\0',
  '\u200b',
  '\u202e',
  '\u00ad',
  '\u0301',
  '\u0308',
  '\u0306',
  '\ud83d',
  '\ude00',
  '😀',
  '東',
];
const mixed = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 80 })
  .map((pieces) => pieces.join(''));

/** Texts of any kind, well-formed or not. */
export const anyText = fc.oneof(mixed, units, fc.string({ unit: 'binary', maxLength: 60 }));

/** Long texts that cost much if a step is not linear. */
export const LONG_TEXTS = [
  'a'.repeat(10_000),
  'word '.repeat(2_000),
  'aB'.repeat(5_000),
  'a-'.repeat(5_000),
  'a1'.repeat(5_000),
  "a'".repeat(5_000),
  '\u0301\u0323'.repeat(5_000),
  `a${'\u0301\u0323'.repeat(5_000)}`,
  `a1${'\uff9e'.repeat(10_000)}`,
  `a${'\u0301\uff9e'.repeat(5_000)}`,
  '\ufdfa'.repeat(1_000),
  ' '.repeat(9_999),
  '; '.repeat(5_000),
  '\ud800'.repeat(10_000),
];
