// Prepares the API document for the generator of the models: every object has a name, and each schema
// says one thing in the terms of OpenAPI 3.0, which the generator knows best.

const LOCALIZED = 'LocalizedText';
const pascal = (text) =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first) => first.toUpperCase());
const nameIn = (ref) => ref.slice(ref.lastIndexOf('/') + 1);
const refTo = (name) => ({ $ref: `#/components/schemas/${name}` });

/** The members of a schema that say something to a reader of the models. */
const TEXTS = ['description', 'deprecated', 'enum', 'format', 'pattern'];

/**
 * The schemas of the models by name; the names of the object models that requests contain; and for
 * each operation the model names of its body and of its response, null if it has none.
 */
export function prepare(document) {
  const sources = document.components.schemas;
  const schemas = {};

  /** Adds a named schema once. */
  function add(name, schema) {
    if (schemas[name]) return;
    schemas[name] = {};
    Object.assign(schemas[name], isText(schema) ? textOf(schema) : objectOf(name, schema));
  }

  function objectOf(name, schema) {
    const properties = {};
    for (const [key, member] of Object.entries(schema.properties ?? {})) {
      properties[key] = convert(member, name + pascal(key));
    }
    const described = schema.description ? { description: schema.description } : {};
    return { type: 'object', ...described, properties, required: schema.required ?? [] };
  }

  /** One use of a schema: a reference, or a type without alternatives. */
  function convert(schema, name) {
    const { kept, isNullable } = withoutNull(schema);
    const result = typeOf(kept, name);
    const texts = { ...only(result.$ref ? schema : kept, ['description', 'deprecated']) };
    if (!result.$ref) return { ...result, ...texts, ...(isNullable ? { nullable: true } : {}) };
    const plain = Object.keys(texts).length === 0 && !isNullable;
    return plain
      ? result
      : { allOf: [result], ...texts, ...(isNullable ? { nullable: true } : {}) };
  }

  function typeOf(schema, name) {
    if (schema.$ref) return reference(nameIn(schema.$ref));
    const parts = schema.anyOf ?? schema.oneOf;
    if (parts) return parts.some(isString) && parts.some(isMap) ? refTo(LOCALIZED) : {};
    if (schema.allOf?.length === 1 && !schema.properties) return typeOf(schema.allOf[0], name);
    if (schema.type === 'array') return { type: 'array', items: convert(schema.items ?? {}, name) };
    if (schema.properties) {
      add(name, schema);
      return refTo(name);
    }
    if (schema.type === 'object') {
      const { additionalProperties: values } = schema;
      const isTyped = typeof values === 'object' && Object.keys(values).length > 0;
      return isTyped
        ? { type: 'object', additionalProperties: convert(values, `${name}Value`) }
        : {};
    }
    return schema.type ? { type: schema.type, ...only(schema, ['format']) } : {};
  }

  /**
   * Named objects, and named texts with known values, get a model of their own. Other named
   * schemas, such as alternatives and plain texts, are written out at each use.
   */
  function reference(name) {
    const source = sources[name];
    const { kept } = withoutNull(source);
    if (kept.properties || isText(kept)) {
      add(name, source);
      return refTo(name);
    }
    return typeOf(kept, name);
  }

  const isString = (schema) => resolved(schema).type === 'string';
  const isMap = (schema) => Boolean(resolved(schema).additionalProperties);
  const resolved = (schema) => (schema.$ref ? resolved(sources[nameIn(schema.$ref)]) : schema);
  const content = (of) => of?.content?.['application/json']?.schema;
  const form = (of) => of?.content?.['multipart/form-data']?.schema;
  const metadata = (of) => (form(of) ? resolved(form(of)).properties.metadata : undefined);

  const operations = {};
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item).filter((one) => one?.operationId)) {
      const name = pascal(operation.operationId);
      const success = Object.entries(operation.responses)
        .filter(([status]) => status >= 200 && status < 300)
        .map(([, response]) => content(response))
        .find(Boolean);
      operations[operation.operationId] = {
        body: nameOf(
          content(operation.requestBody) ?? metadata(operation.requestBody),
          `${name}Input`,
        ),
        response: nameOf(success, `${name}Response`),
      };
    }
  }
  for (const { post } of Object.values(document.webhooks ?? {})) nameOf(content(post.requestBody));
  // A program that reads raw documents wants these too.
  for (const [name, schema] of Object.entries(sources)) {
    if (schema.properties?.file?.format === 'binary') continue;
    if (schema.properties || isText(schema)) add(name, schema);
  }

  function nameOf(schema, name) {
    if (!schema) return null;
    const type = typeOf(withoutNull(schema).kept, name);
    return type.$ref ? nameIn(type.$ref) : null;
  }

  const requests = reachable(
    schemas,
    Object.values(operations).map(({ body }) => body),
  );
  // Written by hand: a text, or a text for each language.
  schemas[LOCALIZED] = { type: 'object', properties: { en: { type: 'string' } } };
  for (const [name, schema] of Object.entries(schemas)) {
    if (!requests.has(name)) markOptional(schema);
  }
  return { schemas, requests, operations };
}

const only = (schema, names) =>
  Object.fromEntries(names.filter((name) => name in schema).map((name) => [name, schema[name]]));
/** The known values of a text, whether others may follow or not; or undefined. */
const valuesOf = (schema) => schema.enum ?? schema['x-extensible-enum'];
const isText = (schema) => Boolean(valuesOf(schema));
const textOf = (schema) => ({
  type: 'string',
  ...only(schema, TEXTS),
  enum: valuesOf(schema).filter((one) => one !== null),
});

/** The schema without its alternative `null`, and whether there was one. */
function withoutNull(schema) {
  if (Array.isArray(schema.type)) {
    const [type, ...others] = schema.type.filter((one) => one !== 'null');
    const isNullable = schema.type.includes('null');
    const { type: _, ...rest } = schema;
    return { kept: others.length === 0 ? { ...rest, type } : rest, isNullable };
  }
  for (const key of ['anyOf', 'oneOf']) {
    const parts = schema[key]?.filter((one) => one.type !== 'null');
    if (!parts || parts.length === schema[key].length) continue;
    const { [key]: _, ...rest } = schema;
    const inner = parts.length === 1 ? withoutNull(parts[0]).kept : { [key]: parts };
    return { kept: { ...inner, ...only(rest, ['description', 'deprecated']) }, isNullable: true };
  }
  return { kept: schema, isNullable: false };
}

/** In a response, a missing member reads as null: so its type has to allow null. */
function markOptional({ properties = {}, required = [] }) {
  for (const [key, member] of Object.entries(properties)) {
    if (required.includes(key)) continue;
    if (member.$ref) properties[key] = { allOf: [member], nullable: true };
    else member.nullable = true;
  }
}

/** The names of these schemas and of all that they contain, except texts. */
function reachable(schemas, names) {
  const found = new Set();
  const visit = (name) => {
    if (!name || found.has(name) || !schemas[name] || schemas[name].enum) return;
    found.add(name);
    for (const [, ref] of JSON.stringify(schemas[name]).matchAll(/"\$ref":"[^"]*\/([^"/]+)"/g))
      visit(ref);
  };
  names.forEach(visit);
  return found;
}
