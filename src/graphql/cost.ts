import type { ApolloServerPlugin } from '@apollo/server';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
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
import { type FieldProblem, problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import { malformed, tooCostly } from '../registry/malformed.js';
import type { RequestContext } from '../request/context.js';
import { withGraphqlErrors } from './errors.js';
import { introspectionCost } from './introspection-cost.js';
import { rootFieldsOf } from './keyed-request.js';
import { type GivenVariables, listVariableFaults } from './variable-faults.js';

/** The assumed length of a list without a declared length. */
const USUAL_LENGTH = 5;

/**
 * A page costs as much as one item, times the requested or default limit. If the request gives
 * `ids`, their number counts instead of the limit.
 */
const pages: ComplexityEstimator = ({ args, childComplexity, field }) => {
  if (!field.args.some((argument) => argument.name === 'limit')) return undefined;
  const { ids, limit: given } = args;
  const requested = typeof given === 'number' ? given : LIMITS.pageSizeDefault;
  const limit = Array.isArray(ids) ? ids.length : requested;
  return 1 + Math.max(1, limit) * childComplexity;
};

/**
 * A bulk field with a result per input item costs as much as the result for one, times the number
 * of input items.
 */
const bulk: ComplexityEstimator = ({ args, childComplexity, field }) => {
  const list = bulkListOf(field);
  return list === undefined ? undefined : 1 + lengthOf(args['input'], list) * childComplexity;
};

/**
 * Other lists of objects cost as much as a few items. A list that its parent already counts costs
 * one item: `items` of a page, or a field with the extension `isCountedAbove`.
 */
const lists: ComplexityEstimator = ({ childComplexity, field }) => {
  const isCounted = field.name === 'items' || field.extensions['isCountedAbove'] === true;
  const isPlainList = isListType(getNullableType(field.type)) && !isCounted;
  return isPlainList && childComplexity > 0 ? 1 + USUAL_LENGTH * childComplexity : undefined;
};

/**
 * The input list for which a bulk field returns one result per item; undefined for other fields.
 */
function bulkListOf(field: GraphQLField<unknown, unknown> | undefined): string | undefined {
  const list = field?.extensions['oneResultPer'];
  return typeof list === 'string' ? list : undefined;
}

function lengthOf(input: unknown, list: string): number {
  const items = typeof input === 'object' && input ? Reflect.get(input, list) : undefined;
  return Array.isArray(items) ? Math.max(1, items.length) : LIMITS.lookupItems;
}

/**
 * Whether a field is a bulk field, which reads far more rows than its result shows. It returns one
 * result per input item, or sums up rows.
 */
function isBulk(field: GraphQLField<unknown, unknown> | undefined): boolean {
  return bulkListOf(field) !== undefined || field?.extensions['sumsRows'] === true;
}

/** Counts the bulk fields at the root of an operation. Lookups cost more than their results. */
function countBulkFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): number {
  const declared = schema.getRootType(operation.operation)?.getFields() ?? {};
  const requested = [...rootFieldsOf(document, operation).values()];
  return requested.filter(({ name }) => isBulk(declared[name])).length;
}

/** An operation with the variables of its request. */
interface RequestedOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The longest variables that errors quote: fifty errors have 200 kB then. */
const QUOTED_CHARACTERS = 4_096;

const ESTIMATORS = [pages, bulk, lists, simpleEstimator({ defaultComplexity: 1 })];

/**
 * The number of objects in variables. GraphQL copies each of them twice with its defaults, so this
 * count comes first: a body has room for 80,000.
 */
function objectsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const isList = Array.isArray(value);
  let objects = isList ? 0 : 1;
  for (const member of isList ? value : Object.values(value)) objects += objectsIn(member);
  return objects;
}

/**
 * Throws `invalid_request` if the estimated cost of an operation is above `LIMITS.graphqlCost`, or
 * if it has more than one bulk field, or more objects in its variables than that limit. Throws
 * `invalid_input` for long variables of wrong types. Lets short ones pass, because the run refuses
 * them.
 */
export function requireAffordable(schema: GraphQLSchema, requested: RequestedOperation): void {
  const { document, operation, operationName, variables } = requested;
  if (countBulkFields(schema, document, operation) > 1) throw malformed('bulk_fields');
  const objects = objectsIn(variables);
  const given = { schema, document, operationName, variables, named: 'variable' } as const;
  if (objects > LIMITS.graphqlCost) {
    const faults = faultsOf(given);
    throw faults.length > 0 ? refusedVariables(faults) : tooCostly(objects);
  }
  const definitions = operation.variableDefinitions ?? [];
  const { errors } = getVariableValues(schema, definitions, variables, { maxErrors: 1 });
  if (errors) {
    // Each error of the run would quote the whole variable, in a response of megabytes.
    const isLong = JSON.stringify(variables).length > QUOTED_CHARACTERS;
    if (isLong) throw refusedVariables(faultsOf(given));
    // The run refuses shorter ones, with one error for each fault.
    return;
  }
  const cost = getComplexity({
    schema,
    query: document,
    estimators: [introspectionCost(schema, document), ...ESTIMATORS],
    variables: { ...variables },
    ...(operationName === null ? {} : { operationName }),
  });
  if (cost > LIMITS.graphqlCost) throw tooCostly(cost);
}

const faultsOf = (given: GivenVariables) => listVariableFaults(given, LIMITS.fieldProblems);

const refusedVariables = (fields: FieldProblem[]) => problem('invalid_input', { fields });

/** Rejects an operation before it runs, by the rules of `requireAffordable`. */
export function costLimit(schema: GraphQLSchema): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ request, document, operation, operationName }) {
          if (!operation) return;
          const variables = request.variables ?? {};
          withGraphqlErrors(() =>
            requireAffordable(schema, { document, operation, operationName, variables }),
          );
        },
      };
    },
  };
}

/**
 * Rejects a document that is nested deeper than `LIMITS.graphqlDepth`. It does not check
 * `__schema`, because the standard introspection query is deeper; `introspectionCost` limits that.
 * It reports the error, because Apollo treats an error that a rule throws as a service failure.
 */
export const depthLimit = maxDepthRule({
  n: LIMITS.graphqlDepth,
  propagateOnRejection: false,
  onReject: [(context, error) => context?.reportError(error)],
});
