// Writes the methods of the operations. The kept generator makes the models only: its client sends null for
// absent members, and throws for unknown values.

const pascal = (text) =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, one) => one.toUpperCase());
const camel = (text) => pascal(text).replace(/^./, (one) => one.toLowerCase());
const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const RESERVED = new Set([
  'namespace',
  'object',
  'params',
  'ref',
  'string',
  'default',
  'event',
  'base',
]);

/** POST operations that change nothing, so that a client may repeat them without a key. */
const READS = new Set([
  'resolveInstallPlan',
  'validateUploadRequest',
  'lookupArtifacts',
  'checkUpdates',
]);

/**
 * The text of the partial class: a method for each operation, and another one that reads all pages
 * of a list. Multipart operations are written by hand. `prepared` is the result of `prepare`.
 */
export function writeOperations(document, prepared) {
  const methods = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]?.operationId)
      // Its body has two parts; it is written by hand.
      .filter((method) => !item[method].requestBody?.content['multipart/form-data'])
      .flatMap((method) => methodsOf(document, prepared, path, method, item[method])),
  );
  return `using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Modport.Models;
using Newtonsoft.Json.Linq;

namespace Modport
{
    public sealed partial class ModportClient
    {
${methods.join('\n')}    }
}
`;
}

/**
 * The text of the methods that are written by hand and return models: a template whose names of models are
 * those of the document.
 */
export function writeHelpers(template, { operations, schemas }) {
  const named = (schema) => {
    const ref = schema.$ref ?? schema.allOf[0].$ref;
    return ref.slice(ref.lastIndexOf('/') + 1);
  };
  const member = (name, key) => schemas[name].properties[key];
  const plan = named(member(operations.resolveInstallPlan.response, 'data'));
  const updates = named(member(operations.checkUpdates.response, 'data'));
  const names = {
    InstallPlan: plan,
    PlanConflict: named(member(plan, 'conflicts').items),
    UpdateItem: named(member(updates, 'items').items),
    MediaResponse: operations.addModMedia.response,
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => names[name]);
}

function methodsOf(document, { operations, schemas }, path, method, operation) {
  const parameters = (operation.parameters ?? []).map((one) => resolved(document, one));
  const { body, response } = operations[operation.operationId];
  const facts = {
    path,
    method: method.toUpperCase(),
    operation,
    parameters,
    body,
    type: response ?? 'JObject',
    path_: parameters.filter((one) => one.in === 'path'),
    query: parameters.filter((one) => one.in === 'query'),
    takesKey: parameters.some((one) => one.name === 'Idempotency-Key'),
    needsMatch: parameters.some((one) => one.name === 'If-Match'),
  };
  const item = itemOf(schemas, response);
  const hasPages = facts.query.some((one) => one.name === 'cursor') && item !== null;
  return hasPages ? [callOf(facts), pagesOf(facts, item)] : [callOf(facts)];
}

function callOf(facts) {
  const { operation, method, body, type, takesKey, needsMatch } = facts;
  const all = [...argumentsOf(facts), 'CallOptions options = null', CANCELLATION];
  const match = needsMatch ? '            RequireMatch(options);\n' : '';
  return `${commentOf(facts)}        public Task<ApiResponse<${type}>> ${pascal(operation.operationId)}Async(
            ${all.join(',\n            ')})
        {
${match}            var call = new ApiCall
            {
                Method = "${method}",
                Path = ${pathOf(facts)},
${facts.query.length > 0 ? `                Query = ${queryOf(facts)},\n` : ''}${body ? `                Body = ${nameOfBody},\n` : ''}${takesKey ? '                TakesKey = true,\n' : ''}${READS.has(operation.operationId) ? '                IsRead = true,\n' : ''}                Options = options,
            };
            return transport.CallAsync<${type}>(call, cancellationToken);
        }
`;
}

