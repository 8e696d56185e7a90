import { v7, validate } from 'uuid';
import { problem } from '../registry/errors.js';

/** A new opaque id; ids are made here so that a row and its events can be written together. */
export function newId(): string {
  return v7();
}

/** Whether a text is a UUID in canonical form. Anything else names nothing. */
export function isId(text: string): boolean {
  return validate(text) && text === text.toLowerCase();
}

/** A UUID that a client sent in either case, as it is stored; any other text stays as it is. */
export function lowerCaseId(text: string): string {
  return validate(text) ? text.toLowerCase() : text;
}

/** An id that narrows a list. Throws `invalid_input` for what is none, naming the field. */
export function checkedId(field: string, text: string): string {
  if (isId(text)) return text;
  throw problem('invalid_input', { fields: [{ field, code: 'invalid_format' }] });
}
