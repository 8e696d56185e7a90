import {
  type GraphQLArgument,
  type GraphQLInputField,
  GraphQLNonNull,
  getNullableType,
  isInputObjectType,
  isListType,
  Kind,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { aliasesOf } from '../aliases.js';
import type { CompiledRoute } from '../compile-route.js';
import type { Selected } from '../selection.js';
import { type BoundVariable, nameIn } from '../variables.js';
import { type Components, explained, limitsOf, type Schema } from './components.js';
import { inputSchema } from './input-schema.js';

/** The parameters of a route: the sources of its variables, and those of its flags. */
export function parametersOf(compiled: CompiledRoute, components: Components): Schema[] {
  const { route, operation, variables } = compiled;
  const bound = variables.flatMap((variable) => boundParameter(variable, compiled, components));
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
  { selected, variables }: CompiledRoute,
  components: Components,
): Schema[] {
  const { source, type, required, defaultValue } = variable;
  const place = PLACES.find((kind) => source.startsWith(`${kind}.`));
  if (place === undefined) return [];
  const passed = placeOf(selected, variable.name);
  // A parameter is sent with a value or omitted; it is never null.
  const schema = inputSchema(new GraphQLNonNull(getNullableType(type)), 'snake', components);
  const fallback = defaultValue ? { default: valueFromASTUntyped(defaultValue) } : {};
  const aliases = place === 'query' ? aliasesOf(nameIn(source), queryNames(variables)) : [];
  return [
    {
      name: nameIn(source),
      in: place,
      ...explained({
        description: passed?.description ?? textOf(nameIn(source)),
        deprecationReason: passed?.deprecationReason,
      }),
      ...(place === 'path' || required ? { required: true } : {}),
      ...(isListType(getNullableType(type)) ? { style: 'form', explode: false } : {}),
      schema: { ...schema, ...limitsOf(passed?.extensions), ...fallback },
      ...(aliases.length > 0 ? { 'x-compatibility-aliases': aliases } : {}),
    },
  ];
}

const queryNames = (variables: readonly BoundVariable[]): ReadonlySet<string> =>
  new Set(
    variables
      .filter(({ source }) => source.startsWith('query.'))
      .map(({ source }) => nameIn(source)),
  );

/** The description of parameters such as `mod_id` and `game_slug`, derived from their name. */
function textOf(name: string): string | undefined {
  const [, noun = '', kind] = /^(.+)_(id|slug)$/.exec(name) ?? [];
  return kind && `The ${kind} of the ${noun.replaceAll('_', ' ')}.`;
}

type Place = GraphQLArgument | GraphQLInputField;

/** The argument, or the input member, that gets the value of a variable. */
function placeOf({ definition, root }: Selected, variable: string): Place | undefined {
  const [node] = definition.selectionSet.selections;
  if (node?.kind !== Kind.FIELD) return undefined;
  const [place] = (node.arguments ?? []).flatMap(({ name, value }) => {
    const argument = root.field.args.find((known) => known.name === name.value);
    return argument ? placesOf(variable, argument, value) : [];
  });
  return place;
}

/** The positions of a variable in the value of an argument. */
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
