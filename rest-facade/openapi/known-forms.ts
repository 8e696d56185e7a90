import { SHOWN_HASH_PATTERNS } from '../../src/registry/hashes.js';
import { type Schema, schemaIn } from './components.js';

// Patterns, not enums: clients have to tolerate values that a later release adds.
const SCOPE = { pattern: '^[a-z_]+(?::(?:[a-z_.]+|\\*))?$' };
const EVENT_KIND = { pattern: '^[a-z]+(?:\\.[a-z]+)+$' };

/** The form of members of responses whose name tells what they hold. */
const FORMS: Readonly<Record<string, Schema>> = {
  sha256: { pattern: SHOWN_HASH_PATTERNS.sha256 },
  sha512: { pattern: SHOWN_HASH_PATTERNS.sha512 },
  sha1: { pattern: SHOWN_HASH_PATTERNS.sha1 },
  scopes: SCOPE,
  required_scopes: SCOPE,
  event_kind: EVENT_KIND,
  event_kinds: EVENT_KIND,
  locale: { pattern: '^[a-z]{2}$' },
};

/** The schema of a member of a response, with the form of its texts if its name has one. */
export function withKnownForm(name: string, schema: Schema): Schema {
  const form = FORMS[name];
  if (!form) return schema;
  if ([schema['type']].flat().includes('string')) return { ...schema, ...form };
  const items = schemaIn(schema, 'items');
  return items?.['type'] === 'string' ? { ...schema, items: { ...items, ...form } } : schema;
}
