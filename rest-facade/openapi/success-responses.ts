import { GraphQLNonNull, getNamedType, getNullableType } from 'graphql';
import type { CompiledRoute } from '../compile-route.js';
import { statusesOf } from '../reply.js';
import { fieldsBelow, type Selected, type SelectedField } from '../selection.js';
import { type Components, nameOf, objectOf, pascalCase, type Schema } from './components.js';
import { outputSchema } from './output-schema.js';
import { RATE_HEADERS } from './shared.js';

const MEANINGS: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted; poll the address in `Location`.',
  204: 'Done; there is no body.',
};

/**
 * The responses of a route without an error, by status. A route with a public cache also has 304.
 */
export function successResponses(
  compiled: CompiledRoute,
  components: Components,
): Record<string, Schema> {
  const { reply, cache } = compiled.route;
  const schema = bodySchema(compiled, components);
  const content = schema ? { content: { 'application/json': { schema } } } : {};
  const responses = [...statusesOf(reply)].sort().map((status) => {
    const hasNothingToPoll = status === 202 && reply.location === undefined;
    const description = hasNothingToPoll ? 'Accepted.' : (MEANINGS[status] ?? 'Done.');
    return [String(status), { description, headers: headersOf(compiled, status), ...content }];
  });
  const unchanged = {
    description: 'Unchanged since the `ETag` in `If-None-Match`.',
    headers: headersOf(compiled, 304),
  };
  return Object.fromEntries(cache === 'public' ? [...responses, ['304', unchanged]] : responses);
}

function headersOf({ route, selected }: CompiledRoute, status: number): Schema {
  const { reply, cache } = route;
  const fields = fieldsBelow(selected, selected.root).flat();
  const tagged = cache === 'public' || fields.some(({ key }) => key === '_etag');
  const further = Object.keys(reply.headers).map((name) => [name, { schema: { type: 'string' } }]);
  return {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    ...RATE_HEADERS,
    ...(tagged ? { ETag: { $ref: '#/components/headers/ETag' } } : {}),
    ...(reply.location && status !== 200
      ? { Location: { $ref: '#/components/headers/Location' } }
      : {}),
    ...Object.fromEntries(further),
  };
}

function bodySchema({ route, selected }: CompiledRoute, components: Components): Schema | null {
  const { shape, beside } = route.reply;
  if (shape === 'none') return null;
  const at = (path: string) => schemaAt(selected, path, components);
  const isList = shape === 'list';
  const envelope: Record<string, Schema> = isList
    ? { data: at('items'), pagination: at('pagination') }
    : { data: at('') };
  const resource = nameOf(envelope['data']?.['items'] ?? envelope['data']);
  if (!resource) throw new Error('the data of an envelope has a name');
  const typeName = getNamedType(selected.root.field.type).name;
  for (const [to, from] of Object.entries(beside)) {
    nest(envelope, to.split('.'), at(from), typeName, components);
  }
  const name = `${resource}${isList ? 'Page' : 'Response'}`;
  return components.ref(name, JSON.stringify(envelope), () => objectOf(envelope));
}

/**
 * The schema of the selection at a path; that of the root field for an empty path. Empty for a path
 * into a scalar.
 */
function schemaAt(selected: Selected, path: string, components: Components): Schema {
  let field: SelectedField | undefined = selected.root;
  for (const key of path === '' ? [] : path.split('.')) {
    field =
      field &&
      fieldsBelow(selected, field)
        .flat()
        .find((below) => below.key === key);
  }
  if (!field) return {};
  // A null root returns 404, so a success response always has a value.
  const { type } = field.field;
  const sent = path === '' ? new GraphQLNonNull(getNullableType(type)) : type;
  return outputSchema(selected, field, components, sent);
}

/**
 * Adds a schema at a path of member names, and creates the objects on the way, each named after its
 * owner and its member.
 */
function nest(
  into: Record<string, Schema>,
  [key = '', ...rest]: readonly string[],
  schema: Schema,
  owner: string,
  components: Components,
): void {
  if (rest.length === 0) {
    into[key] = schema;
    return;
  }
  const name = `${owner}${pascalCase(key)}`;
  const inner: Record<string, Schema> = {};
  nest(inner, rest, schema, name, components);
  into[key] = components.ref(name, JSON.stringify(inner), () => objectOf(inner));
}
