import { branchesOf } from './branches.js';
import { isObject, type JsonObject, listIn, objectIn, sameJson } from './json.js';
import { isUnjudged, LIMITING_KEYWORDS, TYPES, type Type } from './keywords.js';

/**
 * One form of the values that a schema allows: a single type, with all rules for it merged. A
 * schema with several types or branches (`anyOf`, `oneOf`) has several alternatives.
 */
export interface Alternative {
  readonly type: Type;
  /** The allowed values; null if any value of the type is allowed. */
  readonly values: readonly unknown[] | null;
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  /** The schema of members that `properties` does not name; false if they are not allowed. */
  readonly additional: unknown;
  readonly items: unknown;
  /** The highest bound of each keyword that limits from below, such as `minLength`. */
  readonly lower: ReadonlyMap<string, number>;
  /** The lowest bound of each keyword that limits from above, such as `maxLength`. */
  readonly upper: ReadonlyMap<string, number>;
  /** The values of each other limit, such as `pattern`, as text. A value must satisfy all. */
  readonly exact: ReadonlyMap<string, readonly string[]>;
  /** The `default` of the schema; undefined without one. */
  readonly fallback: unknown;
  /** Keywords without a rule, which must be equal. */
  readonly unjudged: readonly JsonObject[];
}

/** All alternatives that a schema allows; empty for `false`. Throws for an invalid reference. */
export function alternativesOf(document: JsonObject, schema: unknown): Alternative[] {
  return branchesOf(document, schema).flatMap((parts) =>
    typesOf(parts).flatMap((type) => {
      const alternative = alternativeOf(type, parts);
      return alternative.values?.length === 0 ? [] : [alternative];
    }),
  );
}

function typesOf(parts: readonly JsonObject[]): Type[] {
  let types: readonly Type[] = TYPES;
  for (const { type } of parts) {
    if (type === undefined) continue;
    const named: readonly unknown[] = Array.isArray(type) ? type : [type];
    types = types.flatMap((known): readonly Type[] => {
      if (named.includes(known)) return [known];
      if (known === 'number' && named.includes('integer')) return ['integer'];
      return known === 'integer' && named.includes('number') ? [known] : [];
    });
  }
  return [...types];
}

function alternativeOf(type: Type, parts: readonly JsonObject[]): Alternative {
  const unjudged = parts.map((part) => pick(part, isUnjudged));
  // The other types ignore the keywords of objects.
  const ofObject = type === 'object' ? parts : [];
  return {
    type,
    values: valuesOf(type, parts),
    properties: propertiesOf(ofObject),
    required: new Set(ofObject.flatMap((part) => listIn(part, 'required')).map(String)),
    additional: both(parts.map((part) => part['additionalProperties'])),
    items: both(parts.map((part) => part['items'])),
    lower: boundsOf(type, parts, 'lower', Math.max),
    upper: boundsOf(type, parts, 'upper', Math.min),
    exact: exactOf(type, parts),
    fallback: parts.map((part) => part['default']).find((value) => value !== undefined),
    unjudged: unjudged.filter((part) => Object.keys(part).length > 0),
  };
}

/** The values of a response that a release may extend. A client relies on those that it knows. */
const EXTENSIBLE = 'x-extensible-enum';

function valuesOf(type: Type, parts: readonly JsonObject[]): readonly unknown[] | null {
  const lists = parts.flatMap((part) => [
    ...('enum' in part ? [listIn(part, 'enum')] : []),
    ...('const' in part ? [[part['const']]] : []),
    ...(EXTENSIBLE in part ? [listIn(part, EXTENSIBLE)] : []),
  ]);
  const [first, ...others] = lists;
  if (!first) return null;
  return first.filter(
    (value) =>
      isOf(type, value) && others.every((list) => list.some((other) => sameJson(other, value))),
  );
}

function isOf(type: Type, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

/** The members that every part allows: a closed part refuses those that it does not name itself. */
function propertiesOf(parts: readonly JsonObject[]): Map<string, unknown> {
  const members = parts.map((part) => objectIn(part, 'properties'));
  const closed = parts
    .filter((part) => part['additionalProperties'] === false)
    .map((part) => objectIn(part, 'properties'));
  const names = [...new Set(members.flatMap(Object.keys))].filter((name) =>
    closed.every((named) => Object.hasOwn(named, name)),
  );
  return new Map(names.map((name) => [name, both(members.map((member) => member[name]))]));
}

/** The schema of values that satisfy all given schemas, some of which may be absent. */
function both(schemas: readonly unknown[]): unknown {
  const given = schemas.filter((schema) => schema !== undefined && schema !== true);
  if (given.includes(false)) return false;
  if (given.length < 2) return given[0] ?? {};
  // Equal schemas count once; otherwise a schema that contains itself would grow without end.
  const [first, ...others] = new Map(
    given.map((schema) => [JSON.stringify(schema), schema]),
  ).values();
  return others.length > 0 ? { allOf: [first, ...others] } : first;
}

function boundsOf(
  type: Type,
  parts: readonly JsonObject[],
  limit: 'lower' | 'upper',
  tighter: (a: number, b: number) => number,
): Map<string, number> {
  const bounds = new Map<string, number>();
  for (const [keyword, rule] of LIMITING_KEYWORDS) {
    if (rule.limit !== limit || !rule.types.includes(type)) continue;
    for (const { [keyword]: bound } of parts) {
      // A minimum length or number of zero has no effect.
      const isNothing = bound === 0 && keyword.startsWith('min') && keyword !== 'minimum';
      if (typeof bound !== 'number' || isNothing) continue;
      bounds.set(keyword, tighter(bound, bounds.get(keyword) ?? bound));
    }
  }
  return bounds;
}

function exactOf(type: Type, parts: readonly JsonObject[]): Map<string, readonly string[]> {
  const exact = new Map<string, readonly string[]>();
  for (const [keyword, rule] of LIMITING_KEYWORDS) {
    if (rule.limit !== 'exact' || !rule.types.includes(type)) continue;
    const named = parts.map((part) => part[keyword]).filter(Boolean);
    exact.set(keyword, [...new Set(named.map(textOf))]);
  }
  return exact;
}

/** The value of a keyword as text; `propertyNames` has a schema. */
function textOf(value: unknown): string {
  return isObject(value) ? JSON.stringify(value) : String(value);
}

function pick(schema: JsonObject, wanted: (keyword: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => wanted(keyword)));
}
