import type { RecordedExample, RecordedExamples } from '../examples-source.js';
import type { Schema } from './components.js';

type Recorded = Readonly<Record<string, RecordedExample>>;

/**
 * Adds the recorded examples of a route to its operation: to each parameter, to the request body
 * and to each response for which an example has a value.
 */
export function illustrated(operation: Schema, recorded: Recorded = {}): Schema {
  const { parameters, requestBody, responses } = operation;
  return {
    ...operation,
    ...(isList(parameters) ? { parameters: parameters.map(withValues(recorded)) } : {}),
    ...(isSchema(requestBody) ? { requestBody: withBodies(requestBody, recorded) } : {}),
    ...(isSchema(responses) ? { responses: withResponses(responses, recorded) } : {}),
  };
}

/**
 * Adds an example to a header parameter that many routes share: the first value that a recorded
 * request sends. Without such a value, the parameter stays unchanged.
 */
export function withFirstValue(parameter: Schema, all: RecordedExamples): Schema {
  const values = Object.values(all)
    .flatMap((recorded) => Object.values(recorded))
    .map(({ request }) => request.headers?.[String(parameter['name'])]);
  const example = values.find((value) => value !== undefined);
  return example === undefined ? parameter : { ...parameter, example };
}

const isList = (value: unknown): value is readonly Schema[] => Array.isArray(value);
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

const PLACES: Readonly<Record<string, 'path' | 'query' | 'headers'>> = {
  path: 'path',
  query: 'query',
  header: 'headers',
};

function withValues(recorded: Recorded) {
  return (parameter: Schema): Schema => {
    const place = PLACES[String(parameter['in'])];
    if (!place) return parameter;
    const name = String(parameter['name']);
    const examples = examplesOf(recorded, ({ request }) => request[place]?.[name], false);
    return { ...parameter, ...examples };
  };
}

function withBodies(requestBody: Schema, recorded: Recorded): Schema {
  return withContent(
    requestBody,
    examplesOf(recorded, ({ request }) => request.body),
  );
}

function withResponses(responses: Schema, recorded: Recorded): Schema {
  const entries = Object.entries(responses).map(([status, response]) => {
    const answered = Object.entries(recorded).filter(
      ([, example]) => String(example.response.status) === status,
    );
    const examples = examplesOf(Object.fromEntries(answered), (it) => it.response.body);
    return [status, isSchema(response) ? withContent(response, examples) : response];
  });
  return Object.fromEntries(entries);
}

/** The body types that can have examples; for a form, an example has the parts as members. */
const EXEMPLARY = ['application/json', 'multipart/form-data'];

/** Adds examples to the content of a body, if its type can have them. */
function withContent(body: Schema, examples: Schema): Schema {
  const { content } = body;
  if (!isSchema(content)) return body;
  const entries = Object.entries(content).map(([type, value]) => {
    const isExemplary = EXEMPLARY.includes(type) && isSchema(value);
    return [type, isExemplary ? { ...value, ...examples } : value];
  });
  return { ...body, content: Object.fromEntries(entries) };
}

/** The examples that have a value at a place; empty if no example has one. */
function examplesOf(
  recorded: Recorded,
  pick: (example: RecordedExample) => unknown,
  summarized = true,
): Schema {
  const examples = Object.entries(recorded).flatMap(([name, example]) => {
    const value = pick(example);
    const summary = summarized ? { summary: example.summary } : {};
    return value === undefined ? [] : [[name, { ...summary, value }]];
  });
  return examples.length > 0 ? { examples: Object.fromEntries(examples) } : {};
}
