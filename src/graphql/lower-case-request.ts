import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isInputType,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { lowerCaseId } from '../request/ids.js';
import { createIdConverters } from './id-converters.js';

/** Lowercases every UUID in the variables of an operation that are ids or contain some. */
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

/** Lowercases every UUID that is a literal of an id in a valid document. */
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
