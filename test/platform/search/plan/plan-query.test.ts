import { describe, expect, it } from 'vitest';
import { planQuery } from '../../../../src/platform/search/plan/plan-query.js';
import { createVocabulary } from '../../../../src/platform/search/plan/vocabulary.js';
import { NO_VOCABULARY, termsBy } from './meeting.js';

const ENTRIES = {
  groups: [
    ['WoW', 'World of Warcraft', 'Варкрафт'],
    ['Gemüse', 'Vegetables'],
    ['HD', 'high-definition'],
    ['HD', 'hoher Detailgrad'],
  ],
  words: ['book', 'keeping', 'bookkeeping', 'ing', 'go', 'lem'],
};

const plan = (text: string) => planQuery(text, NO_VOCABULARY);

/** The typed variant of each word: `*` for a prefix, then the allowed edits. */
const typedTerms = (text: string) =>
  plan(text).words.map(({ variants: [it] }) => {
    return `${it?.term}${it?.isPrefix ? '*' : ''}${it?.maxEdits || ''}`;
  });

describe('the words of a query plan', () => {
  it.each([
    ['night market', 'night1 market*1', 'words have corrections, and the last one is open'],
    ['night market ', 'night1 market1', 'a space closes the last word'],
    ['night market\t', 'night1 market1', 'a tab closes the last word'],
    ['night -', 'night1', 'punctuation after a space closes the last word'],
    ['lanterns', 'lanterns*2', 'eight letters have two corrections'],
    ['mod', 'mod*', 'three letters have no correction'],
    ['a', 'a', 'one letter is no prefix'],
    ['mod 20', 'mod 20', 'a number is no prefix'],
    ['mod2024', 'mod2024*', 'a word with digits has no correction'],
    ['Straße ЁЛКА', 'strasse1 елка*1', 'words are folded'],
    ["player's", 'players*1', 'apostrophes join'],
    ['better-end', 'better1 end*', 'punctuation separates'],
    ['"a b" -x a:* & | ! (', 'a b x a', 'operators are punctuation'],
    ['\u202enight\u200b', 'night*1', 'invisible characters are dropped'],
    ['… !!! 😀', '', 'punctuation has no words'],
    ['', '', 'an empty text has no words'],
  ])('%j: %s, because %s', (text, terms) => {
    expect(typedTerms(text).join(' ')).toBe(terms);
  });

  it('words keep their typed form in NFKC, without apostrophes and invisible characters', () => {
    const { words } = plan('Über BetterEnd ﬁre’s n\u200bo');
    expect(words.map(({ typed }) => typed)).toEqual(['Über', 'BetterEnd', 'fires', 'no']);
  });

  it('the plan of punctuation is empty', () => {
    expect(plan('"; - \'')).toEqual({ words: [], rewrites: [], isLastOpen: false });
  });
});

