import { v7, validate } from 'uuid';

/** A new opaque id; ids are made here so that a row and its events can be written together. */
export function newId(): string {
  return v7();
}

/** Whether a text is a UUID in canonical form. Anything else names nothing. */
export function isId(text: string): boolean {
  return validate(text) && text === text.toLowerCase();
}
