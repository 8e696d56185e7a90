import { getNamedType } from 'graphql';
import { type CompiledRoute, compileRoutes } from '../../../rest-facade/compile-route.js';
import { parameterNames } from '../../../rest-facade/matcher.js';
import { buildOpenApi } from '../../../rest-facade/openapi.js';
import { readOperations } from '../../../rest-facade/operations-source.js';
import { routes } from '../../../rest-facade/routes/index.js';
import { compileOperations } from '../../../src/graphql/compile-operations.js';
import { buildDomainSchema } from '../../../src/graphql/index.js';
import type { Json } from '../../actors.js';

/** An operation of the routes table, compiled as in the service. */
export type Operation = CompiledRoute;

const schema = buildDomainSchema();
const compile = (source: string) => compileOperations(schema, source);

/** All operations of the service; new ones appear here by themselves. */
export const OPERATIONS: readonly Operation[] = compileRoutes(
  { schema, compile },
  routes,
  readOperations(),
);

/** The OpenAPI document of the same routes. */
export const DOCUMENT: Json = JSON.parse(JSON.stringify(buildOpenApi(OPERATIONS)));

/** The OpenAPI object of an operation. */
export function documented({ route }: Operation): Json {
  return DOCUMENT.paths[route.path][route.method.toLowerCase()];
}

/** A schema of the document, with its reference resolved. */
export function resolved(schemaOrRef: Json): Json {
  const name = schemaOrRef?.$ref?.split('/').at(-1);
  return name === undefined ? schemaOrRef : resolved(DOCUMENT.components.schemas[name]);
}

/** The JSON schema of an operation's body, also within a form; null if it takes no body. */
export function bodySchemaOf(operation: Operation): Json {
  const { form } = operation.route.body ?? {};
  const { content } = documented(operation).requestBody ?? {};
  const schema = form
    ? resolved(content['multipart/form-data'].schema).properties[form.metadata]
    : (content?.['application/json'].schema ?? null);
  // An optional body can also be null.
  return resolved(schema?.anyOf?.[0] ?? schema);
}

/** The parameters of a path; `isId` tells ids from other names. */
export function pathPlacesOf({ route, variables }: Operation): { name: string; isId: boolean }[] {
  return parameterNames(route.path).map((name) => {
    const variable = variables.find(({ source }) => source === `path.${name}`);
    return { name, isId: variable !== undefined && getNamedType(variable.type).name === 'ID' };
  });
}
