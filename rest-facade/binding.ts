import { getNullableType, isListType } from 'graphql';
import { type FieldProblem, problem } from '../src/registry/errors.js';
import { createFieldProblems, type FieldProblems } from './field-problems.js';
import { createReaders, type Member, objectReader, type Read, type Readers } from './input.js';
import type { ParsedQuery } from './query.js';
import type { Route } from './route.js';
import { textReader } from './text-input.js';
import { type BoundVariable, nameIn } from './variables.js';

/** The parts of a request from which variables can be bound. */
export interface Inputs {
  /** The decoded parameters of the path. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: ParsedQuery;
  readonly header: (name: string) => string | undefined;
  /** The JSON of the body; `{}` if it was omitted, undefined for a GET. */
  readonly body: unknown;
  /** The file of a form; null without a form. */
  readonly file: unknown;
  readonly idempotencyKey: string | null;
  readonly ifMatch: string | null;
}

/** The variables of an operation. They are complete and valid only if `problems` is empty. */
export interface Bound {
  readonly variables: Readonly<Record<string, unknown>>;
  /** The invalid values of the request, up to `LIMITS.fieldProblems`. */
  readonly problems: readonly FieldProblem[];
}

/**
 * Binds the variables of an operation to the parts of a request. Throws only the route's own error
 * for a malformed id in the path (`malformed`).
 */
export type Bind = (inputs: Inputs) => Bound;

type BindOne = (inputs: Inputs, into: Record<string, unknown>, problems: FieldProblems) => void;

/**
 * Compiles the binding of a route's variables.
 * Throws if a source does not exist, if a route other than a GET takes no body and binds one, or if
 * it binds both the whole body and members of it.
 */
export function compileBind(route: Route, variables: readonly BoundVariable[]): Bind {
  const rules = variables
    .filter(({ source }) => !source.startsWith('body'))
    .map((variable) => compileOne(variable, route.malformed ?? 'invalid_input'));
  if (route.method !== 'GET') rules.push(compileBody(route, variables));
  return (inputs) => {
    const problems = createFieldProblems(inputs.query.problems);
    const variables: Record<string, unknown> = {};
    for (const rule of rules) rule(inputs, variables, problems);
    return { variables, problems: problems.list };
  };
}

function compileOne(variable: BoundVariable, malformed: Malformed): BindOne {
  const { name, source } = variable;
  if (source.startsWith('path.')) return fromPath(variable, malformed);
  if (source.startsWith('query.')) return fromQuery(variable);
  if (source.startsWith('header.')) return fromHeader(variable);
  if (source === 'idempotencyKey' || source === 'ifMatch' || source === 'file') {
    return (inputs, into) => {
      into[name] = inputs[source];
    };
  }
  throw new Error(`$${name}: there is no source "${source}"`);
}

type Malformed = NonNullable<Route['malformed']>;

function fromPath({ name, source, type }: BoundVariable, malformed: Malformed): BindOne {
  const parameter = nameIn(source);
  const read = textReader(type);
  return ({ parameters }, into, problems) => {
    const own = malformed === 'invalid_input' ? problems : createFieldProblems();
    into[name] = read(parameters[parameter], parameter, own);
    if (own !== problems && own.list.length > 0) throw problem(malformed);
  };
}

function fromQuery({ name, source, type, required }: BoundVariable): BindOne {
  const parameter = nameIn(source);
  const read = textReader(type);
  const takesMany = isListType(getNullableType(type));
  return ({ query }, into, problems) => {
    const sent = query.values.get(parameter);
    const [first, second] = sent ?? [];
    if (sent === undefined || first === undefined) {
      if (required) problems.add(parameter, 'required');
      return;
    }
    if (takesMany) into[name] = listed(sent).map((text) => read(text, parameter, problems));
    else if (second !== undefined) problems.add(parameter, 'repeated_parameter');
    else into[name] = read(first, parameter, problems);
  };
}

/** The items of a list: separated by commas, in one parameter or in several of the same name. */
function listed(sent: readonly string[]): string[] {
  return sent.flatMap((text) => (text === '' ? [] : text.split(',')));
}

function fromHeader({ name, source, type, required }: BoundVariable): BindOne {
  const header = nameIn(source);
  const read = textReader(type);
  return (inputs, into, problems) => {
    const value = inputs.header(header.toLowerCase());
    if (value !== undefined) into[name] = read(value, header, problems);
    else if (required) problems.add(header, 'required');
  };
}

/** A write without a declared body accepts only `{}`, so that no sent value is silently dropped. */
function compileBody(route: Route, variables: readonly BoundVariable[]): BindOne {
  const readers = createReaders(route.body?.names ?? 'camel');
  const whole = variables.find(({ source }) => source === 'body');
  const parts = variables.filter(({ source }) => source.startsWith('body.'));
  if (!route.body && (whole || parts.length > 0))
    throw new Error('it binds a body it does not take');
  if (whole && parts.length > 0) throw new Error('it binds both the body and its members');
  const read = whole ? readers(whole.type) : membersReader(parts, readers);
  return ({ body }, into, problems) => {
    const value = read(body, '', problems);
    if (whole) into[whole.name] = value;
    else if (typeof value === 'object') Object.assign(into, value);
  };
}

function membersReader(parts: readonly BoundVariable[], readers: Readers): Read {
  const members = parts.map(({ name, source, type, required }): [string, Member] => [
    nameIn(source),
    { name, required, read: readers(type) },
  ]);
  return objectReader(new Map(members));
}
