import type { ApolloServerPlugin } from '@apollo/server';
import { type GraphQLSchema, getNullableType, getVariableValues, isListType } from 'graphql';
import { type ComplexityEstimator, getComplexity, simpleEstimator } from 'graphql-query-complexity';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import type { RequestContext } from '../request/context.js';
import { refusalOf } from './errors.js';

/** What a list of objects is taken to hold where nothing says how long it is. */
const USUAL_LENGTH = 5;

/** A page costs what its items cost, as often as the caller asked for at most. */
const pages: ComplexityEstimator = ({ args, childComplexity, field }) => {
  if (!field.args.some((argument) => argument.name === 'limit')) return undefined;
  const limit = typeof args['limit'] === 'number' ? args['limit'] : LIMITS.pageSizeDefault;
  return 1 + Math.max(1, limit) * childComplexity;
};

/** Other lists of objects cost as much as a few; the items of a page are counted with the page. */
const lists: ComplexityEstimator = ({ childComplexity, field }) => {
  const isPlainList = isListType(getNullableType(field.type)) && field.name !== 'items';
  return isPlainList && childComplexity > 0 ? 1 + USUAL_LENGTH * childComplexity : undefined;
};

/**
 * Refuses an operation before it runs where it would resolve more fields than one request may:
 * `invalid_request`.
 */
export function costLimit(schema: GraphQLSchema): ApolloServerPlugin<RequestContext> {
  const estimators = [pages, lists, simpleEstimator({ defaultComplexity: 1 })];
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ request, document, operation, operationName }) {
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
