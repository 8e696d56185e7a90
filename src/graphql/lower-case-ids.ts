import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isInputType,
  isObjectType,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { lowerCaseId } from '../request/ids.js';
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

/** Lowercases every UUID in the `ID` values of an operation's variables, also in nested members. */
export function lowerCaseVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  values: Readonly<Record<string, unknown>>,
): unknown {
  const variables = (operation.variableDefinitions ?? []).flatMap(({ variable, type: node }) => {
    const type = typeFromAST(schema, node);
    return isInputType(type) ? [{ name: variable.name.value, type }] : [];
  });
  const convert = createIdConverters((name) => name).ofMembers(variables);
  return convert ? convert(values) : values;
}

/** Lowercases every UUID that a valid document has as a literal of type `ID`. */
export function withLowerCaseLiterals(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const types = new TypeInfo(schema);
  const lowerCase = visitWithTypeInfo(types, {
    StringValue(node) {
      const type = types.getInputType();
      const isId = type != null && getNamedType(type).name === 'ID';
      return isId ? { ...node, value: lowerCaseId(node.value) } : undefined;
    },
  });
  return visit(document, lowerCase);
}
