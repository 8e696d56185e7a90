import {
  type CallToolResult,
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { Actor, Json } from './actors.js';
import type { World } from './harness.js';

/** The protocol revisions: with a handshake, and with an envelope in each request. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;

/** A protocol revision of the tests. */
export type Revision = (typeof REVISIONS)[number];

/** Some service, by its address. */
type Served = Pick<World, 'baseUrl'>;

/** The address of the endpoint. */
export const mcpUrl = ({ baseUrl }: Served) => `${baseUrl}/v1/beta/mcp`;

/** The headers by which a program identifies itself (Spec 5.5). */
export const IDENTITY: Readonly<Record<string, string>> = {
  'User-Agent': 'ModportTests/1.0 (+tests@modport.invalid)',
  'X-Service-Client': 'modport-tests',
  'X-Service-Client-Version': '1.0',
};

/** Connects the official client with the token of an actor. */
export async function connected(
  world: Served,
  { token }: Pick<Actor, 'token'>,
  revision: Revision = '2025-11-25',
  identity: Readonly<Record<string, string>> = IDENTITY,
): Promise<Client> {
  const mode = revision === '2025-11-25' ? 'legacy' : { pin: revision };
  const options: ClientOptions = { versionNegotiation: { mode } };
  const client = new Client({ name: 'modport-tests', version: '1.0' }, options);
  const requestInit = { headers: { Authorization: `Bearer ${token}`, ...identity } };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl(world)), { requestInit }));
  return client;
}

/** The parsed text of a result. */
export function textOf({ content: [first] }: Pick<CallToolResult, 'content'>): Json {
  if (first?.type !== 'text') throw new Error('the result has no text');
  return JSON.parse(first.text);
}

/** The code of a refused call. Throws if the call succeeded. */
export function codeOf(result: CallToolResult): string {
  if (!result.isError) throw new Error(`not refused: ${JSON.stringify(result)}`);
  return textOf(result).code;
}

/** The HTTP response to a message, with its parsed body. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** Sends a body to the endpoint without a client. A text is sent as it is. */
export async function post(
  world: Served,
  token: string | null,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Received> {
  const response = await fetch(mcpUrl(world), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : JSON.parse(text),
  };
}

/** A request that calls a tool. */
export const calling = (name: string, given: unknown, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: given },
});

/** A request without parameters. */
export const asking = (method: string) => ({ jsonrpc: '2.0', id: 1, method });
