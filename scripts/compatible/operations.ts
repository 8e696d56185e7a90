import { alternativesOf } from './alternatives.js';
import { follow, isObject, type JsonObject, listIn, objectIn, textIn } from './json.js';

/** An operation of a document, with the references of its own parts followed. */
export interface Operation {
  readonly id: string;
  /** Method and path, such as `GET /mods`. */
  readonly address: string;
  readonly stage: 'stable' | 'beta' | 'experimental';
  /** By place and name, such as `query limit`; the names of headers are in lower case. */
  readonly parameters: ReadonlyMap<string, JsonObject>;
  /** Null if it has none. */
  readonly body: JsonObject | null;
  readonly responses: ReadonlyMap<string, JsonObject>;
  /**
   * The ways to authenticate. Any one of them suffices. An empty list, or an empty object in it,
   * means that no credential is needed.
   */
  readonly security: readonly JsonObject[];
  /** The operation in the document. */
  readonly source: JsonObject;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Every operation of a document, by its operationId, or by its address without one. */
export function operationsOf(document: JsonObject): Map<string, Operation> {
  const operations = new Map<string, Operation>();
  for (const [path, item] of Object.entries(objectIn(document, 'paths'))) {
    const resolved = follow(document, item);
    for (const method of METHODS) {
      const source = objectIn(resolved, method);
      if (Object.keys(source).length === 0) continue;
      const address = `${method.toUpperCase()} ${path}`;
      const operation = operationOf(document, { address, source, shared: resolved });
      operations.set(operation.id, operation);
    }
  }
  return operations;
}

function operationOf(
  document: JsonObject,
  { address, source, shared }: { address: string; source: JsonObject; shared: unknown },
): Operation {
  const parameters = [...listIn(shared, 'parameters'), ...listIn(source, 'parameters')]
    .map((parameter) => follow(document, parameter))
    .filter(isObject);
  const body = follow(document, source['requestBody']);
  const security = 'security' in source ? source : document;
  return {
    id: textIn(source, 'operationId') ?? address,
    address,
    stage: stageOf(address, source),
    parameters: new Map(parameters.map((parameter) => [nameOf(parameter), parameter])),
    body: isObject(body) ? body : null,
    responses: new Map(
      [...followed(document, objectIn(source, 'responses'))].map(([status, response]) => [
        status,
        withErrorCodes(response),
      ]),
    ),
    security: listIn(security, 'security').filter(isObject),
    source,
  };
}

/** A response whose schema lists the codes that `x-error-codes` names beside it. */
function withErrorCodes(response: JsonObject): JsonObject {
  const codes = response['x-error-codes'];
  if (codes === undefined) return response;
  const listed = { type: 'object', properties: { code: { type: 'string', enum: codes } } };
  const content = Object.entries(objectIn(response, 'content')).map(([type, media]) => {
    const schema = { allOf: [objectIn(media, 'schema'), listed] };
    return [type, { ...(isObject(media) ? media : {}), schema }];
  });
  return { ...response, content: Object.fromEntries(content) };
}

function stageOf(address: string, source: JsonObject): Operation['stage'] {
  const stage = textIn(source, 'x-service-stage');
  if (stage === 'beta' || stage === 'experimental') return stage;
  return / \/beta\//.test(address) ? 'beta' : 'stable';
}

function nameOf(parameter: JsonObject): string {
  const place = textIn(parameter, 'in') ?? '';
  const name = textIn(parameter, 'name') ?? '';
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

/** The members of an object, with their references resolved. */
export function followed(document: JsonObject, members: JsonObject): Map<string, JsonObject> {
  return new Map(
    Object.entries(members).flatMap(([name, member]) => {
      const found = follow(document, member);
      return isObject(found) ? [[name, found] as const] : [];
    }),
  );
}

/** Whether a status is 4xx or 5xx. `default` and other texts are not. */
export function isError(status: string): boolean {
  return /^[45]/.test(status);
}

/** The error codes that an operation may return, each with its statuses. */
export function errorCodesOf(document: JsonObject, operation: Operation): Map<string, Set<string>> {
  const codes = new Map<string, Set<string>>();
  for (const [status, response] of operation.responses) {
    if (!isError(status)) continue;
    for (const media of Object.values(objectIn(response, 'content'))) {
      for (const code of codesIn(document, objectIn(media, 'schema'))) {
        codes.set(code, (codes.get(code) ?? new Set()).add(status));
      }
    }
  }
  return codes;
}

function codesIn(document: JsonObject, schema: JsonObject): string[] {
  return alternativesOf(document, schema)
    .flatMap(({ properties }) => alternativesOf(document, properties.get('code') ?? false))
    .flatMap(({ values }) => values ?? [])
    .map(String);
}
