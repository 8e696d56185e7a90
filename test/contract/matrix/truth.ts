import { expect } from 'vitest';
import { statusesOf } from '../../../rest-facade/reply.js';
import { ERROR_FACTS } from '../facts.js';
import { documented, type Operation } from './operations.js';
import { answerSchemaOf, faultsOf } from './schemas.js';
import type { WireAnswer } from './wire.js';

const PRIVATE = 'private, no-store';
const PUBLIC = 'public, max-age=0, s-maxage=0, no-cache, must-revalidate';
const VARY = ['Accept-Encoding', 'Authorization', 'Cookie'];
const REQUEST_ID = /^[A-Za-z0-9._:~-]{1,128}$/;
const TRACE_ID = /^(?!0{32})[0-9a-f]{32}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** No id, slug or version string is that long, so problem documents hide such text. */
const AS_LONG_AS_A_SECRET = /[\w~.=-]{65,}/g;

const EVERY_PROBLEM =
  'type title status detail instance code retryable docs_slug request_id trace_id'.split(' ');

/**
 * Checks that a response conforms to the contract and the document: its names, caching, headers and
 * body. `operation` is null if no route matched.
 */
export function expectTruthful(
  operation: Operation | null,
  answer: WireAnswer,
  publicUrl: string,
): void {
  const { request, status, headers, text } = answer;
  expect(status, text).toBeLessThan(500);
  expectNamed(answer);
  if (status !== 304 && request.method !== 'HEAD') {
    const sent = text === '' ? undefined : String(Buffer.byteLength(text));
    expect(headers['content-length']).toBe(sent);
  }
  if (status >= 400) expectProblem(operation, answer, publicUrl);
  else if (operation) expectSuccess(operation, answer);
}

function expectNamed({ request, headers }: WireAnswer): void {
  const sent = request.headers['X-Request-Id'] ?? '';
  if (REQUEST_ID.test(sent)) expect(headers['x-request-id']).toBe(sent);
  else expect(headers['x-request-id']).toMatch(UUID);
}

function expectSuccess(operation: Operation, answer: WireAnswer): void {
  const { request, status, headers, body } = answer;
  const { reply, cache } = operation.route;
  const isShared =
    cache === 'public' && !request.headers['Authorization'] && !request.headers['Cookie'];
  expect(headers['cache-control']).toBe(isShared ? PUBLIC : PRIVATE);
  expect(listOf(headers['vary'])).toEqual(VARY);
  expectValidator(operation, answer, isShared);
  if (status === 304) return;
  expect(statusesOf(reply)).toContain(status);
  const { headers: named = {} } = documented(operation).responses[status];
  if ('Location' in named) expect(headers['location']).toMatch(/^\/v1\//);
  else expect(headers['location']).toBeUndefined();
  for (const name of Object.keys(reply.headers)) {
    expect(headers[name.toLowerCase()], name).toBeDefined();
  }
  if (status === 204) return;
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  if (request.method === 'HEAD') return;
  const members = reply.shape === 'list' ? ['data', 'pagination'] : ['data'];
  const beside = Object.keys(reply.beside).map((path) => path.split('.', 1)[0]);
  expect(Object.keys(body).toSorted()).toEqual([...new Set([...members, ...beside])].toSorted());
  expect(faultsOf(answerSchemaOf(operation, status), body)).toEqual([]);
}

/** Public responses have a weak ETag, responses to writes a strong one, all others none. */
function expectValidator(operation: Operation, { status, headers }: WireAnswer, isShared: boolean) {
  const { etag } = headers;
  if (isShared) {
    expect(etag).toMatch(/^W\/"[^"]+"$/);
    return;
  }
  const { headers: named = {} } = documented(operation).responses[status];
  if (operation.operation.kind === 'mutation' && 'ETag' in named) expect(etag).toBeDefined();
  if (etag === undefined) return;
  expect(Object.keys(named)).toContain('ETag');
  expect(etag).toMatch(/^"[^"]+"$/);
}

function expectProblem(operation: Operation | null, answer: WireAnswer, publicUrl: string): void {
  const { request, status, headers, body } = answer;
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(headers['cache-control']).toBe(PRIVATE);
  expect(listOf(headers['vary'])).toEqual([...VARY, 'Accept-Language']);
  expect(headers['location']).toBeUndefined();
  if (request.method === 'HEAD') return;
  const code: string = body.code;
  const fact = ERROR_FACTS.find((row) => row.code === code);
  if (!fact) throw new Error(`${code} is no code of the contract`);
  const optional = Object.keys(body).filter((name) => !EVERY_PROBLEM.includes(name));
  expect(Object.keys(body)).toEqual(expect.arrayContaining(EVERY_PROBLEM));
  expect(fact.extensions).toEqual(expect.arrayContaining(optional));
  expect(fact.status).toContain(status);
  expect(body).toMatchObject({
    type: `${publicUrl}/problems/${code}`,
    status,
    instance: request.target.split('?', 1)[0]?.replace(AS_LONG_AS_A_SECRET, '[hidden]'),
    retryable: fact.retryable,
    docs_slug: `errors.${code}`,
    request_id: headers['x-request-id'],
  });
  const [, trace = ''] = (request.headers['traceparent'] ?? '').split('-');
  expect(body.trace_id).toMatch(TRACE_ID);
  if (TRACE_ID.test(trace)) expect(body.trace_id).toBe(trace);
  expect([body.title, body.detail].map((it) => it.length > 0)).toEqual([true, true]);
  expectProblemHeaders(answer);
  if (!operation) return;
  expect([...operation.errors], `${code} is not declared`).toContain(code);
  expect(codesAt(operation, status), `${code} is not documented`).toContain(code);
  expect(faultsOf(answerSchemaOf(operation, status), body)).toEqual([]);
}

/** The challenge of RFC 6750 3 for a problem. */
function challengeOf({ request, status, body }: Pick<WireAnswer, 'request' | 'status' | 'body'>) {
  if (body.code === 'insufficient_scope') {
    return `Bearer error="insufficient_scope", scope="${body.required_scopes.join(' ')}"`;
  }
  if (status !== 401) return undefined;
  const isPresented = request.headers['Authorization'] !== undefined;
  return isPresented ? 'Bearer error="invalid_token"' : 'Bearer';
}

function expectProblemHeaders({ request, status, headers, body }: WireAnswer): void {
  const delay = body.retry_after_seconds;
  expect(headers['retry-after']).toBe(delay === undefined ? undefined : String(delay));
  expect(headers['www-authenticate']).toBe(challengeOf({ request, status, body }));
  if (status !== 412) expect(headers['etag']).toBeUndefined();
}

/** The codes that the document lists for an operation and a status. */
export function codesAt(operation: Operation, status: number): string[] {
  return documented(operation).responses[status]?.['x-error-codes'] ?? [];
}

const listOf = (header: string | undefined): string[] =>
  (header ?? '').split(',').map((name) => name.trim());
