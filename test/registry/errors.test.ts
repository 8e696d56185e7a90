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
  it('the error registry has exactly the codes of the contract, each once', () => {
    expect(codes.toSorted()).toEqual(ERROR_FACTS.map(({ code }) => code).toSorted());
  });

  it.each(ERROR_FACTS)(
    'error $code has the status, retry rule and extensions of the contract',
    (fact) => {
      if (!isErrorCode(fact.code)) throw new Error(`${fact.code} is not registered`);
      const row = errorRow(fact.code);
      expect([...row.status].toSorted()).toEqual([...fact.status].toSorted());
      expect(row.retryable).toBe(fact.retryable);
      expect([...row.extensions].toSorted()).toEqual(fact.extensions);
    },
  );

  it('error titles are unique', () => {
    const titles = codes.map((code) => ERRORS[code].title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('every retryable error can carry retry_after_seconds', () => {
    const silent = codes.filter(
      (code) =>
        errorRow(code).retryable && !errorRow(code).extensions.includes('retry_after_seconds'),
    );
    expect(silent).toEqual([]);
  });
});

describe('the texts of errors', () => {
  it('error texts exist for every code in every language', () => {
    expect(Object.keys(ERROR_TEXTS).toSorted()).toEqual(codes.toSorted());
  });

  it.each(LOCALES)('error texts are whole, unique sentences (%s)', (locale) => {
    const texts = codes.map((code) => ERROR_TEXTS[code][locale]);
    for (const text of texts) expect(text).toMatch(/^\p{Lu}.{20,}\.$/u);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('error texts are written in their own language', () => {
    for (const { en, ru, de } of Object.values(ERROR_TEXTS)) {
      expect(ru).toMatch(/[а-яё]{3}/);
      expect(`${en}${de}`).not.toMatch(/[а-яё]/i);
      expect(de).not.toBe(en);
    }
  });
});

describe('problem()', () => {
  it('problem() uses the first status of a code, or another registered status on request', () => {
    expect(problem('invalid_parts').status).toBe(400);
    expect(problem('invalid_parts', { status: 409 }).status).toBe(409);
    expect(() => problem('invalid_parts', { status: 422 })).toThrow('status 422');
  });

  it('problem() carries the extensions of its code under their names in the document', () => {
    const error = problem('rate_limited', { retryAfterSeconds: 7, quotaBucket: 'search' });
    expect(error).toBeInstanceOf(RegisteredError);
    expect(error.extensions).toEqual({ retry_after_seconds: 7, quota_bucket: 'search' });
    expect(error.retryable).toBe(true);
  });

  it('problem() throws for an extension that the contract does not allow for the code', () => {
    expect(() => problem('not_found', { fields: [] })).toThrow('does not carry fields');
    expect(() => problem('forbidden', { retryAfterSeconds: 3 })).toThrow('retry_after_seconds');
  });

  it('problem() throws for a 429 without a delay of at least one whole second', () => {
    expect(() => problem('rate_limited')).toThrow('delay');
    expect(() => problem('rate_limited', { retryAfterSeconds: 0 })).toThrow('delay');
    expect(() => problem('slow_down', { status: 429 })).toThrow('delay');
    expect(problem('slow_down').status).toBe(400);
  });

  it('problem() keeps the cause and the log text out of the response', () => {
    const cause = new Error('disk on fire');
    const error = problem('internal_error', { log: 'while sealing blob 7', cause });
    expect(error.cause).toBe(cause);
    expect(error.message).toBe('internal_error: while sealing blob 7');
    expect(error.extensions).toEqual({});
    expect(Object.values(ERROR_TEXTS.internal_error).join()).not.toContain('blob');
  });
});

describe('field codes', () => {
  it('field codes are unique words in snake case', () => {
    for (const code of FIELD_CODES) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(new Set(FIELD_CODES).size).toBe(FIELD_CODES.length);
  });
});
