import { type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import { createIdConverters, type IdConverters } from './id-converters.js';

/**
 * Lowercases every UUID in `ID` arguments, also in nested members, because the database stores
 * lower case. Clients may send either case, in REST, GraphQL and tools. Code behind a resolver does
 * not need to handle this. Changes the given schema and returns it.
 */
export function withLowerCaseIds(schema: GraphQLSchema): GraphQLSchema {
  const converters = createIdConverters((name) => name);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) wrap(field, converters);
  }
  return schema;
}

function wrap(field: GraphQLField<unknown, unknown>, converters: IdConverters): void {
  const { resolve, subscribe } = field;
  const convert = converters.ofMembers(field.args);
  if (convert === null) return;
  if (resolve) {
    field.resolve = (root, args, ctx, info) => resolve(root, convert(args), ctx, info);
  }
  if (subscribe) {
    field.subscribe = (root, args, ctx, info) => subscribe(root, convert(args), ctx, info);
  }
}
