import { isStorable } from '../../platform/storable.js';
import { problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';

/** What somebody filled into a form. */
export interface Fields {
  /** The value of a field; empty where it is absent. Throws `invalid_request` where it is repeated. */
  one(name: string): string;
  /** All values of a field that may be repeated, such as a group of checkboxes. */
  all(name: string): readonly string[];
}

/** The fields of no form. */
export const NO_FIELDS: Fields = { one: () => '', all: () => [] };

/**
 * Reads an urlencoded body. Throws `invalid_request` for more fields than any form has, and
 * `invalid_input` for a text that no column can hold.
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
