import {
  type GraphQLArgument,
  type GraphQLInputField,
  GraphQLNonNull,
  getNullableType,
  isInputObjectType,
  Kind,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import type { CompiledRoute } from '../compile-route.js';
import type { Selected } from '../selection.js';
import { type BoundVariable, nameIn } from '../variables.js';
import { type Components, described, type Schema } from './components.js';
import { inputSchema } from './input-schema.js';

/** The parameters of a route: those that its variables come from, and those of its flags. */
export function parametersOf(compiled: CompiledRoute, components: Components): Schema[] {
  const { route, operation, variables } = compiled;
  const bound = variables.flatMap((variable) =>
    boundParameter(variable, compiled.selected, components),
  );
  const named: readonly [boolean, string][] = [
    [route.cache === 'public', 'IfNoneMatch'],
    [route.idempotency === 'required', 'IdempotencyKey'],
    [route.idempotency === 'optional', 'OptionalIdempotencyKey'],
    [route.precondition === 'required', 'IfMatch'],
    [operation.kind === 'mutation', 'UserAgent'],
    [operation.kind === 'mutation', 'ServiceClient'],
    [operation.kind === 'mutation', 'ServiceClientVersion'],
  ];
  const shared = named.filter(([applies]) => applies).map(([, name]) => name);
  return [...bound, ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` }))];
}

const PLACES = ['path', 'query', 'header'] as const;

function boundParameter(
  variable: BoundVariable,
  selected: Selected,
  components: Components,
): Schema[] {
  const { source, type, required, defaultValue } = variable;
  const place = PLACES.find((kind) => source.startsWith(`${kind}.`));
  if (place === undefined) return [];
  // A parameter is sent with a value or left out; it is never null.
  const schema = inputSchema(new GraphQLNonNull(getNullableType(type)), 'snake', components);
  const fallback = defaultValue ? { default: valueFromASTUntyped(defaultValue) } : {};
  return [
    {
      name: nameIn(source),
      in: place,
      ...described(descriptionOf(selected, variable.name)),
      ...(place === 'path' || required ? { required: true } : {}),
      schema: { ...schema, ...fallback },
    },
  ];
}

/** What the schema says of the argument, or the input member, that a variable is passed to. */
function descriptionOf({ definition, root }: Selected, variable: string): string | undefined {
  const [node] = definition.selectionSet.selections;
  if (node?.kind !== Kind.FIELD) return undefined;
  const passed = (node.arguments ?? []).flatMap(({ name, value }) => {
    const argument = root.field.args.find((known) => known.name === name.value);
    return argument ? placesOf(variable, argument, value) : [];
  });
  return passed.find(({ description }) => description)?.description ?? undefined;
}

type Place = GraphQLArgument | GraphQLInputField;

/** Where a variable stands in the value of an argument. */
function placesOf(variable: string, place: Place, value: ValueNode): Place[] {
  if (value.kind === Kind.VARIABLE) return value.name.value === variable ? [place] : [];
  const type = getNullableType(place.type);
  if (value.kind !== Kind.OBJECT || !isInputObjectType(type)) return [];
  const members = type.getFields();
  return value.fields.flatMap(({ name, value: inner }) => {
    const member = members[name.value];
    return member ? placesOf(variable, member, inner) : [];
  });
}
