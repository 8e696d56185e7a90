import { isStorable } from '../../platform/storable.js';
import { problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';

/** The submitted fields of a form. */
export interface Fields {
  /** The value of a field; empty if absent. Throws `invalid_request` if it is repeated. */
  one(name: string): string;
  /** All values of a field that may be repeated, such as a group of checkboxes. */
  all(name: string): readonly string[];
}

/** The fields of a request without a form. */
export const NO_FIELDS: Fields = { one: () => '', all: () => [] };

/**
 * Parses an urlencoded body. Throws `invalid_request` for too many fields, and `invalid_input` for
 * a text that PostgreSQL cannot store.
 */
export function readFields(body: string): Fields {
  const pairs = [...new URLSearchParams(body)];
  if (pairs.length > LIMITS.formFields) throw problem('invalid_request');
  if (!isStorable(pairs, 2)) throw problem('invalid_input');
  const all = (name: string) => pairs.filter(([given]) => given === name).map(([, value]) => value);
  return {
    all,
    one(name) {
      const [value = '', ...more] = all(name);
      if (more.length > 0) throw problem('invalid_request', { log: `${name} is repeated` });
      return value;
    },
  };
}
