import type { IncomingMessage } from 'node:http';
import { announcesBody } from '../src/platform/http/headers.js';
import { isStorable } from '../src/platform/json.js';
import { ClientGone } from '../src/platform/work-scope.js';
import { problem } from '../src/registry/errors.js';
import { LIMITS } from '../src/registry/limits.js';
import { malformed } from '../src/registry/malformed.js';

/**
 * How many bytes beyond its limit a body is read and dropped, so that the client can read the
 * refusal. After them, reading stops.
 */
export const DRAIN_BYTES = 1024 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the JSON body of a request, at most `limitBytes` in memory; undefined without a body or for
 * an empty one. Rules: `Content-Type` is JSON in UTF-8; no content coding; valid JSON of at most
 * `LIMITS.jsonLevels` levels, without NUL and half surrogate pairs, because PostgreSQL stores
 * neither. Throws `invalid_request`, `invalid_json`, `request_body_too_large`, and ClientGone.
 */
export async function readJsonBody(req: IncomingMessage, limitBytes: number): Promise<unknown> {
  if (!announcesBody(req)) return undefined;
  // Refused before a byte is read. The type is checked later, because an empty chunked body may
  // lack it.
  refuseCoding(req);
  requireConnection(req);
  const bytes = await readBytes(req, limitBytes);
  if (bytes.length === 0) return undefined;
  if (!isJsonType(req.headers['content-type'])) throw malformed('json_type');
  return parseJson(bytes);
}

/** Throws `invalid_request` for a `Content-Encoding` other than `identity`. */
export function refuseCoding({ headers }: IncomingMessage): void {
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity')
    throw malformed('content_encoding');
}

const JSON_TYPE = /^application\/(?:json|[a-z0-9!#$&^_.+-]+\+json)$/;

function isJsonType(header: string | undefined): boolean {
  const [type = '', ...parameters] = (header ?? '').toLowerCase().split(';');
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='));
  const utf8Only = charset === undefined || /^charset="?utf-8"?$/.test(charset);
  return JSON_TYPE.test(type.trim()) && utf8Only;
}

/**
 * Throws ClientGone if the client has left already: the request then emits no further event, so a
 * reader would wait forever.
 */
export function requireConnection(req: IncomingMessage): void {
  if (req.destroyed) throw new ClientGone();
}

/** Collects a body; stops storing it past the limit, and stops reading it past the allowance. */
function readBytes(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const tooLarge = () => problem('request_body_too_large');
  if (Number(req.headers['content-length'] ?? 0) > limitBytes + DRAIN_BYTES) {
    return Promise.reject(tooLarge());
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    const settle = (end: () => void) => {
      req.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      end();
    };
    const onData = (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes <= limitBytes) chunks.push(chunk);
      else chunks.length = 0;
      if (sizeBytes > limitBytes + DRAIN_BYTES) settle(() => reject(tooLarge()));
    };
    const onEnd = () =>
      settle(() => (sizeBytes > limitBytes ? reject(tooLarge()) : resolve(Buffer.concat(chunks))));
    const onGone = () => settle(() => reject(new ClientGone()));
    req.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

/**
 * Parses JSON from a client. Throws `invalid_json`, and `invalid_request` if it is nested too deep
 * or cannot be stored.
 */
export function parseJson(bytes: Buffer): unknown {
  let body: unknown;
  try {
    body = JSON.parse(utf8.decode(bytes));
  } catch {
    throw problem('invalid_json');
  }
  if (!isStorable(body, LIMITS.jsonLevels)) throw malformed('json_content');
  return body;
}
