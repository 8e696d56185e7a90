import type { ReceivedFile } from '../../src/platform/spool/spool.js';
import { membersDetail } from '../../src/registry/details.js';
import { type ErrorCode, type FieldProblem, problem } from '../../src/registry/errors.js';
import { LIMITS } from '../../src/registry/limits.js';
import type { Inputs } from '../binding.js';
import type { FormReader } from '../form-reader.js';
import { headerOf } from '../headers.js';
import { readJsonBody } from '../json-body.js';
import type { Route } from '../route.js';
import type { RoutedRequest } from '../routed-request.js';

/** The body of a request. */
export interface Body {
  /** The JSON value; undefined for a GET. */
  readonly json: unknown;
  /** The file of a form, null for any other body. The caller of `readBody` closes it. */
  readonly file: ReceivedFile | null;
}

/** The body of a GET. */
export const NO_BODY: Body = { json: undefined, file: null };

/**
 * Reads and parses the body of a request that is no GET. An omitted body counts as `{}` if it is
 * optional, or if the route declares no body. The JSON `null` counts as `{}` on any route without a
 * form. `forms` limits the concurrent forms of each `actor`.
 * Throws `invalid_json` for a missing required body, and the errors of readJsonBody and a
 * FormReader.
 */
export async function readBody(
  forms: FormReader,
  { route: { route, bodyLimitBytes }, req }: RoutedRequest,
  actor: string,
): Promise<Body> {
  if (route.body?.form) {
    const { file: part, metadata } = route.body.form;
    const { json, file } = await forms.read(req, { file: part, json: [metadata] }, actor);
    return { json: json.get(metadata), file };
  }
  const json = await readJsonBody(req, bodyLimitBytes);
  if (json === undefined && route.body && !route.body.optional) throw problem('invalid_json');
  return { json: json ?? {}, file: null };
}

const KEY = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.idempotencyKeyCharacters}}$`);

/**
 * The idempotency key of a request; null if the route takes none, or if it was omitted.
 * Throws `idempotency_key_required`, `invalid_input`.
 */
export function readKey({ route: { route }, req }: RoutedRequest): string | null {
  if (route.idempotency === 'none') return null;
  const key = headerOf(req, 'idempotency-key');
  if (key === undefined) {
    if (route.idempotency === 'required') throw problem('idempotency_key_required');
    return null;
  }
  return checkedKey(key, 'Idempotency-Key');
}

/**
 * Returns an idempotency key: 1 to `LIMITS.idempotencyKeyCharacters` printable ASCII characters
 * without spaces. Throws `invalid_input` with the name `field` for anything else.
 */
export function checkedKey(key: unknown, field: string): string {
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw problem('invalid_input', { fields: [{ field, code: 'invalid_format' }] });
}

const STRONG_ETAG = /^"[\x21\x23-\x7e\x80-\xff]*"$/;

/**
 * The `If-Match` of a conditional write: exactly one strong, quoted ETag (Spec 4.3). The domain
 * checks whether it is current. Null if the route requires no precondition.
 * Throws `precondition_required` without the header, and `precondition_failed` for any other value,
 * such as a weak ETag, `*` or a list.
 */
export function readPrecondition({ route: { route }, req }: RoutedRequest): string | null {
  if (route.precondition === 'none') return null;
  const value = headerOf(req, 'if-match');
  if (value === undefined) throw problem('precondition_required');
  if (!STRONG_ETAG.test(value)) throw problem('precondition_failed');
  return value;
}

/** The parts of a request from which variables are bound. */
export function inputsOf(
  { parameters, query, req }: RoutedRequest,
  { json, file }: Body,
  headers: { readonly key: string | null; readonly ifMatch: string | null },
): Inputs {
  const header = (name: string) => headerOf(req, name);
  const { key: idempotencyKey, ifMatch } = headers;
  return { parameters, query, header, body: json, file, idempotencyKey, ifMatch };
}

/**
 * The variables of the request's operation. Throws `invalid_input` with the invalid fields, up to
 * `LIMITS.fieldProblems`, or the route's own code (`malformed`, `malformedMembers`).
 */
export function readVariables(
  { route }: RoutedRequest,
  inputs: Inputs,
): Readonly<Record<string, unknown>> {
  const { variables, problems } = route.bind(inputs);
  if (problems.length === 0) return variables;
  const code = codeOfMember(route.route.malformedMembers ?? {}, problems);
  if (code !== null) throw problem(code, { detail: membersDetail(code, problems) });
  throw problem('invalid_input', { fields: problems });
}

/** The code of the body member that contains all problems, none of them `required`; or null. */
function codeOfMember(
  members: NonNullable<Route['malformedMembers']>,
  problems: readonly FieldProblem[],
): ErrorCode | null {
  const found = Object.entries(members).find(([member]) =>
    problems.every(({ field, code }) => field.startsWith(`${member}.`) && code !== 'required'),
  );
  return found?.[1] ?? null;
}
