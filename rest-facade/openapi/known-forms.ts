import { SHOWN_HASH_PATTERNS } from '../../src/registry/patterns.js';
import { type Schema, schemaIn } from './components.js';

// Patterns, not enums: clients must tolerate values that a later release adds.
const SCOPE = { pattern: '^[a-z_]+(?::(?:[a-z_.]+|\\*))?$' };
const EVENT_KIND = { pattern: '^[a-z]+(?:\\.[a-z]+)+$' };

/** The patterns of response members whose name implies their form. */
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

/** The schema of a response member, with the pattern of its name, if any. */
export function withKnownForm(name: string, schema: Schema): Schema {
  const form = FORMS[name];
  if (!form) return schema;
  if ([schema['type']].flat().includes('string')) return { ...schema, ...form };
  const items = schemaIn(schema, 'items');
  return items?.['type'] === 'string' ? { ...schema, items: { ...items, ...form } } : schema;
}
