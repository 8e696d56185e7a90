import type { z } from 'zod';
import { type ErrorCode, type FieldProblem, problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';

/**
 * Checks an input against its schema and gives it back typed. All faults are told at once, as
 * many as an answer has room for, each with the path of the field and a stable code.
 * Throws the given code (`invalid_input`, `invalid_metadata`, …), which has to allow `fields`.
 */
export function checked<S extends z.ZodType>(
  schema: S,
  input: unknown,
  code: ErrorCode = 'invalid_input',
): z.output<S> {
  // Without its input an issue does not tell a wrong type from nothing at all.
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  throw problem(code, {
    fields: result.error.issues.slice(0, LIMITS.fieldProblems).map(fieldProblem),
  });
}

type Issue = z.core.$ZodIssue;

/** One fault of a zod schema as a registered field problem. */
export function fieldProblem(issue: Issue): FieldProblem {
  // What a client has for a key may be anything; the map around it is named instead.
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
