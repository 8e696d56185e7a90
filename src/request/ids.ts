import { v7, validate } from 'uuid';
import { problem } from '../registry/errors.js';

/**
 * Creates an opaque id (UUIDv7). The service creates ids itself, so that it can write a row and its
 * events together.
 */
export function newId(): string {
  return v7();
}

/** Returns whether a text is a UUID in lower case. No other text can be an id. */
export function isId(text: string): boolean {
  return validate(text) && text === text.toLowerCase();
}

/** Lowercases a UUID from a client. Returns any other text unchanged. */
export function lowerCaseId(text: string): string {
  return validate(text) ? text.toLowerCase() : text;
}

/** Returns the text if it is an id (`isId`). If not, throws `invalid_input` for `field`. */
export function checkedId(field: string, text: string): string {
  if (isId(text)) return text;
  throw problem('invalid_input', { fields: [{ field, code: 'invalid_format' }] });
}
