import { MCP_PATH } from '../../src/registry/addresses.js';
import { errorRow, isErrorCode } from '../../src/registry/errors.js';
import type { Json } from '../actors.js';
import type { RawAnswer } from '../raw-http.js';
import { messageFaults } from './mcp-oracle.js';
import type { FuzzRequest } from './request.js';

/** Texts that only internal details contain. */
const INSIDE = new RegExp(
  [
    String.raw`node_modules|node:internal|\bat \w+[^"]{0,60}\(|\.[jt]s:\d+`,
    String.raw`prisma|postgres(?:ql)?\b|SQLSTATE|\bpg_|apollo|graphql-jit|body-parser|type-graphql`,
    'select .{0,80} from|insert into|violates|relation "|column "|syntax error at or near',
    'mod_publications|upload_sessions|idempotency_records|search_entries|staging',
    'call stack|is not a function|cannot read propert|ECONN|ENOENT|EISDIR|ENAMETOOLONG',
  ].join('|'),
  'i',
);

const MEMBERS = new Set([
  'type',
  'title',
  'status',
  'detail',
  'instance',
  'code',
  'retryable',
  'docs_slug',
  'request_id',
  'trace_id',
]);

/** The faults of a response as texts. Empty for a correct response. */
export function faultsOf(
  request: Pick<FuzzRequest, 'method' | 'target'>,
  answer: RawAnswer,
  secrets: readonly string[],
): string[] {
  const { status, headers, body } = answer;
  const faults: string[] = [];
  const demand = (holds: boolean, fault: string) => void (holds || faults.push(fault));
  // The feature flags are checked before the body.
  const isSwitchedOff = status === 503 && body.includes('"code":"feature_disabled"');
  demand(status < 500 || isSwitchedOff, `status ${status}`);
  demand(/^[\w.:~-]{1,128}$/.test(headers['x-request-id'] ?? ''), 'no X-Request-Id');
  const said = `${Object.values(headers).join('\n')}\n${body}`;
  for (const secret of secrets) demand(!said.includes(secret), `tells the secret ${secret}`);
  const type = headers['content-type'] ?? '';
  const document = /json/.test(type) && body !== '' ? parsed(body) : null;
  demand(document !== undefined, 'a body that is not the JSON it is called');
  const isGraphql =
    /^[^?]*\/graphql/i.test(request.target) &&
    status < 500 &&
    type.includes('json') &&
    !type.includes('problem');
  const isMessage = request.target === MCP_PATH && type.startsWith('application/json');
  const isBare = request.method === 'HEAD' && body === '';
  if (isMessage) faults.push(...(isBare ? [] : messageFaults(status, document)));
  else if (isGraphql)
    faults.push(...(isBare ? [] : graphqlFaults(status, document, headers['x-request-id'])));
  else if (status >= 400) faults.push(...problemFaults(request, answer, document));
  return faults;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Paths of the API, whose refusals are problem documents, independent of `Accept`. */
const API = /^\/(?:v1|api\/v1|graphql|storage|mirror|media)(?:[/?]|$)/;

/** Checks that an HTML error page names a registered code of its status. */
function pageFaults(status: number, body: string): string[] {
  const code = /<code>([a-z_]+)<\/code>/.exec(body)?.[1] ?? '';
  if (!isErrorCode(code)) return [`a page with no registered code: ${code}`];
  const faults = errorRow(code).status.includes(status) ? [] : [`${code} with status ${status}`];
  return INSIDE.test(body) ? [...faults, 'tells of the inside'] : faults;
}

/** Checks that a refusal is a valid problem document (Spec 2.10). */
function problemFaults(
  { method, target }: Pick<FuzzRequest, 'method' | 'target'>,
  { status, headers, body }: RawAnswer,
  document: Json,
): string[] {
  const isProblem = headers['content-type']?.startsWith('application/problem+json');
  const isPage = headers['content-type']?.startsWith('text/html') && !API.test(target);
  if (method === 'HEAD')
    return body === '' && (isProblem || isPage) ? [] : ['a HEAD refused otherwise'];
  // RFC 9110 14.4: a 416 response carries the size of the object in a header and needs no body.
  if (status === 416 && /^\/(?:storage|playground)\//.test(target) && body === '') return [];
  if (isPage) return pageFaults(status, body);
  if (!isProblem || !document) return [`no problem document but ${headers['content-type']}`];
  const faults = codeFaults(
    document,
    Object.keys(document).filter((name) => !MEMBERS.has(name) && !isOauths(target, name)),
  );
  if (document.status !== status) faults.push(`says ${document.status}, is ${status}`);
  if (document.request_id !== headers['x-request-id']) faults.push('another request id');
  if (!/^[0-9a-f]{32}$/.test(document.trace_id)) faults.push('no trace id');
  const { instance: _, fields: __, ...own } = document;
  if (INSIDE.test(JSON.stringify(own))) faults.push('tells of the inside');
  return faults;
}

function graphqlFaults(status: number, document: Json, requestId: string | undefined): string[] {
  const refusal = document?.errors?.[0]?.extensions?.status;
  if (status !== 200 && status !== refusal) return [`says ${refusal}, is ${status}`];
  return (document?.errors ?? []).flatMap((error: Json) => {
    const {
      code: _,
      status: __,
      retryable: ___,
      request_id,
      detail = '',
      ...extensions
    } = error.extensions ?? {};
    const faults = codeFaults(error.extensions ?? {}, Object.keys(extensions));
    if (request_id !== requestId) faults.push(`another request id: ${request_id}`);
    const isSwitchedOff = error.extensions?.code === 'feature_disabled';
    if (error.extensions?.status >= 500 && !isSwitchedOff)
      faults.push(`an error of status ${error.extensions.status}`);
    // Both may quote input of the client.
    for (const text of [error.message, detail]) {
      if (INSIDE.test(text.replace(/".*"/gs, ''))) faults.push(`tells of the inside: ${text}`);
    }
    return faults;
  });
}

/** OAuth endpoints add the error members of RFC 6749. */
function isOauths(target: string, member: string): boolean {
  return /^\/(oauth|\.well-known)\//.test(target) && /^error(_description)?$/.test(member);
}

function codeFaults({ code, status, retryable }: Json, extensions: readonly string[]): string[] {
  if (typeof code !== 'string' || !isErrorCode(code)) return [`no registered code: ${code}`];
  const row = errorRow(code);
  const faults: string[] = [];
  if (!row.status.includes(status)) faults.push(`${code} with status ${status}`);
  if (row.retryable !== retryable) faults.push(`${code} with retryable ${retryable}`);
  for (const name of extensions) {
    if (!row.extensions.some((allowed) => allowed === name)) faults.push(`${code} with ${name}`);
  }
  return faults;
}
