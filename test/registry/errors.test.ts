import { describe, expect, it } from 'vitest';
import { ERROR_TEXTS, LOCALES } from '../../src/registry/error-texts.js';
import {
  ERRORS,
  type ErrorCode,
  errorRow,
  FIELD_CODES,
  isErrorCode,
  problem,
  RegisteredError,
} from '../../src/registry/errors.js';
import { ERROR_FACTS } from '../contract/facts.js';

const codes = Object.keys(ERRORS) as ErrorCode[];

describe('the error registry', () => {
  it('has the codes of the contract, each once, and no others', () => {
    expect(codes.toSorted()).toEqual(ERROR_FACTS.map(({ code }) => code).toSorted());
  });

  it.each(ERROR_FACTS)(
    'gives $code the status, retry rule and extensions of the contract',
    (fact) => {
      if (!isErrorCode(fact.code)) throw new Error(`${fact.code} is not registered`);
      const row = errorRow(fact.code);
      expect([...row.status].toSorted()).toEqual([...fact.status].toSorted());
      expect(row.retryable).toBe(fact.retryable);
      expect([...row.extensions].toSorted()).toEqual(fact.extensions);
    },
  );

  it('titles every code differently, so that a title says which one it is', () => {
    const titles = codes.map((code) => ERRORS[code].title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('lets every code that tells to wait say for how long', () => {
    const silent = codes.filter(
      (code) =>
        errorRow(code).retryable && !errorRow(code).extensions.includes('retry_after_seconds'),
    );
    expect(silent).toEqual([]);
  });
});

describe('the texts of errors', () => {
  it('exist for every code in every language', () => {
    expect(Object.keys(ERROR_TEXTS).toSorted()).toEqual(codes.toSorted());
  });

  it.each(LOCALES)('are whole sentences, no two of them alike (%s)', (locale) => {
    const texts = codes.map((code) => ERROR_TEXTS[code][locale]);
    for (const text of texts) expect(text).toMatch(/^\p{Lu}.{20,}\.$/u);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('are written in the language that they claim', () => {
    for (const { en, ru, de } of Object.values(ERROR_TEXTS)) {
      expect(ru).toMatch(/[а-яё]{3}/);
      expect(`${en}${de}`).not.toMatch(/[а-яё]/i);
      expect(de).not.toBe(en);
    }
  });
});

describe('problem()', () => {
  it('takes the first status of a code unless another of its own is asked for', () => {
    expect(problem('invalid_parts').status).toBe(400);
    expect(problem('invalid_parts', { status: 409 }).status).toBe(409);
    expect(() => problem('invalid_parts', { status: 422 })).toThrow('status 422');
  });

  it('carries what the code allows, under the names of the document', () => {
    const error = problem('rate_limited', { retryAfterSeconds: 7, quotaBucket: 'search' });
    expect(error).toBeInstanceOf(RegisteredError);
    expect(error.extensions).toEqual({ retry_after_seconds: 7, quota_bucket: 'search' });
    expect(error.retryable).toBe(true);
  });

  it('cannot be made with an extension that the contract does not allow for the code', () => {
    expect(() => problem('not_found', { fields: [] })).toThrow('does not carry fields');
    expect(() => problem('forbidden', { retryAfterSeconds: 3 })).toThrow('retry_after_seconds');
  });

  it('cannot be a 429 without a delay of at least one whole second', () => {
    expect(() => problem('rate_limited')).toThrow('delay');
    expect(() => problem('rate_limited', { retryAfterSeconds: 0 })).toThrow('delay');
    expect(() => problem('slow_down', { status: 429 })).toThrow('delay');
    expect(problem('slow_down').status).toBe(400);
  });

  it('keeps the cause and the words for the log away from what clients read', () => {
    const cause = new Error('disk on fire');
    const error = problem('internal_error', { log: 'while sealing blob 7', cause });
    expect(error.cause).toBe(cause);
    expect(error.message).toBe('internal_error: while sealing blob 7');
    expect(error.extensions).toEqual({});
    expect(Object.values(ERROR_TEXTS.internal_error).join()).not.toContain('blob');
  });
});

describe('field codes', () => {
  it('are stable words, each once', () => {
    for (const code of FIELD_CODES) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(new Set(FIELD_CODES).size).toBe(FIELD_CODES.length);
  });
});
