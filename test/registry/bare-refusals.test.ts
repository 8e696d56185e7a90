import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../src/platform/release.js';
import { isErrorCode } from '../../src/registry/errors.js';

/** The codes that need no detail, by the reason. Every other refusal names its cause. */
const MAY_BE_BARE: Readonly<Record<string, readonly string[]>> = {
  'a detail would reveal what exists, or why a secret does not fit': [
    'not_found',
    'file_not_found',
    'session_not_found',
    'download_session_not_found',
    'user_not_found',
    'tool_not_found',
    'confirmation_required',
    'unauthorized',
    'account_blocked',
    'invalid_client',
    'origin_mismatch',
  ],
  'the service failed, and the client can only wait': [
    'internal_error',
    'server_error',
    'service_unavailable',
    'invalid_tool_output',
    'provider_unavailable',
  ],
  'the facts of the response say how long to wait, or which value is current': [
    'rate_limited',
    'provider_rate_limited',
    'download_rate_limited',
    'slow_down',
    'idempotency_in_progress',
    'reference_pending',
    'reference_stale',
    'precondition_failed',
  ],
  'the text names the header, the body or the only member that can be wrong': [
    'ai_client_upgrade_required',
    'idempotency_conflict',
    'idempotency_key_required',
    'idempotency_replay_unavailable',
    'invalid_client_identity',
    'invalid_file_id',
    'invalid_json',
    'invalid_sha256',
    'precondition_required',
    'request_body_too_large',
  ],
  'the text names the only object of the request, and the cure': [
    'cover_required',
    'download_session_expired',
    'entitlement_required',
    'fallback_not_allowed',
    'fallback_unavailable',
    'reference_withdrawn',
    'session_expired',
    'session_not_multipart',
    'session_not_uploaded',
    'step_up_required',
    'team_role_denied',
  ],
};

/** The files that explain a refusal in other ways. */
const PLACES: Readonly<Record<string, string>> = {
  'src/pages/': 'pages show their own texts',
  'src/server/express-app.ts': 'an error of Express says nothing that clients may read',
  'src/auth/issuer/http/call-library.ts': 'a page of the issuer that nobody may open',
};

/** The options that name the cause of an error. */
const NAMES = new Set(['detail', 'fields', 'requiredScopes']);

/** The codes of a first argument: a literal, or the two literals of a condition. */
function codesOf(argument: ts.Expression | undefined): string[] {
  if (argument && ts.isStringLiteral(argument)) return [argument.text];
  if (!argument || !ts.isConditionalExpression(argument)) return [];
  return [...codesOf(argument.whenTrue), ...codesOf(argument.whenFalse)];
}

/** Whether options name the cause. A spread and a variable may, so they count. */
function namesCause(options: ts.Expression | undefined): boolean {
  if (!options) return false;
  if (!ts.isObjectLiteralExpression(options)) return true;
  return options.properties.some(
    (member) => ts.isSpreadAssignment(member) || NAMES.has(member.name.getText()),
  );
}

/** The codes that a source gives to `problem` without a cause. */
function bareCodesIn(source: string): string[] {
  const found: string[] = [];
  // To parse all files would take seconds.
  if (!source.includes('problem(')) return found;
  const visit = (node: ts.Node): void => {
    const isProblem = ts.isCallExpression(node) && node.expression.getText() === 'problem';
    if (isProblem && !namesCause(node.arguments[1])) found.push(...codesOf(node.arguments[0]));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true));
  return found;
}

const allowed = new Set(Object.values(MAY_BE_BARE).flat());
const root = projectRoot();

const bare = ['src', 'rest-facade'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const place = `${folder}/${file}`;
      const codes = bareCodesIn(readFileSync(join(root, place), 'utf8'));
      return codes.map((code) => ({ place, code }));
    }),
);

describe('refusals without a detail', () => {
  it('the search finds the codes of bare refusals, and no others', () => {
    expect(bareCodesIn("throw problem('gone');")).toEqual(['gone']);
    expect(bareCodesIn("problem('invalid_state', { log: 'x' })")).toEqual(['invalid_state']);
    expect(bareCodesIn("problem(a ? 'gone' : 'not_found')")).toEqual(['gone', 'not_found']);
    expect(bareCodesIn("problem('gone', { detail })")).toEqual([]);
    expect(bareCodesIn("problem('invalid_input', { fields: [] })")).toEqual([]);
  });

  it('a refusal names its cause, unless its code needs no detail', () => {
    const places = Object.keys(PLACES);
    const unnamed = bare.filter(
      ({ place, code }) => !allowed.has(code) && !places.some((it) => place.startsWith(it)),
    );
    expect(unnamed).toEqual([]);
  });

  it('every code that needs no detail exists, and a refusal uses it', () => {
    const used = new Set(bare.map(({ code }) => code));
    expect([...allowed].filter((code) => !isErrorCode(code) || !used.has(code))).toEqual([]);
  });
});
