import { compareSchemas, type Pair } from './compare-schemas.js';
import { isObject, type JsonObject, objectIn } from './json.js';
import type { Finding } from './rules.js';
import type { Direction } from './schema-rules.js';

/**
 * Compares the bodies of a request or a response, media type by media type. A null body has no
 * media type. A new media type is no finding.
 */
export function compareContent(
  documents: Pair<JsonObject>,
  { before, after }: Pair<JsonObject | null>,
  direction: Direction,
  place: string,
): Finding[] {
  const now = objectIn(after, 'content');
  return Object.entries(objectIn(before, 'content')).flatMap(([type, media]): Finding[] => {
    const known = now[type];
    if (!isObject(known)) return [{ place: `${place} ${type}`, rule: 'media-type-removed' }];
    return compareSchemasOf(documents, { before: media, after: known }, direction, place);
  });
}

/** Compares the schemas of two objects that have a `schema` member. */
export function compareSchemasOf(
  documents: Pair<JsonObject>,
  owners: Pair,
  direction: Direction,
  place: string,
): Finding[] {
  const schemaIn = (owner: unknown) => (isObject(owner) ? (owner['schema'] ?? {}) : {});
  const schemas = { before: schemaIn(owners.before), after: schemaIn(owners.after) };
  return compareSchemas(documents, schemas, direction).map((found) => ({
    ...found,
    place: `${place} ${found.place.replace(/^[. ]/, '')}`.trimEnd(),
  }));
}
