import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { isStorable } from '../../../platform/json.js';
import { problem } from '../../../registry/errors.js';
import { RATE_CLASSES } from '../../../registry/limits.js';
import { malformed } from '../../../registry/malformed.js';
import { ROUTES } from '../config/features.js';
import { GRANT_TYPES } from '../config/settings.js';
import { CI_CLIENT, CI_TOKEN_TYPES } from '../exchange/ci/ci-exchange.js';
import { AGENT_CLIENT } from '../exchange/subject.js';

/**
 * The parameters of a request, already read and checked. Absent ones stay as the request has them.
 */
export interface Parameters {
  readonly query?: URLSearchParams;
  readonly form?: URLSearchParams;
}

/**
 * Creates the request that the library sees. It has the original's properties, except:
 * - its host and protocol are those of the public URL, from which the library derives its endpoints
 * - its path has no trailing slash, because the library knows no such paths
 * - its query or body are the given parameters
 */
export function libraryRequest(
  req: IncomingMessage,
  publicUrl: string,
  { query, form }: Parameters,
): IncomingMessage {
  const { host, protocol } = new URL(publicUrl);
  const { 'x-forwarded-host': _host, 'transfer-encoding': _coding, ...headers } = req.headers;
  const body = form ? Buffer.from(form.toString()) : null;
  const seen = {
    ...headers,
    host,
    'x-forwarded-proto': protocol.slice(0, -1),
    ...(body ? { 'content-length': String(body.length) } : {}),
  };
  return Object.create(req, {
    headers: { value: seen },
    url: { value: urlOf(req, query), writable: true },
    ...(body ? { readable: { value: true }, iterator: { value: () => [body].values() } } : {}),
  });
}

function urlOf({ url = '/' }: IncomingMessage, query: URLSearchParams | undefined): string {
  const [, path = '/', given = ''] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  return `${path.replace(/(.)\/$/, '$1')}${query ? `?${query}` : given}`;
}

/** More than any OAuth request needs. */
const PARAMETERS_MAX = 50;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the parameters of a request body. It must be one urlencoded form in UTF-8, without a
 * content coding, with texts that PostgreSQL can store. An empty body needs no content type. Throws
 * `invalid_request`, with 413 for a body that is too large.
 */
export async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  const coding = req.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (coding !== 'identity') throw malformed('content_encoding');
  const bytes = await readBytes(req, RATE_CLASSES.oauth.bodyLimitBytes);
  if (bytes.length > 0 && !isForm(req.headers['content-type'])) throw malformed('urlencoded');
  return checkedParameters(decoded(bytes));
}

/**
 * Parses the parameters of a query or a body. Throws `invalid_request` for more than
 * `PARAMETERS_MAX`, and for texts that PostgreSQL cannot store. Repeated parameters pass here; the
 * library rejects them.
 */
export function checkedParameters(text: string): URLSearchParams {
  const parameters = new URLSearchParams(text);
  if (parameters.size > PARAMETERS_MAX) throw malformed('parameters');
  if (!isStorable([...parameters], 2)) throw malformed('text');
  return parameters;
}

/** RFC 6749 defines no more specific error for a body that is too large. */
function tooLarge() {
  return problem('invalid_request', {
    status: 413,
    log: 'the body is too large',
    detail: {
      en: 'The form is larger than the limit of this endpoint; send only the documented parameters.',
      ru: 'Форма больше, чем допускает этот адрес; отправьте только описанные в документации параметры.',
      de: 'Das Formular ist größer, als dieser Endpunkt erlaubt; senden Sie nur die dokumentierten Parameter.',
    },
  });
}

function isForm(header: string | undefined): boolean {
  const [type = '', ...rest] = (header ?? '').toLowerCase().split(';');
  const charset = rest.map((part) => part.trim()).find((part) => part.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset);
  return type.trim() === 'application/x-www-form-urlencoded' && isUtf8;
}

function decoded(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw malformed('text', cause);
  }
}

async function readBytes(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > limitBytes) {
    throw tooLarge();
  }
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The paths that require client authentication. A device without a client id gets another error.
 */
const AUTHENTICATED: readonly string[] = [ROUTES.token, ROUTES.revocation, ROUTES.introspection];

/**
 * Sets the client of a token exchange that names none: `CI_CLIENT` for `CI_TOKEN_TYPES`, or else
 * `AGENT_CLIENT`. Changes and returns the given form. Any other form stays unchanged. Throws
 * `invalid_client` if the endpoint requires a client and the request names none (RFC 6749 5.2).
 */
export function withClient(req: Request, form: URLSearchParams): URLSearchParams {
  // A parameter without a value counts as absent (RFC 6749 3.1).
  const isNamed = form.getAll('client_id').some((id) => id !== '');
  const path = endpointPathOf(req);
  if (isNamed || req.headers.authorization !== undefined || !AUTHENTICATED.includes(path)) {
    return form;
  }
  if (path !== ROUTES.token || form.get('grant_type') !== GRANT_TYPES.exchange) {
    throw problem('invalid_client', { log: 'the client did not authenticate' });
  }
  const isCi = CI_TOKEN_TYPES.includes(form.get('subject_token_type') ?? '');
  form.set('client_id', isCi ? CI_CLIENT.client_id : AGENT_CLIENT.client_id);
  return form;
}

/** The path of an endpoint without a trailing slash. */
export function endpointPathOf({ path }: Request): string {
  return path.replace(/\/$/, '');
}
