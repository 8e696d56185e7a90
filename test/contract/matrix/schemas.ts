import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json } from '../../actors.js';
import { DOCUMENT, documented, type Operation, resolved } from './operations.js';

const ajv = new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false });
addFormats.default(ajv);
// The service sends only values that the document names, although clients must expect others.
ajv.addKeyword({
  keyword: 'x-extensible-enum',
  validate: (known: readonly string[], value: unknown) => known.some((one) => one === value),
});

/** A schema of the document for the validator, in which each component has a name of its own. */
const named = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"component:'));

// Each component is compiled once, not again with each schema that refers to it.
for (const [name, schema] of Object.entries(DOCUMENT.components.schemas)) {
  ajv.addSchema(named(schema), `component:${name}`);
}

const known = new Map<Json, ValidateFunction>();

/** The faults of a body according to its schema in the document; empty if it matches. */
export function faultsOf(schema: Json, body: Json): string[] {
  let validate = known.get(schema);
  if (!validate) {
    validate = ajv.compile(named(schema));
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
    const members = schemas.map(({ properties }) => properties?.[name]).filter(Boolean);
    if (members.length === 0) return [`${path}.${name} is not documented`];
    return undocumented(join(members), member, `${path}.${name}`);
  });
}

/** The plain schemas that a schema consists of. */
function alternativesOf(schemaOrRef: Json): Json[] {
  const schema = resolved(schemaOrRef) ?? {};
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])];
  return [schema, ...parts.flatMap(alternativesOf)];
}

const join = (schemas: Json[]): Json => ({ anyOf: schemas.filter(Boolean) });
