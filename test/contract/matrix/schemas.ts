import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json } from '../../actors.js';
import { DOCUMENT, documented, type Operation, resolved } from './operations.js';

const ajv = new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false });
addFormats.default(ajv);
// Not a keyword of JSON Schema: it holds the targets of references.
ajv.addVocabulary(['components']);

const known = new Map<Json, ValidateFunction>();

/** The faults of a body according to its schema in the document; empty if it matches. */
export function faultsOf(schema: Json, body: Json): string[] {
  let validate = known.get(schema);
  if (!validate) {
    validate = ajv.compile({ ...schema, components: DOCUMENT.components });
    known.set(schema, validate);
  }
  validate(body);
  const faults = validate.errors ?? [];
  return [
    ...faults.map(({ instancePath, message }) => `${instancePath} ${message}`),
    ...undocumented(schema, body, ''),
  ];
}

/** The schema of a response; undefined if the document has none for its status. */
export function answerSchemaOf(operation: Operation, status: number): Json {
  const content = documented(operation).responses[status]?.content ?? {};
  return content[status < 400 ? 'application/json' : 'application/problem+json']?.schema;
}

/** Members that no schema names: response schemas do not forbid them. */
function undocumented(schemaOrRef: Json, value: Json, path: string): string[] {
  if (Array.isArray(value)) {
    const items = alternativesOf(schemaOrRef).map(({ items }) => items);
    return value.flatMap((item, index) => undocumented(join(items), item, `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const schemas = alternativesOf(schemaOrRef);
  // An object without a schema of its members can hold anything.
  if (schemas.every(({ properties }) => properties === undefined)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const named = schemas.map(({ properties }) => properties?.[name]).filter(Boolean);
    if (named.length === 0) return [`${path}.${name} is not documented`];
    return undocumented(join(named), member, `${path}.${name}`);
  });
}

/** The plain schemas that a schema consists of. */
function alternativesOf(schemaOrRef: Json): Json[] {
  const schema = resolved(schemaOrRef) ?? {};
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])];
  return [schema, ...parts.flatMap(alternativesOf)];
}

const join = (schemas: Json[]): Json => ({ anyOf: schemas.filter(Boolean) });
