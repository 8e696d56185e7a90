import type { ApolloServerPlugin } from '@apollo/server';
import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLSchema,
  getNullableType,
  getVariableValues,
  isListType,
  type OperationDefinitionNode,
} from 'graphql';
import { type ComplexityEstimator, getComplexity, simpleEstimator } from 'graphql-query-complexity';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import type { RequestContext } from '../request/context.js';
import { refusalOf } from './errors.js';
import { rootFieldsOf } from './root-fields.js';

/** What a list of objects is taken to hold where nothing says how long it is. */
const USUAL_LENGTH = 5;

/** A page costs what its items cost, as often as the caller asked for at most. */
const pages: ComplexityEstimator = ({ args, childComplexity, field }) => {
  if (!field.args.some((argument) => argument.name === 'limit')) return undefined;
  const { ids, limit: given } = args;
  const asked = typeof given === 'number' ? given : LIMITS.pageSizeDefault;
  const limit = Array.isArray(ids) ? ids.length : asked;
  return 1 + Math.max(1, limit) * childComplexity;
};

/** What answers each item of its input costs what one answer costs, as often as there are items. */
const bulk: ComplexityEstimator = ({ args, childComplexity, field }) => {
  const list = answersEach(field);
  return list === undefined ? undefined : 1 + lengthOf(args['input'], list) * childComplexity;
};

/** Other lists of objects cost as much as a few; those that are counted with what holds them, once. */
const lists: ComplexityEstimator = ({ childComplexity, field }) => {
  const isCounted = field.name === 'items' || field.extensions['isCountedAbove'] === true;
  const isPlainList = isListType(getNullableType(field.type)) && !isCounted;
  return isPlainList && childComplexity > 0 ? 1 + USUAL_LENGTH * childComplexity : undefined;
};

/** The list of its input of which a field answers each item; undefined for fields of another kind. */
function answersEach(field: GraphQLField<unknown, unknown> | undefined): string | undefined {
  const list = field?.extensions['answersEach'];
  return typeof list === 'string' ? list : undefined;
}

function lengthOf(input: unknown, list: string): number {
  const items = typeof input === 'object' && input ? Reflect.get(input, list) : undefined;
  return Array.isArray(items) ? Math.max(1, items.length) : LIMITS.lookupItems;
}

/** How many bulk questions an operation asks; what they look for costs more than what they show. */
function bulkQuestions(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): number {
  const declared = schema.getRootType(operation.operation)?.getFields() ?? {};
  const asked = [...rootFieldsOf(document, operation).values()];
  return asked.filter(({ name }) => answersEach(declared[name]) !== undefined).length;
}

/**
 * Refuses an operation before it runs where it would resolve more fields than one request may, or
 * asks more than one bulk question: `invalid_request`.
 */
export function costLimit(schema: GraphQLSchema): ApolloServerPlugin<RequestContext> {
  const estimators = [pages, bulk, lists, simpleEstimator({ defaultComplexity: 1 })];
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ request, document, operation, operationName }) {
          if (operation && bulkQuestions(schema, document, operation) > 1) {
            throw refusalOf(problem('invalid_request', { log: 'more than one bulk question' }));
          }
          const variables = request.variables ?? {};
          // What does not fit its declared type is refused before it runs, whatever it would cost.
          if (getVariableValues(schema, operation?.variableDefinitions ?? [], variables).errors)
            return;
          const cost = getComplexity({
            schema,
            query: document,
            estimators,
            variables,
            ...(operationName === null ? {} : { operationName }),
          });
          if (cost > LIMITS.graphqlCost) {
            throw refusalOf(problem('invalid_request', { log: `the operation costs ${cost}` }));
          }
        },
      };
    },
  };
}
