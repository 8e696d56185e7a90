import { URLSearchParams } from 'node:url';
import fc from 'fast-check';
import { getNullableType, isListType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { COMPATIBILITY_ALIASES } from '../../../rest-facade/aliases.js';
import { compileBind } from '../../../rest-facade/binding.js';
import { compileQuery } from '../../../rest-facade/query.js';
import { isId } from '../../../src/request/ids.js';
import { OPERATIONS } from '../../contract/matrix/operations.js';
import { anyText, wholeText } from './texts.js';

type Pair = readonly [name: string, value: string];

const NAMES = ['game_slug', 'game_version', 'loader', 'category', 'q', 'sort', 'cursor', 'limit'];
const parse = compileQuery(NAMES);
const ALIASES = Object.values(COMPATIBILITY_ALIASES).flat();

/** The values of a query string, and its faults. */
function readAll(query: string, compatible = false) {
  const { values, problems } = parse(query, compatible);
  return { values: Object.fromEntries(values), problems };
}

const encoded = (pairs: readonly Pair[]) =>
  pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');

const taken = fc.constantFrom(...NAMES);
const distinct = fc.uniqueArray(fc.tuple(taken, wholeText), { selector: ([name]) => name });
const unknown = fc.tuple(
  wholeText.filter((name) => !NAMES.includes(name)),
  wholeText,
);

describe('query strings', () => {
  it('any query string is read without an error', () => {
    const sign = fc.constantFrom(...'%&=+;#?af09_');
    const junk = fc.string({
      unit: fc.oneof(sign, fc.string({ unit: 'binary-ascii', size: 'xsmall' })),
    });
    fc.assert(
      fc.property(fc.oneof(junk, anyText), fc.boolean(), (query, compatible) => {
        for (const values of Object.values(readAll(query, compatible).values)) {
          for (const value of values) expect(typeof value).toBe('string');
        }
      }),
    );
  });

  it('query values are decoded from either encoding', () => {
    fc.assert(
      fc.property(distinct, (pairs) => {
        const expected = Object.fromEntries(pairs.map(([name, value]) => [name, [value]]));
        expect(readAll(encoded(pairs)).values).toEqual(expected);
        const form = new URLSearchParams(Object.fromEntries(pairs)).toString();
        expect(readAll(form).values).toEqual(expected);
      }),
    );
  });

  it('invalid UTF-8 and halves of surrogate pairs in a query become the replacement character', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const spelled = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
        const decoded = Buffer.from(bytes).toString('utf8');
        expect(readAll(`q=${spelled}`).values).toEqual({ q: [decoded] });
      }),
    );
    expect(readAll('q=a\ud800b').values).toEqual({ q: ['a\ud800b'] });
    expect(readAll(new URLSearchParams({ q: 'a\ud800b' }).toString()).values).toEqual({
      q: ['a\ufffdb'],
    });
  });

  it('unknown query parameters do not change the known ones, in any number', () => {
    const noise = fc.oneof(
      fc.array(unknown),
      fc
        .integer({ min: 900, max: 1100 })
        .map((n) => Array.from({ length: n }, (): Pair => ['', ''])),
    );
    fc.assert(
      fc.property(distinct, noise, fc.nat(), (pairs, others, seed) => {
        const at = seed % (pairs.length + 1);
        const mixed = [...pairs.slice(0, at), ...others, ...pairs.slice(at)];
        expect(readAll(encoded(mixed))).toEqual(readAll(encoded(pairs)));
      }),
    );
  });

  it('query parameters mean the same in any order', () => {
    const both = distinct.chain((pairs) =>
      fc.tuple(
        fc.constant(pairs),
        fc.shuffledSubarray(pairs, { minLength: pairs.length, maxLength: pairs.length }),
      ),
    );
    fc.assert(
      fc.property(both, ([pairs, shuffled]) => {
        expect(readAll(encoded(shuffled))).toEqual(readAll(encoded(pairs)));
      }),
    );
  });

  it('former parameter names are known only in the compatibility namespace', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ALIASES), wholeText, (alias, value) => {
        const query = encoded([[alias, value]]);
        expect(readAll(query).values).toEqual({});
        const [name = ''] =
          Object.entries(COMPATIBILITY_ALIASES).find(([, of]) => of.includes(alias)) ?? [];
        expect(readAll(query, true)).toEqual({ values: { [name]: [value] }, problems: [] });
      }),
    );
  });

  it('a parameter and its former names are accepted with one value and rejected with two', () => {
    const few = fc.array(fc.constantFrom('a', 'b', 'a,b'), { minLength: 1, maxLength: 3 });
    const sent = fc.dictionary(fc.constantFrom('game_slug', 'game', 'gameSlug'), few, {
      minKeys: 1,
    });
    fc.assert(
      fc.property(sent, (byName) => {
        const pairs = Object.entries(byName).flatMap(([name, values]) =>
          values.map((one): Pair => [name, one]),
        );
        const { values, problems } = readAll(encoded(pairs), true);
        const spellings = new Set(Object.values(byName).map((it) => JSON.stringify(it)));
        expect(problems.length > 0).toBe(spellings.size > 1);
        if (spellings.size === 1) {
          expect(values).toEqual({ game_slug: Object.values(byName)[0] });
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the parameters of routes', () => {
  const parameters = OPERATIONS.flatMap(({ route, variables, parseQuery }) =>
    variables
      .filter(({ source }) => source.startsWith('query.'))
      .map((variable) => ({
        name: variable.source.slice('query.'.length),
        variable: variable.name,
        takesMany: isListType(getNullableType(variable.type)),
        parseQuery,
        bind: compileBind({ ...route, malformed: 'invalid_input' }, [variable]),
      })),
  );

  const lists = parameters.filter(({ takesMany }) => takesMany);
  const scalars = parameters.filter(({ takesMany }) => !takesMany);

  /** Binds one parameter; returns its value and its faults. */
  function bound(
    { name, variable, parseQuery, bind }: (typeof parameters)[number],
    values: string[],
  ) {
    const query = parseQuery(encoded(values.map((value) => [name, value])), false);
    const empty = { parameters: {}, header: () => undefined, idempotencyKey: null, ifMatch: null };
    const { variables, problems } = bind({ ...empty, query, body: undefined, file: null });
    return { value: variables[variable], problems };
  }

  it('a repeated scalar parameter is rejected, with equal values or not', () => {
    const repeated = fc.array(wholeText, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...scalars), repeated, (parameter, values) => {
        const problems = [{ field: parameter.name, code: 'repeated_parameter' }];
        expect(bound(parameter, values)).toEqual({ value: undefined, problems });
      }),
    );
  });

  it('list parameters join their values in the order sent', () => {
    expect(lists.map(({ name }) => name)).toContain('ids');
    const sent = fc.array(fc.array(fc.uuid(), { maxLength: 3 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...lists), sent, (parameter, parts) => {
        const values = parts.map((items) => items.join(','));
        expect(bound(parameter, values)).toEqual({ value: parts.flat(), problems: [] });
      }),
    );
  });

  it('list parameters are rejected by name for an item that is no id', () => {
    const item = wholeText.filter((text) => !text.includes(',') && !isId(text));
    const ids = fc.array(fc.uuid(), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.constantFrom(...lists), ids, item, (parameter, others, text) => {
        const problems = [{ field: parameter.name, code: 'invalid_format' }];
        expect(bound(parameter, [[...others, text].join(',')]).problems).toEqual(problems);
      }),
    );
  });

  it('limit parameters accept only integers in decimal digits', () => {
    const limits = scalars.filter(({ name }) => name === 'limit');
    const spelled = fc.oneof(
      fc.maxSafeInteger().map(String),
      fc.integer({ min: -200, max: 200 }).map(String),
      fc.double().map(String),
      fc.constantFrom(
        '',
        ' ',
        ' 1',
        '1 ',
        '+1',
        '1e1',
        '0x10',
        '1.0',
        '1_0',
        '\u0661',
        'NaN',
        '--1',
      ),
      wholeText,
    );
    fc.assert(
      fc.property(fc.constantFrom(...limits), spelled, (limit, spelling) => {
        const number = Number(spelling);
        const fits = /^-?[0-9]{1,10}$/.test(spelling) && Math.abs(number) <= 2 ** 31 - 1;
        const { value, problems } = bound(limit, [spelling]);
        if (fits) expect([value, problems]).toEqual([number, []]);
        else expect(problems).toEqual([{ field: 'limit', code: 'invalid_type' }]);
      }),
    );
  });

  it('query parameters never contain NUL', () => {
    fc.assert(
      fc.property(fc.constantFrom(...scalars), wholeText, wholeText, (parameter, before, after) => {
        expect(bound(parameter, [`${before}\0${after}`]).problems).toHaveLength(1);
      }),
    );
  });
});
