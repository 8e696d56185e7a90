import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import type { Spool } from '../src/platform/spool/spool.js';
import { ClientGone } from '../src/platform/work-scope.js';
import { problem } from '../src/registry/errors.js';
import { LIMITS } from '../src/registry/limits.js';
import { malformed } from '../src/registry/malformed.js';
import { collectParts, type FormParts, type ReceivedForm } from './form-parts.js';
import { DRAIN_BYTES, refuseCoding, requireConnection } from './json-body.js';

/**
 * Reads a form of one file and its JSON parts, in any order. The file is written to disk while it
 * arrives, with back-pressure to the client. Nothing remains of a refused form; the rest of its
 * body is read and dropped, so that the client can read the response.
 * Throws:
 * - `invalid_request`: not a form, an encoded body, a truncated form, too many parts, an encoded
 *   part, a part without a name, or a JSON part with another media type. Also JSON that is nested
 *   too deep or cannot be stored
 * - `invalid_input`, naming the part: a missing, repeated or unknown part, or a text field instead
 *   of the file
 * - `invalid_json`: invalid JSON
 * - `request_body_too_large`: a part or a form that is too large
 * - ClientGone: the client disconnected
 */
export async function readFormBody(
  req: IncomingMessage,
  rule: FormParts,
  spool: Spool,
): Promise<ReceivedForm> {
  refuseCoding(req);
  requireConnection(req);
  const jsonBytes = rule.json.length * LIMITS.bodyBytes;
  const limitBytes = rule.file.limitBytes + jsonBytes + LIMITS.fileFormFramingBytes;
  if (Number(req.headers['content-length'] ?? 0) > limitBytes + DRAIN_BYTES) {
    throw problem('request_body_too_large');
  }
  const parser = openParser(req, rule);
  const parts = collectParts(parser, rule, spool);
  try {
    const [, form] = await Promise.all([pump(req, parser, limitBytes), parts.form]);
    return form;
  } catch (error) {
    parser.destroy();
    await parts.discard();
    // The rest of a refused body is read and dropped, so that the client can read the response.
    req.resume();
    throw error;
  }
}

function openParser(req: IncomingMessage, rule: FormParts): busboy.Busboy {
  const type = req.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw malformed('form_type');
  try {
    return busboy({
      headers: { 'content-type': type },
      // The readers refuse what the parser cuts off at `fieldSize` and `fileSize`. The other limits
      // only stop it from reading on in vain.
      limits: {
        parts: rule.json.length + 2,
        fieldSize: LIMITS.bodyBytes + 1,
        fileSize: rule.file.limitBytes + 1,
      },
    });
  } catch (cause) {
    throw malformed('form_type', cause);
  }
}

/** Writes a body to a parser with back-pressure. Destroying the parser ends it. */
function pump(req: IncomingMessage, parser: busboy.Busboy, limitBytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let sizeBytes = 0;
    const settle = (end: () => void) => {
      req.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      parser.off('drain', onDrain).off('close', onClosed);
      end();
    };
    const onData = (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes > limitBytes) settle(() => reject(problem('request_body_too_large')));
      else if (!parser.write(chunk)) req.pause();
    };
    const onDrain = () => req.resume();
    const onEnd = () =>
      settle(() => {
        parser.end();
        resolve();
      });
    const onGone = () => settle(() => reject(new ClientGone()));
    const onClosed = () => settle(resolve);
    req.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
    parser.on('drain', onDrain).on('close', onClosed);
  });
}