function pagesOf(facts, item) {
  const { operation, query } = facts;
  const filters = { ...facts, query: query.filter(({ name }) => name !== 'cursor') };
  const name = pascal(operation.operationId);
  const passed = [...facts.path_, ...filters.query].map(
    ({ name: one }) => `${argument(one)}: ${argument(one)}`,
  );
  return `        /// <summary>All entries of <see cref="${name}Async"/>, page by page.</summary>
        public PageReader<${item}> ${name}Pages(${argumentsOf(filters).join(', ')})
        {
            return new PageReader<${item}>(async (cursor, cancellationToken) =>
            {
                ApiResponse<${facts.type}> page = await ${name}Async(${[...passed, 'cursor: cursor', 'cancellationToken: cancellationToken'].join(', ')}).ConfigureAwait(false);
                return new Page<${item}>(page.Body.Data, page.Body.Pagination?.NextCursor);
            });
        }
`;
}

const CANCELLATION = 'CancellationToken cancellationToken = default(CancellationToken)';
const nameOfBody = 'body';

function argumentsOf({ path_, query, body, operation }) {
  const isFree = body && !operation.requestBody?.required;
  return [
    ...path_.map(({ name }) => `string ${argument(name)}`),
    ...query.filter((one) => one.required).map((one) => `${typeOf(one)} ${argument(one.name)}`),
    ...(body ? [`${body} body${isFree ? ' = null' : ''}`] : []),
    ...query
      .filter((one) => !one.required)
      .map((one) => `${typeOf(one)} ${argument(one.name)} = null`),
  ];
}

function typeOf({ schema }) {
  if (schema.type === 'array') return 'IEnumerable<string>';
  return schema.type === 'integer' ? 'int?' : 'string';
}

function argument(name) {
  const text = camel(name);
  return RESERVED.has(text) ? `@${text}` : text;
}

function pathOf({ path }) {
  const parts = path
    .split(/\{([^}]+)\}/)
    .map((part, at) => (at % 2 === 0 ? `"${part}"` : `Segment(${argument(part)})`));
  return parts.filter((part) => part !== '""').join(' + ');
}

function queryOf({ query }) {
  const pairs = query.map(({ name, schema }) => {
    const value =
      schema.type === 'array'
        ? `Joined(${argument(name)})`
        : schema.type === 'integer'
          ? `Number(${argument(name)})`
          : argument(name);
    return `Pair("${name}", ${value})`;
  });
  return `new List<KeyValuePair<string, string>> { ${pairs.join(', ')} }`;
}

function commentOf({ operation, parameters, method, path, body }) {
  const line = (text) => escaped(text.replaceAll(/\s+/g, ' ').trim());
  const stage = operation['x-service-stage'] === 'beta' ? ' Beta: it may still change.' : '';
  const told = parameters.filter((one) => one.in === 'path' || one.in === 'query');
  const obsolete = operation.deprecated ? '        [Obsolete("Deprecated in the API.")]\n' : '';
  return [
    `        /// <summary><c>${method} ${path}</c>: ${line(operation.summary ?? '')}.${stage}</summary>\n`,
    operation.description ? `        /// <remarks>${line(operation.description)}</remarks>\n` : '',
    ...told.map(
      (one) =>
        `        /// <param name="${camel(one.name)}">${line(one.description ?? `The parameter ${one.name}.`)}</param>\n`,
    ),
    body ? '        /// <param name="body">The body of the request.</param>\n' : '',
    '        /// <param name="options">Headers of this call, or null.</param>\n',
    '        /// <param name="cancellationToken">Ends the call.</param>\n',
    obsolete,
  ].join('');
}

/** The C# type of one entry of a list, or null for a response without pagination. */
function itemOf(schemas, response) {
  const { data, pagination } = schemas[response]?.properties ?? {};
  if (!pagination || data?.type !== 'array') return null;
  const ref = data.items.$ref ?? data.items.allOf?.[0].$ref;
  return ref ? ref.slice(ref.lastIndexOf('/') + 1) : 'JToken';
}

function resolved(document, one) {
  if (!one.$ref) return { ...one, schema: plain(document, one.schema) };
  return resolved(document, document.components.parameters[one.$ref.split('/').pop()]);
}

function plain(document, schema) {
  if (!schema?.$ref) return schema ?? {};
  return plain(document, document.components.schemas[schema.$ref.split('/').pop()]);
}
