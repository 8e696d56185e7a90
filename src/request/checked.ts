import { Extensions } from 'type-graphql';
import { z } from 'zod';
import { type ErrorCode, type FieldProblem, problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';

/**
 * Validates an input against its schema and returns it typed. Throws the given code
 * (`invalid_input`, `invalid_metadata`, …), which must allow `fields`. The problem lists every
 * fault, up to `LIMITS.fieldProblems`, with its path and a stable code.
 */
export function checked<S extends z.ZodType>(
  schema: S,
  input: unknown,
  code: ErrorCode = 'invalid_input',
): z.output<S> {
  // Without the input, an issue does not distinguish a wrong type from a missing value.
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  const fields = fieldProblems(result.error.issues);
  throw problem(code, { fields: fields.slice(0, LIMITS.fieldProblems) });
}

type Issue = z.core.$ZodIssue;

/** A name that is short and plain enough for a field path. A client's key can be any text. */
const PLAIN_NAME = /^\w{1,100}$/;

/**
 * Converts zod issues to registered field problems. An issue about unknown members gives one
 * problem for each of them; any other issue gives one. `field` is the path of the faulty value. If
 * an unknown member is no plain name, or a map does not allow a key, `field` names the object or
 * map that contains it. Omits equal problems.
 */
export function fieldProblems(issues: readonly Issue[]): FieldProblem[] {
  const problems = issues.flatMap((issue) => {
    const code = fieldCode(issue);
    return pathsOf(issue).map((path) => ({ field: fieldOf(path), code }));
  });
  return [...new Map(problems.map((it) => [`${it.field} ${it.code}`, it])).values()];
}

type Path = readonly PropertyKey[];

function pathsOf(issue: Issue): readonly Path[] {
  const { path } = issue;
  if (issue.code === 'invalid_key') return [path.slice(0, -1)];
  if (issue.code !== 'unrecognized_keys') return [path];
  return issue.keys.map((key) => (PLAIN_NAME.test(key) ? [...path, key] : path));
}

function fieldOf(path: Path): string {
  return path
    .map((step, at) =>
      typeof step === 'number' ? `[${step}]` : at ? `.${String(step)}` : String(step),
    )
    .join('');
}

function fieldCode(issue: Issue): FieldProblem['code'] {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return 'too_short';
      return 'too_small';
    case 'too_big':
      if (issue.origin === 'string' || issue.origin === 'array') return 'too_long';
      return 'too_large';
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'invalid_type';
    case 'invalid_value':
      return 'unknown_value';
    case 'unrecognized_keys':
      return 'unknown_member';
    case 'invalid_union':
      return issue.discriminator === undefined ? 'invalid_format' : choiceCode(issue);
    default:
      return 'invalid_format';
  }
}

/** The fault of the member that selects one of several shapes. */
function choiceCode({ discriminator = '', input }: z.core.$ZodIssueInvalidUnion) {
  const isGiven = z.object({ [discriminator]: z.unknown() }).safeParse(input).success;
  return isGiven ? 'unknown_value' : 'required';
}

/**
 * Attaches a schema to an input type, so that the OpenAPI document shows the same lengths and
 * formats. This decorator does not validate; the verb does.
 */
export function CheckedBy(schema: z.ZodObject): ClassDecorator {
  const jsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Extensions({ jsonSchema });
}
