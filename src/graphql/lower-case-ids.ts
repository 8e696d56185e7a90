import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { lowerCaseId } from '../request/ids.js';

/**
 * Lowercases every UUID in `ID` arguments, also in nested members, because the database stores
 * lower case. Clients may send either case, in REST, GraphQL and tools. No other code needs to
 * handle this. Changes the given schema and returns it.
 */
export function withLowerCaseIds(schema: GraphQLSchema): GraphQLSchema {
  const converterOf = createConverters();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) wrap(field, converterOf);
  }
  return schema;
}

/** Converts an argument or a member of one. */
type Convert = (value: unknown) => unknown;
type Members = readonly (readonly [name: string, convert: Convert])[];

function wrap(field: GraphQLField<unknown, unknown>, converterOf: ConverterOf): void {
  const { resolve, subscribe } = field;
  const members = membersOf(field.args, converterOf);
  if (members.length === 0) return;
  if (resolve) {
    field.resolve = (root, args, ctx, info) => resolve(root, rewritten(args, members), ctx, info);
  }
  if (subscribe) {
    field.subscribe = (root, args, ctx, info) =>
      subscribe(root, rewritten(args, members), ctx, info);
  }
}

/** Creates the converter of an input type; null if the type cannot contain an id. */
type ConverterOf = (type: GraphQLInputType) => Convert | null;

function createConverters(): ConverterOf {
  const objects = new Map<string, Convert | null>();
  const converterOf: ConverterOf = (type) => {
    if (isNonNullType(type)) return converterOf(type.ofType);
    if (isListType(type)) {
      const convert = converterOf(type.ofType);
      return convert && ((value) => (Array.isArray(value) ? value.map(convert) : value));
    }
    if (isInputObjectType(type)) {
      const known = objects.get(type.name);
      if (known !== undefined) return known;
      // No input type of the schema contains itself.
      const members = membersOf(Object.values(type.getFields()), converterOf);
      const convert: Convert | null =
        members.length === 0
          ? null
          : (value) => (isRecord(value) ? rewritten(value, members) : value);
      objects.set(type.name, convert);
      return convert;
    }
    return type.name === 'ID' ? convertId : null;
  };
  return converterOf;
}

interface Typed {
  readonly name: string;
  readonly type: GraphQLInputType;
}

function membersOf(fields: readonly Typed[], converterOf: ConverterOf): Members {
  return fields.flatMap(({ name, type }) => {
    const convert = converterOf(type);
    return convert ? [[name, convert] as const] : [];
  });
}

function rewritten(values: Readonly<Record<string, unknown>>, members: Members) {
  const result = { ...values };
  for (const [name, convert] of members) {
    if (Object.hasOwn(values, name)) result[name] = convert(values[name]);
  }
  return result;
}

const convertId: Convert = (value) => (typeof value === 'string' ? lowerCaseId(value) : value);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