describe('the variants and rewrites of a query plan', () => {
  it.each([
    ['umlaut', 'Über', 'ueber'],
    ['umlaut', 'uber', ''],
    ['joined', 'book keeping', 'bookkeeping'],
    ['joined', 'night market mod', 'nightmarket marketmod nightmarketmod'],
    ['joined', 'a b c d', 'ab bc cd abc bcd'],
    ['joined', 'a b c d e', 'ab bc cd de'],
    ['joined', 'a-b-c', 'ab bc abc'],
    ['joined', 'mod 2', 'mod2'],
    ['joined', 'bookkeeping', ''],
    ['joined', `${'a'.repeat(20)} ${'b'.repeat(21)}`, ''],
    ['split', 'BetterEnd', 'better end'],
    ['split', 'mod2', 'mod 2'],
    ['split', 'bookkeeping', 'book keeping'],
    ['split', 'keepbook', ''],
    ['split', 'golem', ''],
    ['number', 'skyrim 2', 'ii'],
    ['number', 'skyrim II', '2'],
    ['number', 'civilization V', '5'],
    ['number', 'final fantasy 10', 'x'],
    ['number', 'xx', '20'],
    ['number', 'skyrim5', 'skyrim v'],
    ['number', 'GtaV mod2', 'gta 5,mod ii'],
    ['number', '2mod', ''],
    ['number', 'mod21', ''],
    ['number', 'v', ''],
    ['number', 'x ray', ''],
    ['number', 'type i', ''],
    ['number', 'a c d l m', ''],
    ['number', 'mod 1', ''],
    ['number', 'mod 21', ''],
    ['number', 'vision mix', ''],
    ['synonym', 'wow', 'world of warcraft,варкрафт'],
    ['synonym', 'World-of-Warcraft mods', 'wow,варкрафт'],
    ['synonym', 'gemuese', 'gemuse,vegetables'],
    ['synonym', 'HD pack', 'high definition,hoher detailgrad'],
    ['synonym', 'world warcraft', ''],
    ['layout', 'ghbdtn', 'привет'],
    ['layout', 'rfrjq-nj', 'какой,то,rfrjqssnj'],
    ['layout', 'j,]zdktybt', 'объявление'],
    ['layout', 'привет', 'ghbdtn'],
    ['layout', 'юбка', ''],
    ['transliterated', 'kholodilnik', 'холодилник'],
    ['transliterated', 'холодильник', 'kholodilnik,holodilnik'],
    ['transliterated', 'на', ''],
  ])('the rule %s adds to %j: %j', (how, text, terms) => {
    expect(termsBy(how, text, ENTRIES).sort()).toEqual(
      terms === '' ? [] : terms.split(how === 'joined' ? ' ' : ',').sort(),
    );
  });

  it('variants other than the typed one have the corrections and prefixes of their rule', () => {
    const vocabulary = createVocabulary({ groups: [['Bücherregal', 'bookshelf']] });
    expect(planQuery('Bücherregal', vocabulary).words[0]?.variants).toEqual([
      { term: 'bucherregal', maxEdits: 2, isPrefix: true, weight: 1, how: 'typed' },
      { term: 'buecherregal', maxEdits: 2, isPrefix: true, weight: 0.95, how: 'umlaut' },
      { term: 'bookshelf', maxEdits: 0, isPrefix: false, weight: 0.9, how: 'synonym' },
      { term: 'ихсруккупфд', maxEdits: 0, isPrefix: true, weight: 0.6, how: 'layout' },
      { term: 'бучеррегал', maxEdits: 1, isPrefix: true, weight: 0.5, how: 'transliterated' },
    ]);
  });

  it('a rewrite ends with a prefix only over the open last word', () => {
    const { rewrites } = plan('night market mod');
    expect(rewrites.map(({ from, count, terms }) => [from, count, terms])).toEqual([
      [0, 2, [{ term: 'nightmarket', maxEdits: 2, isPrefix: false }]],
      [0, 3, [{ term: 'nightmarketmod', maxEdits: 2, isPrefix: true }]],
      [1, 2, [{ term: 'marketmod', maxEdits: 2, isPrefix: true }]],
    ]);
  });

  it('a prefix in a rewrite is its last term', () => {
    expect(plan('BetterEnd').rewrites.map(({ terms }) => terms)).toEqual([
      [
        { term: 'better', maxEdits: 1, isPrefix: false },
        { term: 'end', maxEdits: 0, isPrefix: true },
      ],
    ]);
  });

  it('a term by two rules has the higher weight, and the prefix and corrections of both', () => {
    const vocabulary = createVocabulary({ groups: [['book keeping', 'bookkeeping']] });
    const { rewrites } = planQuery('book keeping', vocabulary);
    const terms = [{ term: 'bookkeeping', maxEdits: 2, isPrefix: true }];
    expect(rewrites).toEqual([{ from: 0, count: 2, terms, weight: 0.9, how: 'synonym' }]);
  });

  it('the order and case of the entries of a vocabulary do not change a plan', () => {
    const synonyms = Array.from({ length: 12 }, (_, at) => `Term${at}`);
    const groups = [
      ['Mod', ...synonyms],
      ['mod', 'other mod', 'Zed'],
      ['MOD', 'alpha'],
    ];
    const reversed = groups.map((it) => it.map((term) => term.toUpperCase()).reverse()).reverse();
    const plans = [groups, reversed].map((it) =>
      planQuery('mod', createVocabulary({ groups: it })),
    );
    expect(plans[0]).toEqual(plans[1]);
  });

  it('further readings by the same rule weigh less', () => {
    const { variants } = plan('новый').words[0] ?? { variants: [] };
    const readings = variants.filter(({ how }) => how === 'transliterated');
    expect(readings.map(({ term, weight }) => [term, weight])).toEqual([
      ['novyi', 0.5],
      ['novyy', 0.48],
    ]);
  });
});
