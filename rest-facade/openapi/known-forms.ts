import {
  ANY_HASH_PATTERN,
  SCOPE_PATTERN,
  SHOWN_HASH_PATTERNS,
} from '../../src/registry/patterns.js';
import { type Schema, schemaIn } from './components.js';

// Patterns, not enums: clients must tolerate values that a later release adds.
const SCOPE = { pattern: SCOPE_PATTERN };
const EVENT_KIND = { pattern: '^[a-z]+(?:\\.[a-z]+)+$' };

/** The patterns of response members whose name implies their form. */
const FORMS: Readonly<Record<string, Schema>> = {
  sha256: { pattern: SHOWN_HASH_PATTERNS.sha256 },
  sha512: { pattern: SHOWN_HASH_PATTERNS.sha512 },
  sha1: { pattern: SHOWN_HASH_PATTERNS.sha1 },
  fingerprint: { pattern: SHOWN_HASH_PATTERNS.sha256 },
  hash: { pattern: ANY_HASH_PATTERN },
  scope: SCOPE,
  scopes: SCOPE,
  event_kind: EVENT_KIND,
  event_kinds: EVENT_KIND,
  locale: { pattern: '^[a-z]{2}$' },
};

/**
 * The schema of a response member, with the pattern that its name implies. The pattern applies to a
 * string, or to the strings of a list; other schemas stay unchanged.
 */
export function withKnownForm(name: string, schema: Schema): Schema {
  const form = FORMS[name];
  if (!form) return schema;
  if ([schema['type']].flat().includes('string')) return { ...schema, ...form };
  const items = schemaIn(schema, 'items');
  return items?.['type'] === 'string' ? { ...schema, items: { ...items, ...form } } : schema;
}
