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
import { inputSchema, namedValues } from './input-schema.js';

/**
 * The parameters of a route: the path, query and header parameters of its variables, and the shared
 * headers that its declaration implies, such as `If-Match` and `Idempotency-Key`. A mutation also
 * has the headers that identify the client.
 */
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

const LOCATIONS = ['path', 'query', 'header'] as const;

function boundParameter(
  variable: BoundVariable,
  { selected, variables }: CompiledRoute,
  components: Components,
): Schema[] {
  const { source, type, required, defaultValue } = variable;
  const location = LOCATIONS.find((it) => source.startsWith(`${it}.`));
  if (location === undefined) return [];
  const inputValue = inputValueOf(selected, variable.name);
  // A parameter is sent with a value or omitted; it is never null.
  const schema = inputSchema(new GraphQLNonNull(getNullableType(type)), 'snake', components);
  const fallback = defaultValue ? { default: valueFromASTUntyped(defaultValue) } : {};
  const aliases = location === 'query' ? aliasesOf(nameIn(source), queryNames(variables)) : [];
  return [
    {
      name: nameIn(source),
      in: location,
      ...explained({
        description: inputValue?.description ?? textOf(nameIn(source)),
        deprecationReason: inputValue?.deprecationReason,
      }),
      ...(location === 'path' || required ? { required: true } : {}),
      ...(isListType(getNullableType(type)) ? { style: 'form', explode: false } : {}),
      schema: {
        ...namedValues(
          nameIn(source),
          { ...schema, ...limitsOf(inputValue?.extensions) },
          components,
        ),
        ...fallback,
      },
      ...(aliases.length > 0 ? { 'x-compatibility-aliases': aliases } : {}),
    },
  ];
}

/** The names of the query parameters of a route; an alias must differ from them. */
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

/** An argument of a field, or a member of an input type. */
type InputValue = GraphQLArgument | GraphQLInputField;

/** The argument or input member of the root field that receives a variable; undefined if none. */
export function inputValueOf(
  { definition, root }: Selected,
  variable: string,
): InputValue | undefined {
  const [node] = definition.selectionSet.selections;
  if (node?.kind !== Kind.FIELD) return undefined;
  const [receiver] = (node.arguments ?? []).flatMap(({ name, value }) => {
    const argument = root.field.args.find((known) => known.name === name.value);
    return argument ? receiversIn(value, argument, variable) : [];
  });
  return receiver;
}

/**
 * The input values that receive the variable: `of`, which `value` fills, or members of it at any
 * depth.
 */
function receiversIn(value: ValueNode, of: InputValue, variable: string): InputValue[] {
  if (value.kind === Kind.VARIABLE) return value.name.value === variable ? [of] : [];
  const type = getNullableType(of.type);
  if (value.kind !== Kind.OBJECT || !isInputObjectType(type)) return [];
  const members = type.getFields();
  return value.fields.flatMap(({ name, value: inner }) => {
    const member = members[name.value];
    return member ? receiversIn(inner, member, variable) : [];
  });
}
