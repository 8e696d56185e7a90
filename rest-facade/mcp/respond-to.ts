import type { IncomingHttpHeaders } from 'node:http';
import {
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCRequest,
  isLegacyRequest,
  ProtocolErrorCode,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/** One message of a client, and how to process it. */
export interface McpMessage {
  /** The parsed body. */
  readonly message: unknown;
  readonly headers: IncomingHttpHeaders;
  /** Creates the server for this message. */
  readonly serverOf: () => Server;
  /** Receives the faults of messages and of the SDK, for the log. */
  readonly onFault: (error: Error) => void;
}

/**
 * Creates a server for one message, passes the message to it, and returns the response. Nothing
 * stays in memory, so any process can handle any message. Clients of all supported MCP revisions
 * get the same tools: 2026-07-28 (an envelope per request), 2025-11-25 and 2025-06-18 (a
 * handshake). Responses are JSON, never event streams, because no tool sends anything before its
 * result.
 */
export async function respondTo({
  message,
  headers,
  serverOf,
  onFault,
}: McpMessage): Promise<Response> {
  const request = requestOf(headers);
  if (!(await isLegacyRequest(request, message))) {
    const options = { legacy: 'reject', maxSubscriptions: 0, onerror: onFault } as const;
    return createMcpHandler(serverOf, options).fetch(request, { parsedBody: message });
  }
  const refusal = faultyHandshake(message);
  if (refusal) return refusal;
  const server = serverOf();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  server.onerror = onFault;
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/**
 * The request as the SDK sees it. It has fixed `Accept` and `Content-Type` headers: the endpoint
 * has already checked the type of the body, and the service refuses no request because of its
 * `Accept`.
 */
function requestOf(headers: IncomingHttpHeaders): Request {
  const seen = new Headers({
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
  });
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('mcp-') && value !== undefined) seen.set(name, String(value));
  }
  return new Request('http://localhost/', { method: 'POST', headers: seen });
}

/** The refusal of a malformed handshake, which the SDK would report as an internal error. */
function faultyHandshake(message: unknown): Response | null {
  if (!isJSONRPCRequest(message) || message.method !== 'initialize') return null;
  if (isInitializeRequest(message)) return null;
  const error = {
    code: ProtocolErrorCode.InvalidParams,
    message: 'initialize needs protocolVersion, capabilities and clientInfo',
  };
  return Response.json({ jsonrpc: '2.0', id: message.id, error });
}
