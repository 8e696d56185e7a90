import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  getOperationAST,
  parse,
  specifiedRules,
  subscribe,
  validate,
} from 'graphql';
import type { RequestParams } from 'graphql-sse';
import type { Log } from '../../platform/log.js';
import { LIMITS } from '../../registry/limits.js';
import { malformed } from '../../registry/malformed.js';
import { type CountedContext, costOf, type RatesOf } from '../admission.js';
import { depthLimit, requireAffordable } from '../cost.js';
import { formatError } from '../errors.js';
import type { Gateway } from '../gateway.js';
import { aliasLimit } from '../response-size.js';
import { requireStorable } from '../storable-texts.js';
import { type GivenVariables, noteVariableFaults } from '../variable-faults.js';

/** The parts of the service that a subscription uses. */
interface SubscriptionParts {
  readonly gateway: Pick<Gateway, 'schema' | 'admit'>;
  readonly log: Log;
  readonly ratesOf: RatesOf;
}

type Results = AsyncGenerator<ExecutionResult>;

/**
 * Checks a subscription by the rules of every operation, counts its cost and starts it. When it
 * resolves, the stream misses no further change, so the client can read the present state. Never
 * throws: a rejection is a result with its registered error. If the source fails later, its error
 * is the last result.
 */
export async function runSubscription(
  parts: SubscriptionParts,
  ctx: CountedContext,
  params: RequestParams,
): Promise<Results> {
  const present = presenter(parts.log, ctx.request);
  try {
    const given = await argumentsOf(parts, ctx, params);
    const results = await subscribe({ ...given, variableValues: given.variables });
    if (Symbol.asyncIterator in results) return presented(results, present);
    const { errors = [] } = results;
    noteVariableFaults(errors, { ...given, named: 'variable' });
    return only({ errors: errors.map(present) });
  } catch (error) {
    return only({ errors: [present(error)] });
  }
}

/** A rejection as the only result, which the library also accepts without data. */
async function* only(result: ExecutionResult): Results {
  yield result;
}

/** Throws GraphQLError for a document that does not fit the schema, and registered errors. */
async function argumentsOf(
  { gateway, ratesOf }: SubscriptionParts,
  ctx: CountedContext,
  params: RequestParams,
): Promise<ExecutionArgs & Omit<GivenVariables, 'named'>> {
  const { schema } = gateway;
  const document = readDocument(gateway, params.query);
  const operationName = typeof params.operationName === 'string' ? params.operationName : null;
  const variables = params.variables ?? {};
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'subscription') throw malformed('subscription_only');
  requireStorable(document, variables);
  requireAffordable(schema, { document, operation, operationName, variables });
  await gateway.admit(ctx, costOf(document, operation, ratesOf), ctx.quota);
  return { schema, document, operationName, variables, contextValue: ctx };
}

const RULES = [...specifiedRules, depthLimit, aliasLimit];

function readDocument({ schema }: SubscriptionParts['gateway'], query: string): DocumentNode {
  try {
    const document = parse(query, { maxTokens: LIMITS.graphqlTokens });
    const [fault] = validate(schema, document, RULES);
    if (fault) throw fault;
    return document;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw malformed('subscription_only', error);
    const extensions = { code: 'GRAPHQL_VALIDATION_FAILED' };
    throw new GraphQLError(error.message, { ...placeOf(error), extensions });
  }
}

type Present = (error: unknown) => GraphQLError;

/** Formats errors like those of any other operation. */
function presenter(log: Log, request: CountedContext['request']): Present {
  const format = formatError(log, () => request);
  return (error) => {
    const given: GraphQLFormattedError =
      error instanceof GraphQLError ? error.toJSON() : { message: '' };
    const { message, extensions } = format(given, error);
    return new GraphQLError(message, { ...placeOf(error), extensions: { ...extensions } });
  };
}

function placeOf(error: unknown) {
  if (!(error instanceof GraphQLError)) return {};
  const { nodes = null, source = null, positions = null, path = null } = error;
  return { nodes, source, positions, path };
}

/** Presents the errors of results. A failed source gives one last result. */
async function* presented(results: AsyncIterable<ExecutionResult>, present: Present): Results {
  try {
    for await (const { data, errors } of results) {
      yield errors ? { data: data ?? null, errors: errors.map(present) } : { data: data ?? null };
    }
  } catch (error) {
    yield { errors: [present(error)] };
  }
}
