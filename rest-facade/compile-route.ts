import { accessOf } from '../src/graphql/field-facts.js';
import type { FieldAccess, Gateway, Operation } from '../src/graphql/gateway.js';
import type { ErrorCode } from '../src/registry/errors.js';
import { RATE_CLASSES } from '../src/registry/limits.js';
import { type Bind, compileBind } from './binding.js';
import { checkDeclaration } from './check-declaration.js';
import { type CompiledAhead, compileAhead } from './compile-ahead.js';
import { compileLowerIds, type LowerIds } from './compile-lower-ids.js';
import { type CompiledReplay, compileReplay, type Runner } from './compile-replay.js';
import { compileNameFields, type NameFields } from './field-names.js';
import { impliedErrors, type Refusals, refusalsOf } from './implied-errors.js';
import { compileQuery, type ParseQuery } from './query.js';
import { type CostOf, compileCost } from './rates.js';
import type { Route, Routes } from './route.js';
import { selectedBy } from './selection.js';
import { compileShape } from './shape.js';
import { compileContent, type WriteContent } from './shared/write-content.js';
import { type BoundVariable, boundVariables, nameIn } from './variables.js';

/** The part of a gateway that is needed before any request. */
type CompilingGateway = Pick<Gateway, 'schema' | 'compile'>;

/** A variable of an operation, and the parameter of the path or query that it is bound to. */
export interface ParameterVariable {
  readonly name: string;
  readonly parameter: string;
}

/** A route with everything that is known before a request arrives. */
export interface CompiledRoute extends Runner {
  readonly operationId: string;
  readonly route: Route;
  /** The access rule of the field that its operation selects. */
  readonly rule: FieldAccess;
  readonly variables: readonly BoundVariable[];
  /** The variables that the path contains, each with its name in the path. */
  readonly pathVariables: readonly ParameterVariable[];
  readonly parseQuery: ParseQuery;
  readonly costOf: CostOf;
  readonly bind: Bind;
  readonly lowerIds: LowerIds;
  /** Translates the fields of a domain error to their wire names. */
  readonly nameFields: NameFields;
  /** Writes the content of a response that callers share. */
  readonly writeContent: WriteContent;
  readonly bodyLimitBytes: number;
  /** Null if it runs no query before it reads its body. */
  readonly ahead: CompiledAhead | null;
  /** Null if it takes no keys. */
  readonly replay: CompiledReplay | null;
  /** Every error code that it may return. */
  readonly errors: ReadonlySet<ErrorCode>;
  /** The same codes with their possible statuses. */
  readonly refusals: Refusals;
}

/**
 * Compiles the routes against their operations. Throws, naming the route, for every fault that
 * would otherwise appear with the first request: an unknown scope, code, rate class, parameter,
 * variable or member. Also throws if no route runs one of the operations in `source`.
 */
export function compileRoutes(
  gateway: CompilingGateway,
  routes: Routes,
  source: string,
): CompiledRoute[] {
  return compileAgainst(gateway, gateway.compile(source), routes);
}

/** Like `compileRoutes`, with operations by name that are compiled already. */
export function compileAgainst(
  gateway: Pick<Gateway, 'schema'>,
  operations: ReadonlyMap<string, Operation>,
  routes: Routes,
): CompiledRoute[] {
  const compiled = Object.entries(routes).map(([operationId, route]) => {
    try {
      return compile(operationId, route, operations, gateway);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`route ${operationId}: ${reason}`, { cause: error });
    }
  });
  const used = new Set(
    compiled.flatMap(({ operation, ahead, replay }) => [
      operation,
      ahead?.operation,
      operationOf(replay),
    ]),
  );
  for (const operation of operations.values()) {
    if (!used.has(operation)) throw new Error(`no route runs the operation ${operation.name}`);
  }
  return compiled;
}

const operationOf = (replay: CompiledReplay | null): Operation | null =>
  typeof replay?.recovery === 'object' ? replay.recovery.operation : null;

function compile(
  operationId: string,
  route: Route,
  operations: ReadonlyMap<string, Operation>,
  gateway: Pick<Gateway, 'schema'>,
): CompiledRoute {
  const operation = operations.get(operationId);
  if (!operation) throw new Error('no operation has this name');
  const selected = selectedBy(gateway.schema, operation.document);
  const variables = boundVariables(selected, route.bind);
  const rule = accessOf(selected.root.field);
  checkDeclaration(route, rule, operation, variables);
  const implied = impliedErrors(route, rule, operation.kind, variables);
  const refusals = refusalsOf([...implied, ...route.errors]);
  const shape = compileShape(route.reply, selected);
  return {
    operationId,
    route,
    rule,
    operation,
    selected,
    variables,
    pathVariables: boundTo('path.', variables),
    parseQuery: compileQuery(boundTo('query.', variables).map(({ parameter }) => parameter)),
    costOf: compileCost(route),
    bind: compileBind(route, variables),
    lowerIds: compileLowerIds(route, variables),
    nameFields: compileNameFields(variables, route.body?.names ?? 'snake'),
    shape,
    writeContent: compileContent(route.reply, selected, shape),
    bodyLimitBytes: route.body?.limitBytes ?? RATE_CLASSES[route.rate].bodyLimitBytes,
    ahead: compileAhead(route, operations, gateway),
    replay: compileReplay(route, selected, operations, gateway),
    errors: new Set(refusals.keys()),
    refusals,
  };
}

function boundTo(
  kind: 'path.' | 'query.',
  variables: readonly BoundVariable[],
): ParameterVariable[] {
  return variables
    .filter(({ source }) => source.startsWith(kind))
    .map(({ name, source }) => ({ name, parameter: nameIn(source) }));
}
