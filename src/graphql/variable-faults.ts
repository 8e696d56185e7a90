import type { ApolloServerPlugin } from '@apollo/server';
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  getOperationAST,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import type { FieldProblem } from '../registry/errors.js';

/** An operation with the values of its variables, as its client sent them. */
export interface GivenVariables {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  /**
   * The field that a fault of a value has:
   * - `variable`: the name of the whole variable, as at `/graphql`
   * - `member`: the name of the innermost member that holds the value. REST bodies and the forms of
   *   pages have a field for each member.
   *
   * A missing member is a fault of the value that lacks it. A member that the type does not have is
   * named by its whole path, such as `input.items[0].id`.
   */
  readonly named: 'variable' | 'member';
}

/** The faults that `noteVariableFaults` found, by the error of GraphQL that each explains. */
const faultOf = new WeakMap<object, FieldProblem>();

/** Returns the fault that `noteVariableFaults` found for an error; `{}` for any other error. */
export function fieldsOf(error: unknown): { fields?: FieldProblem[] } {
  const fault = typeof error === 'object' && error !== null ? faultOf.get(error) : undefined;
  return fault ? { fields: [fault] } : {};
}

/**
 * Finds the faulty field of each error about a variable; `fieldsOf` then returns it. GraphQL's
 * errors state the field only as text, so this checks the values again, in the same order.
 */
export function noteVariableFaults(errors: readonly GraphQLError[], given: GivenVariables): void {
  const faults = variableFaults(given);
  for (const error of errors) {
    if (!isOfVariable(error)) continue;
    const { value } = faults.next();
    if (value) faultOf.set(error, value);
  }
}

/**
 * Lists the first faults of variables, at most `most`, in the order of GraphQL. Their codes:
 * - `required`: a variable without a value
 * - `invalid_type`: a value that does not fit its type, also null and an object that lacks a member
 * - `unknown_member`: a member that the type does not have
 */
export function listVariableFaults(given: GivenVariables, most: number): FieldProblem[] {
  const faults: FieldProblem[] = [];
  for (const fault of variableFaults(given)) {
    if (faults.push(fault) >= most) break;
  }
  return faults;
}

/** Notes the faults of an operation at `/graphql` before its errors are formatted. */
export const nameVariableFaults: ApolloServerPlugin = {
  async requestDidStart() {
    return {
      async didEncounterErrors({ schema, document, request, errors }) {
        if (!document) return;
        const { operationName, variables = {} } = request;
        noteVariableFaults(errors, {
          schema,
          document,
          operationName,
          variables,
          named: 'variable',
        });
      },
    };
  },
};

/** Returns whether the error is about a variable: it has a place in the document, but no path. */
function isOfVariable({ path, locations }: GraphQLError): boolean {
  return path === undefined && locations !== undefined;
}

/** The place of a value in the variables. */
interface Place {
  /** The variable and the members and indexes below it, such as `input.items[0].id`. */
  readonly path: string;
  /** The name that a fault of the value has (`GivenVariables.named`). */
  readonly name: string;
  readonly named: GivenVariables['named'];
}

type Faults = Generator<FieldProblem, undefined>;

function* variableFaults(given: GivenVariables): Faults {
  const operation = getOperationAST(given.document, given.operationName);
  for (const definition of operation?.variableDefinitions ?? []) {
    yield* faultsOfVariable(definition, given);
  }
}

function* faultsOfVariable(
  { variable, type: declared, defaultValue }: VariableDefinitionNode,
  { schema, variables, named }: GivenVariables,
): Faults {
  const name = variable.name.value;
  const type = typeFromAST(schema, declared);
  if (!isInputType(type)) return;
  if (Object.hasOwn(variables, name)) {
    yield* faultsIn(variables[name], type, { path: name, name, named });
  } else if (isNonNullType(type) && !defaultValue) yield { field: name, code: 'required' };
}

function* faultsIn(value: unknown, type: GraphQLInputType, place: Place): Faults {
  const isMissing = value === null || value === undefined;
  if (isNonNullType(type)) {
    if (isMissing) yield wrong(place);
    else yield* faultsIn(value, type.ofType, place);
  } else if (isMissing) return;
  else if (isListType(type)) {
    // One value counts as a list of one.
    if (!Array.isArray(value)) yield* faultsIn(value, type.ofType, place);
    else {
      for (const [at, item] of value.entries()) {
        yield* faultsIn(item, type.ofType, { ...place, path: `${place.path}[${at}]` });
      }
    }
  } else if (isInputObjectType(type)) yield* faultsInObject(value, type, place);
  else if (!isValid(value, type)) yield wrong(place);
}

function* faultsInObject(value: unknown, type: GraphQLInputObjectType, place: Place): Faults {
  if (!isRecord(value)) {
    yield wrong(place);
    return;
  }
  const members = type.getFields();
  for (const member of Object.values(members)) {
    const { name } = member;
    if (value[name] !== undefined) yield* faultsIn(value[name], member.type, inside(place, name));
    else if (isRequiredInputField(member)) yield wrong(place);
  }
  for (const name of Object.keys(value)) {
    if (!members[name]) yield unknownMember(place, name);
  }
  if (type.isOneOf) yield* faultsOfChoice(value, Object.keys(members), place);
}

/** The faults of a value of an input type with `@oneOf`: exactly one member must have a value. */
function* faultsOfChoice(
  value: Readonly<Record<string, unknown>>,
  members: readonly string[],
  place: Place,
): Faults {
  const chosen = members.filter((name) => value[name] !== undefined);
  const [first = ''] = chosen;
  if (chosen.length !== 1) yield wrong(place);
  if (value[first] === null) yield wrong(place);
}

const inside = (place: Place, name: string): Place => ({
  ...place,
  path: `${place.path}.${name}`,
  name: place.named === 'member' ? name : place.name,
});

const wrong = ({ name }: Place): FieldProblem => ({ field: name, code: 'invalid_type' });

/** The client chose the name of an unknown member, so only a short word becomes part of a field. */
function unknownMember(place: Place, name: string): FieldProblem {
  if (!/^\w{1,100}$/.test(name)) return wrong(place);
  return { field: `${place.path}.${name}`, code: 'unknown_member' };
}

function isValid(value: unknown, type: GraphQLLeafType): boolean {
  try {
    return type.parseValue(value) !== undefined;
  } catch {
    return false;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
