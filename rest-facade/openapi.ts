import type { CompiledRoute } from './compile-route.js';
import type { RecordedExamples } from './examples-source.js';
import {
  type Components,
  createComponents,
  described,
  limitsOf,
  pascalCase,
  type Schema,
} from './openapi/components.js';
import { illustrated, withFirstValue } from './openapi/examples.js';
import { inputSchema, limited } from './openapi/input-schema.js';
import { INTRODUCTION, TAGS } from './openapi/introduction.js';
import { noticesOf, withDeprecationHeaders } from './openapi/notices.js';
import { inputValueOf, parametersOf } from './openapi/parameters.js';
import { problemExamples } from './openapi/problem-examples.js';
import { problemRef, problemResponses } from './openapi/problem-responses.js';
import { SECURITY_SCHEMES, securityOf } from './openapi/security.js';
import { SHARED_HEADERS, SHARED_PARAMETERS } from './openapi/shared.js';
import { successResponses } from './openapi/success-responses.js';
import { webhooksOf } from './openapi/webhooks.js';
import type { FormRule } from './route.js';
import { type BoundVariable, nameIn } from './variables.js';

/** When the identity headers are required, for the description of each write (Spec 5.5). */
const IDENTITY =
  'With a credential, `User-Agent` must name the client as `Name/Version (+web or e-mail address)`. ' +
  'A personal access token or an API key also requires `X-Service-Client` and ' +
  '`X-Service-Client-Version`. Otherwise the response is 400 `invalid_client_identity`.';

/** The contract release that the document describes (Spec 9). */
export const CONTRACT_RELEASE = '1.0.0-foundation';

const SERVERS = [
  {
    url: '/v1',
    description: 'Below the address of the service, at which this document is `/v1/openapi.json`.',
  },
  {
    url: '/api/v1',
    description: 'For compatibility: the same API, also with former parameter names.',
  },
];

/**
 * Builds the OpenAPI 3.1 document of the compiled routes. It comes from their declarations, the
 * GraphQL schema, the registries and the recorded examples. The same arguments always give the same
 * JSON.
 */
export function buildOpenApi(
  routes: readonly CompiledRoute[],
  examples: RecordedExamples = {},
): Schema {
  const components = createComponents();
  problemRef(components);
  const paths = pathsOf(routes, components, examples);
  const tags = [...new Set(routes.map(({ route }) => route.tag))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'modport',
      version: CONTRACT_RELEASE,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: SERVERS,
    tags: tags.map(tagOf),
    paths,
    webhooks: webhooksOf(components),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: Object.fromEntries(
        Object.entries(SHARED_PARAMETERS).map(([name, parameter]) => [
          name,
          withFirstValue(parameter, examples),
        ]),
      ),
      headers: SHARED_HEADERS,
      examples: problemExamples(routes.map(({ refusals }) => refusals)),
      schemas: components.all(),
    },
  };
}

function tagOf(name: string): Schema {
  const tag = TAGS[name];
  if (!tag) return { name };
  return {
    name,
    description: tag.description,
    externalDocs: { description: 'Guide', url: tag.guide },
  };
}

/** The operations by path and method. */
function pathsOf(
  routes: readonly CompiledRoute[],
  components: Components,
  examples: RecordedExamples,
): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const compiled of routes) {
    const { path, method } = compiled.route;
    const operation = illustrated(
      operationOf(compiled, components),
      examples[compiled.operationId],
    );
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return paths;
}

function operationOf(compiled: CompiledRoute, components: Components): Schema {
  const { operationId, route, refusals } = compiled;
  const parameters = parametersOf(compiled, components);
  const requestBody = requestBodyOf(compiled, components);
  return {
    operationId,
    tags: [route.tag],
    summary: route.summary,
    ...described(describedWrite(compiled)),
    ...noticesOf(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: withDeprecationHeaders(route, {
      ...successResponses(compiled, components),
      ...problemResponses(refusals),
    }),
    security: securityOf(compiled),
  };
}

/** The description of an operation; for a write, it says when the client must identify itself. */
function describedWrite({ route, operation }: CompiledRoute): string | undefined {
  if (operation.kind !== 'mutation') return route.description;
  return [route.description, IDENTITY].filter(Boolean).join(' ');
}

function requestBodyOf(
  { operationId, route, variables, selected }: CompiledRoute,
  components: Components,
): Schema | null {
  const { body } = route;
  if (!body) return null;
  const whole = variables.find(({ source }) => source === 'body');
  const parts = variables.filter(({ source }) => source.startsWith('body.'));
  const schema = whole
    ? inputSchema(whole.type, body.names, components)
    : components.ref(`${pascalCase(operationId)}Input`, `body of ${operationId}`, () =>
        membersSchema(parts, ({ name, type }) =>
          limited(
            inputSchema(type, body.names, components),
            limitsOf(inputValueOf(selected, name)?.extensions),
          ),
        ),
      );
  const json = { 'application/json': { schema } };
  const content = body.form ? formContent(operationId, body.form, schema, components) : json;
  return { required: !body.optional, content };
}

/** A form as OpenAPI 3.1 describes it: its parts as members, with their media types. */
function formContent(
  operationId: string,
  { file, metadata }: FormRule,
  schema: Schema,
  components: Components,
): Schema {
  const bytes = { type: 'string', format: 'binary', maxLength: file.limitBytes };
  const form = {
    type: 'object',
    properties: { [metadata]: schema, [file.part]: bytes },
    required: [metadata, file.part],
    additionalProperties: false,
  };
  const encoding = {
    [metadata]: { contentType: 'application/json' },
    [file.part]: { contentType: file.types.join(', ') },
  };
  const name = `${pascalCase(operationId)}Form`;
  const named = components.ref(name, `form of ${operationId}`, () => form);
  return { 'multipart/form-data': { schema: named, encoding } };
}

function membersSchema(
  parts: readonly BoundVariable[],
  schemaOf: (part: BoundVariable) => Schema,
): Schema {
  const required = parts.filter((part) => part.required).map(({ source }) => nameIn(source));
  return {
    type: 'object',
    properties: Object.fromEntries(parts.map((part) => [nameIn(part.source), schemaOf(part)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}
