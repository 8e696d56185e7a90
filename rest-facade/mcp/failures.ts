import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../../src/platform/log.js';
import { MCP_METADATA_PATH } from '../../src/registry/addresses.js';
import { type ErrorCode, problem, RegisteredError } from '../../src/registry/errors.js';
import { documentOf, headersOf, logProblem } from '../problem.js';
import { sendBytes } from '../public-response.js';

/** The errors of one request to the MCP endpoint. */
export interface Failures {
  /** Logs an error as REST routes do. Returns it if it is registered, else `internal_error`. */
  registered(error: unknown): RegisteredError;
  documentOf(error: RegisteredError): ReturnType<typeof documentOf>;
  /**
   * Sends an error that prevents the processing of a message. `invalid_json` and `invalid_request`
   * become a JSON-RPC error; any other error is a problem document.
   */
  send(res: ServerResponse, error: RegisteredError): void;
}

/** The JSON-RPC codes of a body that is no message (JSON-RPC 2.0, 5.1). */
const RPC_CODES: Partial<Record<ErrorCode, number>> = {
  invalid_json: -32700,
  invalid_request: -32600,
};

/** Creates the errors of a request. */
export function failuresOf(
  req: IncomingMessage,
  { log, publicUrl }: { readonly log: Log; readonly publicUrl: string },
): Failures {
  const document = (error: RegisteredError) => documentOf(error, req, publicUrl);
  return {
    registered(error) {
      logProblem(log, req, error);
      return error instanceof RegisteredError ? error : problem('internal_error');
    },
    documentOf: document,
    send(res, error) {
      const headers = { ...headersOf(error, req) };
      const data = document(error);
      const code = RPC_CODES[error.code];
      const challenge = headers['WWW-Authenticate'];
      if (typeof challenge === 'string') {
        headers['WWW-Authenticate'] = withMetadata(challenge, publicUrl);
      }
      if (code !== undefined) headers['Content-Type'] = 'application/json; charset=utf-8';
      const body =
        code === undefined
          ? data
          : { jsonrpc: '2.0', id: null, error: { code, message: data.detail, data } };
      sendBytes(req, res, error.status, Buffer.from(JSON.stringify(body)), headers);
    },
  };
}

/** Names the metadata from which a client learns where to get a token (RFC 9728 5.1). */
function withMetadata(challenge: string, publicUrl: string): string {
  const separator = challenge === 'Bearer' ? ' ' : ', ';
  return `${challenge}${separator}resource_metadata="${publicUrl}${MCP_METADATA_PATH}"`;
}
