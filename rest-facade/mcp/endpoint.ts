import type { IncomingMessage, ServerResponse } from 'node:http';
import { ProtocolError, ProtocolErrorCode, type Tool } from '@modelcontextprotocol/server';
import { problem, RegisteredError } from '../../src/registry/errors.js';
import type { CompiledRoute } from '../compile-route.js';
import { readJsonBody } from '../json-body.js';
import { PRIVATE, sendBytes, VARY } from '../public-response.js';
import {
  type RequestClient,
  type RequestContext,
  type RoutedRequest,
  routedRequest,
} from '../routed-request.js';
import { admitCaller, authorizeCaller, openCaller } from '../steps/caller.js';
import { NO_BODY } from '../steps/input.js';
import { respondOnce, type Services, setHeaders } from '../steps.js';
import { callTool } from './call-tool.js';
import { describeTools } from './described-tools.js';
import { type Failures, failuresOf } from './failures.js';
import { createNameCheck } from './known-names.js';
import { respondTo } from './respond-to.js';
import { type SplitMessage, splitMessage } from './split-message.js';
import { createToolServer } from './tool-server.js';

/** The parts of the MCP endpoint. */
export interface McpOptions {
  readonly services: Services;
  readonly clientOf: (req: IncomingMessage) => RequestClient;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** The routes that list the tools and run one of them. */
  readonly routes: { readonly list: CompiledRoute; readonly run: CompiledRoute };
}

/** Handles one message of a client. Sends registered errors itself, and throws all others. */
export type HandleMessage = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/**
 * Creates the handler of messages in the Model Context Protocol, for the tools of the agent
 * gateway. A message passes these steps:
 * - the check against DNS rebinding
 * - the steps of every request: credential, limits, scope, body, and the credential again
 * - the SDK, which reads the message
 * - for a call, the steps of the route that runs a tool
 */
export function createMessageHandler(options: McpOptions): HandleMessage {
  const { services, clientOf, publicUrl, routes } = options;
  const checkNames = createNameCheck(publicUrl);
  return async (req, res) => {
    const failures = failuresOf(req, { log: services.log, publicUrl });
    const requestTo = (route: CompiledRoute) =>
      routedRequest(req, clientOf(req), { route, parameters: {}, compatible: false });
    const list = requestTo(routes.list);
    const run = requestTo(routes.run);
    try {
      checkNames(req);
      const {
        ctx,
        envelope: message,
        given,
      } = await readMessage(services, list, res, run.route.bodyLimitBytes);
      const tools = {
        list: () => listTools(services, list, ctx, failures),
        call: (params: Parameters<typeof callTool>[1]) =>
          callTool({ services, request: run, ctx, failures }, { ...params, arguments: given }),
      };
      const serverOf = () => createToolServer(publicUrl, tools);
      const onFault = (err: Error) =>
        services.log.debug({ err, request_id: list.facts.id }, 'an MCP message was not processed');
      const { headers } = req;
      await send(req, res, await respondTo({ message, headers, serverOf, onFault }));
    } catch (error) {
      // The caller handles all other errors, such as a client that has gone.
      if (!(error instanceof RegisteredError)) throw error;
      failures.send(res, failures.registered(error));
    }
  };
}

/**
 * Sends 405 for the methods by which a client would open a stream or end a session. The service has
 * neither streams nor sessions (MCP, Streamable HTTP).
 */
export function refuseMethod(req: IncomingMessage, res: ServerResponse): void {
  const error = { code: -32000, message: 'Method not allowed. Send each message with POST.' };
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
  sendBytes(req, res, 405, body, { Allow: 'POST', 'Content-Type': JSON_TYPE, ...UNCACHED });
}

const JSON_TYPE = 'application/json; charset=utf-8';
const UNCACHED = { 'Cache-Control': PRIVATE, Vary: VARY };

/** Admits the caller and reads the message. Throws the refusals of these steps. */
async function readMessage(
  { gateway }: Services,
  request: RoutedRequest,
  res: ServerResponse,
  limitBytes: number,
): Promise<SplitMessage & { readonly ctx: RequestContext }> {
  const ctx = await openCaller(gateway, request);
  setHeaders(res, await admitCaller(gateway, request, ctx));
  await authorizeCaller(gateway, request, ctx);
  const message = await readJsonBody(request.req, limitBytes);
  if (message === undefined) throw problem('invalid_json');
  const split = splitMessage(message);
  return { ctx: await gateway.refresh(ctx), ...split };
}

/** Lists the tools of the caller. Throws a protocol error with the problem document. */
async function listTools(
  services: Services,
  request: RoutedRequest,
  ctx: RequestContext,
  failures: Failures,
): Promise<Tool[]> {
  try {
    return describeTools((await respondOnce(services, request, ctx, NO_BODY, null)).body);
  } catch (error) {
    const data = failures.documentOf(failures.registered(error));
    throw new ProtocolError(ProtocolErrorCode.InternalError, data.detail, data);
  }
}

/** Sends a response of the SDK. The response to a notification has no body. */
async function send(req: IncomingMessage, res: ServerResponse, response: Response): Promise<void> {
  if (response.body === null) {
    res.writeHead(response.status, UNCACHED).end();
    return;
  }
  const body = Buffer.from(await response.arrayBuffer());
  sendBytes(req, res, response.status, body, { 'Content-Type': JSON_TYPE, ...UNCACHED });
}
