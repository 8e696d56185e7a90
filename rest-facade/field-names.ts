import type { RegisteredError } from '../src/registry/errors.js';
import { type Names, wireName } from './input.js';
import { type BoundVariable, nameIn } from './variables.js';

/** Copies an error with its fields under the names that the client knows. */
export type NameFields = (error: RegisteredError) => RegisteredError;

/**
 * Compiles the renaming for a route. The domain reports fields such as `input.sizeBytes` and
 * `gameSlug`. The client gets the names that it sent: `size_bytes` and `game_slug`.
 */
export function compileNameFields(variables: readonly BoundVariable[], names: Names): NameFields {
  const outer = new Map<string, string>();
  for (const { name, source } of variables) {
    if (source === 'body') outer.set(name, '');
    else if (/^(?:body|query|header)\./.test(source)) outer.set(name, nameIn(source));
  }
  return (error) => error.withFieldNames((field) => rename(field, outer, names));
}

function rename(field: string, outer: ReadonlyMap<string, string>, names: Names): string {
  const [first = '', ...rest] = field.split('.');
  const known = outer.get(first);
  const segments = rest.map((segment) => renameSegment(segment, names));
  if (known === '' && segments.length > 0) return segments.join('.');
  return [known || renameSegment(first, names), ...segments].join('.');
}

/** Names, with or without an index; a language code such as `pt-BR` is data and stays. */
function renameSegment(segment: string, names: Names): string {
  return /^[a-z][A-Za-z0-9]*(?:\[\d+\])*$/.test(segment) ? wireName(segment, names) : segment;
}
