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

/** One message of a client. */
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
 * Passes one message to a server of its own and returns the response. Nothing stays in memory, so
 * each process can handle each message. Clients with a per-request envelope (MCP 2026-07-28) and
 * those with a handshake (2025-11-25, 2025-06-18) get the same tools. Responses are JSON: no tool
 * sends anything before its result.
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
 * The request as the SDK sees it. The endpoint has read the body already, and has checked its type.
 * The SDK would reject a request by its `Accept` after that, which no other address does.
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
