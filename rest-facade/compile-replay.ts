import type { Gateway, Operation } from '../src/graphql/gateway.js';
import { parameterNames } from './matcher.js';
import type { Replay, Route } from './route.js';
import { fieldsBelow, type Selected, type SelectedField, selectedBy } from './selection.js';
import { compileShape, type Shape } from './shape.js';
import { type BoundVariable, boundVariables, nameIn } from './variables.js';

/** An operation, its selection, and how its data is sent. */
export interface Runner {
  readonly operation: Operation;
  readonly selected: Selected;
  readonly shape: Shape;
}

/**
 * The operation that runs at each retry of a completed write. If responses are stored, it is a
 * query: it shows that the caller may still read the resource, and builds a missing response.
 */
export interface ReplayOperation extends Runner {
  /**
   * Its variables, from the path parameters of the request and the id of what the write created.
   * Throws if it needs that id and `subjectId` is null.
   */
  variables(
    parameters: Readonly<Record<string, string>>,
    subjectId: string | null,
  ): Record<string, unknown>;
}

/** How the response to a retry of an idempotent write is built (`Replay`). */
export interface CompiledReplay {
  /** Whether the response is stored and sent again unchanged. */
  readonly storesResponse: boolean;
  /** How the response is built if none is stored: by an operation, without a body, or refused. */
  readonly recovery: ReplayOperation | 'empty' | 'unavailable';
}

/**
 * Compiles the replay of a route; null for a route without idempotency keys.
 * Throws if the route takes keys without declaring a replay, or the reverse. Also throws unless the
 * operation of the replay exists and selects the members of the first response. If responses are
 * stored, the operation must be a query.
 */
export function compileReplay(
  route: Route,
  first: Selected,
  operations: ReadonlyMap<string, Operation>,
  { schema }: Pick<Gateway, 'schema'>,
): CompiledReplay | null {
  const { replay, reply } = route;
  if (route.idempotency === 'none') {
    if (replay !== undefined) throw new Error('it replays without a key');
    return null;
  }
  if (route.method === 'GET') throw new Error('GET takes no keys');
  if (replay === undefined) throw new Error('it takes keys and does not say how it is replayed');
  if (replay === 'unavailable') return { storesResponse: false, recovery: replay };
  if (replay === 'empty') {
    if (reply.shape !== 'none') throw new Error('its replay is empty and its reply is not');
    return { storesResponse: true, recovery: replay };
  }
  const operation = operations.get(replay.operation);
  if (!operation) throw new Error(`there is no operation "${replay.operation}" to replay with`);
  const storesResponse = replay.how === 'stored';
  // A query runs here without a scope check, and reading a response again must not write.
  if (storesResponse && operation.kind !== 'query')
    throw new Error(`${operation.name} is not a query`);
  const selected = selectedBy(schema, operation.document);
  checkLikeness(first, selected);
  const shape = compileShape(replay.reply ?? reply, selected);
  const variables = compileVariables(route, boundVariables(selected, replay.bind));
  return { storesResponse, recovery: { operation, selected, shape, variables } };
}

/**
 * Throws unless a replay has the members of the first response, in the same order, and `_etag` if
 * the first has it. A client cannot tell the two apart.
 */
function checkLikeness(first: Selected, replay: Selected): void {
  const membersOf = (selected: Selected) => {
    const keys = fieldsBelow(selected, selected.root).flatMap((fields) => fields.map(keyOf));
    const hidden = keys.includes('_etag') ? ['_etag'] : [];
    return [...keys.filter((key) => !key.startsWith('_')), ...hidden];
  };
  const wanted = membersOf(first);
  const found = membersOf(replay);
  if (wanted.join() === found.join()) return;
  throw new Error(`its replay returns ${found.join(', ')}, not ${wanted.join(', ')}`);
}

const keyOf = ({ key }: SelectedField) => key;

type ReplaySource = Exclude<Replay, string>['bind'][string];

function compileVariables(
  route: Route,
  variables: readonly BoundVariable<ReplaySource>[],
): ReplayOperation['variables'] {
  const inPath = new Set(parameterNames(route.path));
  for (const { name, source } of variables) {
    if (source === 'effect' || inPath.has(nameIn(source))) continue;
    throw new Error(`$${name}: a replay has no "${source}"`);
  }
  return (parameters, subjectId) => {
    const values: Record<string, unknown> = {};
    for (const { name, source } of variables) {
      if (source !== 'effect') values[name] = parameters[nameIn(source)];
      else if (subjectId !== null) values[name] = subjectId;
      else throw new Error(`$${name}: the write named nothing that it made`);
    }
    return values;
  };
}
