import { createIdConverters } from '../src/graphql/id-converters.js';
import { wireName } from './input.js';
import type { Route } from './route.js';
import { type BoundVariable, nameIn } from './variables.js';

/** The inputs of a write that may contain ids. */
export interface IdInputs {
  /** The decoded parameters of the path. */
  readonly parameters: unknown;
  /** The JSON of the body. */
  readonly body: unknown;
}

/**
 * Copies the inputs, with UUIDs in lower case where the route takes an id. The rest stays equal.
 */
export type LowerIds = (inputs: IdInputs) => IdInputs;

/** Compiles the places of ids in the path and the body of a route. */
export function compileLowerIds(route: Route, variables: readonly BoundVariable[]): LowerIds {
  const converters = createIdConverters((name) => wireName(name, route.body?.names ?? 'camel'));
  const membersOf = (kind: string) =>
    converters.ofMembers(
      variables
        .filter(({ source }) => source.startsWith(kind))
        .map(({ source, type }) => ({ name: nameIn(source), type })),
    );
  const whole = variables.find(({ source }) => source === 'body');
  const inPath = membersOf('path.');
  const inBody = whole ? converters.ofType(whole.type) : membersOf('body.');
  return ({ parameters, body }) => ({
    parameters: inPath ? inPath(parameters) : parameters,
    body: inBody ? inBody(body) : body,
  });
}
