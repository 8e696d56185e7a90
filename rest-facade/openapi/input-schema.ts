import {
  astFromValue,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLNonNull,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  valueFromASTUntyped,
} from 'graphql';
import { type Names, wireName } from '../input.js';
import {
  type Components,
  described,
  explained,
  leafSchema,
  limitsOf,
  nullable,
  type Schema,
  schemaIn,
} from './components.js';

/** The schema of an input type as it is written on the wire. Every id is a UUID (Spec 2.1). */
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
  return isLeafType(type) ? leafSchema(type, components) : {};
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
  // GraphQL cannot tell what may be left out from what may be null; the check of a type can.
  const isNull = checked && listIn(checked, 'anyOf').some((it) => it['type'] === 'null');
  const sent = checked && !isNull ? new GraphQLNonNull(getNullableType(field.type)) : field.type;
  const schema = limited(inputSchema(sent, names, components), checked);
  const whole = limited(schema, limitsOf(field.extensions));
  return {
    ...(getNamedType(sent).name === 'LanguageMap' ? alsoText(whole) : whole),
    ...explained(field),
    ...(value ? { default: valueFromASTUntyped(value) } : {}),
  };
}

/** A text in several languages may be sent as one, under the limits of each: its English. */
function alsoText(schema: Schema): Schema {
  const { type: _, ...limits } = schemaIn(schema, 'additionalProperties') ?? {};
  return { ...schema, ...limits, type: ['string', schema['type']].flat() };
}

// What a type does not know. Types, members and values themselves are the schema's to tell.
const KEYWORDS = [
  ...['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum'],
  ...['minItems', 'maxItems'],
] as const;

/** A schema with the limits that the check of the value has, for its items and members as well. */
function limited(schema: Schema, check: Schema | undefined): Schema {
  if (!check) return schema;
  const [present = check] = listIn(check, 'anyOf').filter((it) => it['type'] !== 'null');
  const own = KEYWORDS.flatMap((name) => (name in present ? [[name, present[name]]] : []));
  const within = ['items', 'additionalProperties'].flatMap((name) => {
    const [inner, limits] = [schemaIn(schema, name), schemaIn(present, name)];
    return inner && limits ? [[name, limited(inner, limits)]] : [];
  });
  return { ...schema, ...Object.fromEntries([...own, ...within]) };
}

const listIn = (of: Schema, key: string): readonly Schema[] => {
  const value = of[key];
  return Array.isArray(value) ? value : [];
};
