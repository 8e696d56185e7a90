import {
  astFromValue,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLNonNull,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isScalarType,
  valueFromASTUntyped,
} from 'graphql';
import { type Names, wireName } from '../input.js';
import { choiceOf } from './choices.js';
import {
  type Components,
  described,
  explained,
  LANGUAGE_MAP,
  limitsOf,
  nullable,
  pascalCase,
  type Schema,
  scalarSchema,
  schemaIn,
} from './components.js';
import { closedEnum } from './enums.js';

/** The schema of an input type on the wire. A nullable type also allows null. */
export function inputSchema(type: GraphQLInputType, names: Names, components: Components): Schema {
  if (isNonNullType(type)) return presentInput(type.ofType, names, components);
  return nullable(presentInput(type, names, components));
}

function presentInput(type: GraphQLInputType, names: Names, components: Components): Schema {
  if (isListType(type))
    return { type: 'array', items: inputSchema(type.ofType, names, components) };
  if (isInputObjectType(type)) {
    const members = Object.keys(type.getFields()).map((name) => wireName(name, names));
    const make = () => objectSchema(type, names, components);
    return components.ref(type.name, `input of ${members.join()}`, make);
  }
  if (isEnumType(type)) return closedEnum(type, components);
  return isScalarType(type) ? scalarSchema(type, components) : {};
}

function objectSchema(type: GraphQLInputObjectType, names: Names, components: Components): Schema {
  const fields = Object.values(type.getFields());
  const required = fields.filter(isRequiredInputField).map(({ name }) => wireName(name, names));
  const members = fields.map((field) => [
    wireName(field.name, names),
    memberSchema(type, field, names, components),
  ]);
  return {
    ...described(type.description),
    type: 'object',
    properties: Object.fromEntries(members),
    ...(required.length > 0 ? { required } : {}),
    ...(type.isOneOf ? { minProperties: 1, maxProperties: 1 } : {}),
    ...choiceOf(type, names, components),
    additionalProperties: false,
  };
}

function memberSchema(
  type: GraphQLInputObjectType,
  field: GraphQLInputField,
  names: Names,
  components: Components,
): Schema {
  const { defaultValue } = field;
  const value = defaultValue === undefined ? null : astFromValue(defaultValue, field.type);
  const checked = schemaIn(schemaIn(limitsOf(type.extensions), 'properties'), field.name);
  // GraphQL cannot tell an optional member from a nullable one; the check of a type can.
  const isNull = checked && listIn(checked, 'anyOf').some((it) => it['type'] === 'null');
  const sent = checked && !isNull ? new GraphQLNonNull(getNullableType(field.type)) : field.type;
  const limits = [checked, limitsOf(field.extensions)];
  return {
    ...(getNamedType(sent).name === 'LanguageMap'
      ? textsSchema(field.name, sent, limits, components)
      : namedValues(
          field.name,
          limits.reduce(limited, inputSchema(sent, names, components)),
          components,
        )),
    ...explained(field),
    ...(value ? { default: valueFromASTUntyped(value) } : {}),
  };
}

/**
 * A text in several languages may be sent as one string, which is the English text. It has the
 * limits of a text in one language. Both forms are members of `anyOf`, because client generators do
 * not read a list of types.
 */
function textsSchema(
  member: string,
  type: GraphQLInputType,
  limits: readonly (Schema | undefined)[],
  components: Components,
): Schema {
  const map = limits.reduce<Schema>(limited, LANGUAGE_MAP);
  const text = { type: 'string', ...schemaIn(map, 'additionalProperties') };
  const name = pascalCase(member);
  const texts = components.ref(`${name}Texts`, JSON.stringify(map), () => map);
  const either = components.ref(`${name}Text`, JSON.stringify([text, map]), () => ({
    description: 'One text, which is English, or texts by language code.',
    anyOf: [text, texts],
  }));
  return isNonNullType(type) ? either : nullable(either);
}

/**
 * Turns the `enum` of a member's schema into a named schema, such as `ScopeInput` for `scopes`. A
 * schema without `enum` stays unchanged. Two members of one name must list the same values.
 */
export function namedValues(member: string, schema: Schema, components: Components): Schema {
  const items = schemaIn(schema, 'items');
  if (items) return { ...schema, items: namedValues(member, items, components) };
  if (!('enum' in schema)) return schema;
  const one = {
    ...schema,
    type: 'string',
    enum: listIn(schema, 'enum').filter((it) => it !== null),
  };
  const name = `${pascalCase(member).replace(/s$/, '')}Input`;
  const ref = components.ref(name, JSON.stringify(one), () => one);
  return [schema['type']].flat().includes('null') ? nullable(ref) : ref;
}

// The keywords that `limited` copies from a check unchanged. `valuesOf` adds values and names.
const KEYWORDS = [
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
] as const;

/**
 * Adds the limits of the value's check to a schema, also to the items of lists and the values of
 * maps. A reference stays unchanged, and so does any schema without a check.
 */
export function limited(schema: Schema, check: Schema | undefined): Schema {
  // An enum of GraphQL has a name, and lists its values there.
  if (!check || '$ref' in schema) return schema;
  const [present = check] = listIn(check, 'anyOf').filter((it) => it['type'] !== 'null');
  const own = KEYWORDS.flatMap((name) => (name in present ? [[name, present[name]]] : []));
  const within = ['items', 'additionalProperties'].flatMap((name) => {
    const inner = schemaIn(schema, name);
    const limits = schemaIn(present, name);
    return inner && limits ? [[name, limited(inner, limits)]] : [];
  });
  return { ...schema, ...Object.fromEntries([...own, ...within]), ...valuesOf(schema, present) };
}

/** The values, or the names of members, that a check lists. */
function valuesOf(schema: Schema, check: Schema): Schema {
  const types = [schema['type']].flat();
  const isText = types.includes('string') && 'enum' in check;
  const values = [...listIn(check, 'enum'), ...(types.includes('null') ? [null] : [])];
  const names = schemaIn(check, 'propertyNames');
  return {
    ...(isText ? { enum: values } : {}),
    ...(names && 'pattern' in names ? { propertyNames: names } : {}),
  };
}

const listIn = (of: Schema, key: string): readonly Schema[] => {
  const value = of[key];
  return Array.isArray(value) ? value : [];
};
