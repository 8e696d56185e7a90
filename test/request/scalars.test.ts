import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RegisteredError } from '../../src/registry/errors.js';
import { LIMITS } from '../../src/registry/limits.js';
import { checked } from '../../src/request/checked.js';
import { JsonObject, LanguageMap, SafeInt } from '../../src/request/scalars.js';
import { someTextsOf } from '../../src/request/texts.js';

describe('LanguageMap', () => {
  it('LanguageMap keeps texts in their languages', () => {
    const texts = { en: 'Hello', de: 'Hallo', 'pt-BR': 'Olá', ru: 'Привет' };
    expect(LanguageMap.parseValue(texts)).toEqual(texts);
  });

  it('LanguageMap accepts a plain text as English', () => {
    expect(LanguageMap.parseValue('Hello')).toEqual({ en: 'Hello' });
  });

  it.each([[null], [1], [['en']], [{ en: 1 }], [{ en: null }], [{ English: 'x' }], [{ '': 'x' }]])(
    'LanguageMap rejects %j',
    (value) => {
      expect(() => LanguageMap.parseValue(value)).toThrow();
    },
  );
});

describe('SafeInt', () => {
  it('SafeInt keeps integers up to 53 bits exactly and rejects other values', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(SafeInt.parseValue(value)).toBe(value);
        expect(SafeInt.serialize(BigInt(value))).toBe(value);
      }),
    );
    for (const value of [2 ** 53, 0.5, Number.NaN, '1', null, true]) {
      expect(() => SafeInt.parseValue(value)).toThrow();
    }
  });
});

describe('JsonObject', () => {
  it('JsonObject keeps objects unchanged and rejects lists and scalars', () => {
    const value = { a: [1, { b: null }], c: 'x' };
    expect(JsonObject.parseValue(value)).toEqual(value);
    for (const other of [[], 'x', 1, null]) {
      expect(() => JsonObject.parseValue(other)).toThrow();
    }
  });
});

describe('checked input', () => {
  const schema = z.object({
    name: z.string().min(1).max(3),
    kind: z.enum(['a', 'b']).optional(),
    list: z
      .array(z.object({ size: z.number().int().min(1).max(9) }))
      .max(2)
      .optional(),
  });

  it('checked input is typed and omits unknown members', () => {
    expect(checked(schema, { name: 'abc', more: 1 })).toEqual({ name: 'abc' });
  });

  it.each([
    [{}, [{ field: 'name', code: 'required' }]],
    [{ name: 1 }, [{ field: 'name', code: 'invalid_type' }]],
    [{ name: '' }, [{ field: 'name', code: 'too_short' }]],
    [{ name: 'abcd' }, [{ field: 'name', code: 'too_long' }]],
    [{ name: 'a', kind: 'c' }, [{ field: 'kind', code: 'unknown_value' }]],
    [
      { name: 'a', list: [{ size: 1 }, { size: 10 }] },
      [{ field: 'list[1].size', code: 'too_large' }],
    ],
    [
      { name: 'abcd', list: [{ size: 0 }] },
      [
        { field: 'name', code: 'too_long' },
        { field: 'list[0].size', code: 'too_small' },
      ],
    ],
  ])('checked input rejects %j with every fault at its place', (input, fields) => {
    try {
      checked(schema, input, 'invalid_metadata');
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof RegisteredError)) throw error;
      expect([error.code, error.extensions.fields]).toEqual(['invalid_metadata', fields]);
    }
  });
});

describe('unknown keys of an input', () => {
  const schema = z.strictObject({
    name: z.string(),
    texts: z.record(z.string().regex(/^[a-z]+$/), z.string()).optional(),
  });
  const texts = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`! ${at}`, 'x']));

  it.each([
    [texts, { field: '', code: 'unknown_member' }],
    [{ texts }, { field: 'texts', code: 'invalid_format' }],
  ])('unknown keys without a plain name are one problem of their object', (input, fault) => {
    try {
      checked(schema, { ...input, plain: 1 });
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof RegisteredError)) throw error;
      expect(error.extensions.fields).toHaveLength(3);
      expect(error.extensions.fields).toEqual(
        expect.arrayContaining([
          fault,
          { field: 'name', code: 'required' },
          { field: 'plain', code: 'unknown_member' },
        ]),
      );
    }
  });
});

describe('the check of a language map', () => {
  const schema = z.object({ title: someTextsOf(z.string().min(1)) });
  const faultsOf = (title: object) => {
    try {
      checked(schema, { title });
    } catch (error) {
      return error instanceof RegisteredError ? error.extensions.fields : error;
    }
    return [];
  };

  it('a language map accepts only language codes as keys, and its faults do not echo other keys', () => {
    expect(faultsOf({ en: 'a', 'pt-BR': 'b', 'zh-Hant-TW': 'c' })).toEqual([]);
    for (const key of ['constructor', 'toString', 'EN', 'e', '', 'en_GB', '<b>']) {
      expect(faultsOf({ en: 'a', [key]: 'b' })).toEqual([
        { field: 'title', code: 'invalid_format' },
      ]);
    }
    expect(faultsOf({})).toEqual([{ field: 'title', code: 'invalid_format' }]);
  });

  it('a language map accepts a limited number of languages', () => {
    const inLanguages = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`en-x${at + 100}`, 'a']));
    expect(faultsOf(inLanguages(LIMITS.languagesPerText))).toEqual([]);
    const many = faultsOf(inLanguages(LIMITS.languagesPerText + 1));
    expect(many).toEqual([{ field: 'title', code: 'invalid_format' }]);
  });
});

describe('a check with many faults', () => {
  it('a check reports at most the registered number of faults', () => {
    const items = Array.from({ length: 1_000 }, () => 1);
    try {
      checked(z.array(z.string()), items);
      expect.unreachable();
    } catch (error) {
      expect(error instanceof RegisteredError && error.extensions.fields).toHaveLength(
        LIMITS.fieldProblems,
      );
    }
  });
});
