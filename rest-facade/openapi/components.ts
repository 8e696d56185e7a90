import { type GraphQLEnumType, type GraphQLLeafType, isEnumType } from 'graphql';
import { LANGUAGE_PATTERN } from '../../src/registry/patterns.js';

/** A JSON Schema 2020-12, as OpenAPI 3.1 embeds it. */
export type Schema = { readonly [keyword: string]: unknown };

/** Schemas that the document defines once and refers to by name. */
export interface Components {
  /** Refers to a named schema, created at first use. Throws if two things share a name. */
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
        throw new Error(`two different schemas are called ${name}`);
      }
      if (!before) {
        const entry = { identity, schema: {} as Schema };
        // Stored before it is created: a type may contain itself.
        known.set(name, entry);
        entry.schema = make();
      }
      return { $ref: `#/components/schemas/${name}` };
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
  JSONObject: { type: 'object' },
  SafeInt: { type: 'integer', format: 'int64' },
  DateTime: { type: 'string', format: 'date-time' },
  DateTimeISO: { type: 'string', format: 'date-time' },
  LanguageMap: {
    type: 'object',
    propertyNames: { type: 'string', pattern: LANGUAGE_PATTERN },
    additionalProperties: { type: 'string' },
  },
};

/** The schema of a scalar or an enum. Throws if the JSON type of a scalar is not known. */
export function leafSchema(type: GraphQLLeafType, components: Components): Schema {
  if (isEnumType(type)) {
    return components.ref(type.name, `enum ${type.name}`, () => enumSchema(type));
  }
  const known = SCALARS[type.name] ?? type.extensions['jsonSchema'];
  if (typeof known === 'object' && known !== null) return { ...known };
  throw new Error(`nothing says what the scalar ${type.name} is in JSON`);
}

const enumSchema = (type: GraphQLEnumType): Schema => ({
  ...described(type.description),
  type: 'string',
  enum: type.getValues().map((value) => value.name),
});

/** A schema that also allows null. */
export function nullable(schema: Schema): Schema {
  if (typeof schema['type'] === 'string') return { ...schema, type: [schema['type'], 'null'] };
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
}

/**
 * The limits of a value, or of an input object, beyond its type, such as a length: type-graphql's
 * `@Extensions({ jsonSchema })`.
 */
export function limitsOf(extensions: Readonly<Record<string, unknown>> | undefined): Schema {
  return schemaIn(extensions, 'jsonSchema') ?? {};
}

/** A nested schema; undefined if absent. */
export function schemaIn(of: Schema | undefined, key: string): Schema | undefined {
  const value = of?.[key];
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}

/** A description, if present. */
export const described = (description: string | null | undefined): Schema =>
  description ? { description } : {};

/** The texts of a member: its meaning, and its replacement if it is deprecated. */
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
