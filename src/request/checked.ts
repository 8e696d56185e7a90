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
  throw problem(code, {
    fields: result.error.issues.slice(0, LIMITS.fieldProblems).map(fieldProblem),
  });
}

type Issue = z.core.$ZodIssue;

/**
 * Converts one zod issue to a registered field problem. For unknown members, `field` names only the
 * object that has them.
 */
export function fieldProblem(issue: Issue): FieldProblem {
  // A client's key can be any text, so the path names the map that contains it.
  const path = issue.code === 'invalid_key' ? issue.path.slice(0, -1) : issue.path;
  const field = path
    .map((step, at) =>
      typeof step === 'number' ? `[${step}]` : at ? `.${String(step)}` : String(step),
    )
    .join('');
  return { field, code: fieldCode(issue) };
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
    default:
      return 'invalid_format';
  }
}

/**
 * Attaches a schema to an input type, so that the OpenAPI document shows the same lengths and
 * formats. This decorator does not validate; the verb does.
 */
export function CheckedBy(schema: z.ZodObject): ClassDecorator {
  const jsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Extensions({ jsonSchema });
}
