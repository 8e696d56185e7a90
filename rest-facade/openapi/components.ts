import type { GraphQLScalarType } from 'graphql';
import { LANGUAGE_PATTERN } from '../../src/registry/patterns.js';

/** A JSON Schema 2020-12, or another object of the OpenAPI document. */
export type Schema = { readonly [keyword: string]: unknown };

/** Schemas that the document defines once and refers to by name. */
export interface Components {
  /**
   * Returns a reference to a named schema; `make` creates it at first use. Throws if the name is
   * already used with another `identity`.
   */
  ref(name: string, identity: string, make: () => Schema): Schema;
  /** Every schema by name, in alphabetical order. */
  all(): Record<string, Schema>;
}

/** Makes an empty collection. */
export function createComponents(): Components {
  const known = new Map<string, { identity: string; schema: Schema }>();
  return {
    ref(name, identity, make) {
      const before = known.get(name);
      if (before && before.identity !== identity) {
        throw new Error(`two different schemas are called ${name}: a fragment names one of them`);
      }
      if (!before) {
        const entry = { identity, schema: {} as Schema };
        // Stored before it is created: a type may contain itself.
        known.set(name, entry);
        entry.schema = make();
      }
      return { $ref: `${PREFIX}${name}` };
    },
    all: () =>
      Object.fromEntries(
        [...known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, { schema }]) => [name, schema]),
      ),
  };
}

/** The JSON types of the scalars; one that is not listed has `extensions.jsonSchema`. */
const SCALARS: Readonly<Record<string, Schema>> = {
  ID: { type: 'string', format: 'uuid' },
  String: { type: 'string' },
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  JSON: {},
  SafeInt: { type: 'integer', format: 'int64' },
  DateTime: { type: 'string', format: 'date-time' },
  DateTimeISO: { type: 'string', format: 'date-time' },
};

/** Texts by language, as responses have them. */
export const LANGUAGE_MAP: Schema = {
  type: 'object',
  propertyNames: { type: 'string', pattern: LANGUAGE_PATTERN },
  additionalProperties: { type: 'string' },
};

/** The scalars whose JSON is an object. Each is a named schema. */
const OBJECT_SCALARS: Readonly<Record<string, readonly [string, Schema]>> = {
  JSONObject: [
    'JsonObject',
    { description: 'An object with any members.', type: 'object', additionalProperties: true },
  ],
  LanguageMap: ['LanguageMap', { description: 'A text by language code.', ...LANGUAGE_MAP }],
};

/** The schema of a scalar. Throws if its JSON type is not known. */
export function scalarSchema(type: GraphQLScalarType, components: Components): Schema {
  const [name, schema = {}] = OBJECT_SCALARS[type.name] ?? [];
  if (name) return components.ref(name, `scalar ${type.name}`, () => schema);
  const known = SCALARS[type.name] ?? type.extensions['jsonSchema'];
  if (typeof known === 'object' && known !== null) return { ...known };
  throw new Error(`nothing says what the scalar ${type.name} is in JSON`);
}

const PREFIX = '#/components/schemas/';

/** The name that a schema refers to; undefined if it is no reference. */
export function nameOf(schema: unknown): string | undefined {
  const ref = typeof schema === 'object' && schema !== null && '$ref' in schema && schema.$ref;
  return typeof ref === 'string' ? ref.slice(PREFIX.length) : undefined;
}

/** An object in responses, all of whose members are always present. A release may add members. */
export const objectOf = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: true,
});

/**
 * The schema that also allows null. Objects use `anyOf`, because client generators cannot read a
 * list of types that contains an object. An empty schema stays, because it allows null already.
 */
export function nullable(schema: Schema): Schema {
  const { type } = schema;
  if (typeof type === 'string' && type !== 'object') return { ...schema, type: [type, 'null'] };
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
}

/** `UpdateMod` for `updateMod` and `update_mod`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

/**
 * The limits of a value or an input object beyond its type, such as a length. They are the
 * `jsonSchema` of its `@Extensions`; empty without one.
 */
export function limitsOf(extensions: Readonly<Record<string, unknown>> | undefined): Schema {
  return schemaIn(extensions, 'jsonSchema') ?? {};
}

/** The schema under a keyword of another schema; undefined if absent. */
export function schemaIn(of: Schema | undefined, key: string): Schema | undefined {
  const value = of?.[key];
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}

/** An object with the description; empty without one. */
export const described = (description: string | null | undefined): Schema =>
  description ? { description } : {};

/**
 * The description of a member. If it is deprecated, the reason follows, with `deprecated: true`.
 */
export function explained({
  description,
  deprecationReason,
}: {
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}): Schema {
  const texts = [description, deprecationReason].filter(Boolean);
  return {
    ...described(texts.join(' ')),
    ...(deprecationReason ? { deprecated: true } : {}),
  };
}
