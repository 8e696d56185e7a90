/** The types of JSON; `integer` is part of `number`. */
export const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string'] as const;

/** A type of JSON Schema. */
export type Type = (typeof TYPES)[number] | 'integer';

/**
 * How a keyword limits values: by a bound from below or above, or by an `exact` value that can only
 * be equal or different, such as a `pattern`.
 */
export type Limit = 'lower' | 'upper' | 'exact';

const NUMBERS: readonly Type[] = ['number', 'integer'];

/** The keywords that limit the values of some types. */
export const LIMITING_KEYWORDS: ReadonlyMap<string, { limit: Limit; types: readonly Type[] }> =
  new Map([
    ['minimum', { limit: 'lower', types: NUMBERS }],
    ['exclusiveMinimum', { limit: 'lower', types: NUMBERS }],
    ['minLength', { limit: 'lower', types: ['string'] }],
    ['minItems', { limit: 'lower', types: ['array'] }],
    ['minProperties', { limit: 'lower', types: ['object'] }],
    ['maximum', { limit: 'upper', types: NUMBERS }],
    ['exclusiveMaximum', { limit: 'upper', types: NUMBERS }],
    ['maxLength', { limit: 'upper', types: ['string'] }],
    ['maxItems', { limit: 'upper', types: ['array'] }],
    ['maxProperties', { limit: 'upper', types: ['object'] }],
    ['format', { limit: 'exact', types: ['string', ...NUMBERS] }],
    ['pattern', { limit: 'exact', types: ['string'] }],
    ['contentEncoding', { limit: 'exact', types: ['string'] }],
    ['contentMediaType', { limit: 'exact', types: ['string'] }],
    ['propertyNames', { limit: 'exact', types: ['object'] }],
    ['multipleOf', { limit: 'exact', types: NUMBERS }],
    ['uniqueItems', { limit: 'exact', types: ['array'] }],
  ]);

/** Keywords that the comparison itself handles. */
const STRUCTURE = [
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'type',
  'enum',
  'const',
  'default',
  'properties',
  'required',
  'additionalProperties',
  'items',
];

/** Keywords for people only. */
const NOTES = [
  'title',
  'description',
  'example',
  'examples',
  'deprecated',
  '$comment',
  'externalDocs',
  'xml',
];

const COMPARED = new Set([...LIMITING_KEYWORDS.keys(), ...STRUCTURE, ...NOTES]);

/** Whether a keyword may have a meaning that no rule covers. Extensions (`x-…`) never have. */
export function isUnjudged(keyword: string): boolean {
  return !COMPARED.has(keyword) && !keyword.startsWith('x-');
}
