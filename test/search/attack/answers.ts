import { expect } from 'vitest';
import { isErrorCode } from '../../../src/registry/errors.js';
import type { Answer } from '../../actors.js';

/** The words of engines, which no response may have. */
export const INTERNAL = /tsquery|syntax|postgres|prisma|meili|invalid_search|\bat .*\.[jt]s:/i;

/** A response is 200, or 400 with a registered code and without a word of an engine. */
export function expectAnswered({ status, body, text }: Answer): void {
  expect([200, 400], text).toContain(status);
  if (status === 200) return;
  expect(isErrorCode(body.code), text).toBe(true);
  expect(text).not.toMatch(INTERNAL);
}

/** Encodes any text for a URL. A lone surrogate becomes the replacement character. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
