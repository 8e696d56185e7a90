import type { IncomingMessage } from 'node:http';
import { isStorable } from '../../../platform/storable.js';
import { problem } from '../../../registry/errors.js';
import { RATE_CLASSES } from '../../../registry/limits.js';

/** More than any OAuth request needs. */
const PARAMETERS_MAX = 50;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the parameters of a request body. It must be one urlencoded form in UTF-8, without a
 * content coding, with texts that PostgreSQL can store. Throws `invalid_request`, with 413 for a
 * body that is too large.
 */
export async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  const coding = req.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (coding !== 'identity') throw refused('a content coding');
  const bytes = await readBytes(req, RATE_CLASSES.oauth.bodyLimitBytes);
  if (bytes.length > 0 && !isForm(req.headers['content-type'])) throw refused('another media type');
  return checkedParameters(decoded(bytes));
}

/** Parses and checks the parameters of a query or a body. Throws `invalid_request`. */
export function checkedParameters(text: string): URLSearchParams {
  const parameters = new URLSearchParams(text);
  if (parameters.size > PARAMETERS_MAX) throw refused('too many parameters');
  if (!isStorable([...parameters], 2)) throw refused('a text that no column can hold');
  return parameters;
}

function refused(log: string) {
  return problem('invalid_request', { log });
}

/** RFC 6749 defines no more specific error for a body that is too large. */
function tooLarge() {
  return problem('invalid_request', { status: 413, log: 'a body that is too large' });
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
    throw problem('invalid_request', { cause });
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
