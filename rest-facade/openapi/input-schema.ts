import {
  astFromValue,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
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
  nullable,
  type Schema,
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
  if (!isLeafType(type)) return {};
  return type.name === 'ID' ? { type: 'string', format: 'uuid' } : leafSchema(type, components);
}

function objectSchema(type: GraphQLInputObjectType, names: Names, components: Components): Schema {
  const fields = Object.values(type.getFields());
  const required = fields.filter(isRequiredInputField).map(({ name }) => wireName(name, names));
  const members = fields.map((field) => [
    wireName(field.name, names),
    memberSchema(field, names, components),
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

function memberSchema(field: GraphQLInputField, names: Names, components: Components): Schema {
  const { defaultValue } = field;
  const value = defaultValue === undefined ? null : astFromValue(defaultValue, field.type);
  return {
    ...inputSchema(field.type, names, components),
    ...explained(field),
    ...(value ? { default: valueFromASTUntyped(value) } : {}),
  };
}
