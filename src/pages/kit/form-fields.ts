import { isStorable } from '../../platform/json.js';
import { LIMITS } from '../../registry/limits.js';
import { malformed, unstorable } from '../../registry/malformed.js';

/** The submitted fields of a form. */
export interface Fields {
  /** The value of a field; empty if absent. Throws `invalid_request` if it is repeated. */
  one(name: string): string;
  /** All values of a field that may be repeated, such as a group of checkboxes. */
  all(name: string): readonly string[];
}

/** The fields of a request without a form: every name is absent. */
export const NO_FIELDS: Fields = { one: () => '', all: () => [] };

/**
 * Parses an urlencoded body. Throws `invalid_request` for too many fields, and `invalid_input` for
 * a text that PostgreSQL cannot store.
 */
export function readFields(body: string): Fields {
  const pairs = [...new URLSearchParams(body)];
  if (pairs.length > LIMITS.formFields) throw malformed('form_fields');
  if (!isStorable(pairs, 2)) throw unstorable();
  const all = (name: string) => pairs.filter(([given]) => given === name).map(([, value]) => value);
  return {
    all,
    one(name) {
      const [value = '', ...more] = all(name);
      if (more.length > 0) throw malformed('repeated_field', `${name} is repeated`);
      return value;
    },
  };
}
