import {
  type CallToolRequestParams,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { problem, type RegisteredError } from '../../src/registry/errors.js';
import type { RequestContext, RoutedRequest } from '../routed-request.js';
import { requireClient } from '../steps/caller.js';
import { checkedKey } from '../steps/input.js';
import { respondOnce, type Services } from '../steps.js';
import { gatewayName, isWriting } from './described-tools.js';
import type { Failures } from './failures.js';

/** The member of `_meta` with the idempotency key of a call. */
const KEY = 'service/idempotency_key';

/** The parts of one call. */
export interface CallOptions {
  readonly services: Services;
  /** The MCP request, presented as a request to the route that runs a tool. */
  readonly request: RoutedRequest;
  readonly ctx: RequestContext;
  readonly failures: Failures;
}

const ran = z.object({ data: z.looseObject({ output: z.looseObject({}).optional() }) });

/**
 * Runs a tool by the steps of its route, so that access, confirmations and replays are the same. A
 * tool that writes also requires the identity of the client (Spec 5.5). Any error becomes a result
 * with `isError`, for the model. Only an unknown tool throws: a `ProtocolError` (MCP, Tools).
 */
export async function callTool(
  { services, request, ctx, failures }: CallOptions,
  { name, arguments: given = {}, _meta: meta }: CallToolRequestParams,
): Promise<CallToolResult> {
  const tool = gatewayName(name);
  try {
    if (isWriting(tool)) requireClient(request, ctx);
    const key = meta?.[KEY];
    const json = { tool, ...(isWriting(tool) ? confirmable(given) : { input: given }) };
    const body = { json, file: null };
    const response = await respondOnce(
      services,
      request,
      ctx,
      body,
      key === undefined ? null : checkedKey(key, `_meta.${KEY}`),
    );
    const { data } = ran.parse(response.body);
    return resultOf(isWriting(tool) ? data : (data.output ?? {}));
  } catch (error) {
    const known = failures.registered(error);
    if (known.code === 'tool_not_found') {
      const data = failures.documentOf(known);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, data.detail, data);
    }
    return refused(failures, isWriting(tool) ? known : known.withFieldNames(argumentIn));
  }
}

/** Separates the members that a writing tool takes. Throws `invalid_input` for any other. */
function confirmable({ input, confirmation_token, ...others }: Readonly<Record<string, unknown>>) {
  const fields = Object.keys(others).map((field) => ({ field, code: 'unknown_member' as const }));
  if (fields.length > 0) throw problem('invalid_input', { fields });
  return {
    ...(input === undefined ? {} : { input }),
    ...(confirmation_token === undefined ? {} : { confirmation_token }),
  };
}

/** The name of a field for a reading tool, whose arguments are its input. */
function argumentIn(field: string): string {
  return field === 'input' ? 'arguments' : field.replace(/^input\./, '');
}

/** The same result as data and, for programs that read only text, as JSON. */
function resultOf(data: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data };
}

/**
 * The problem document is text: structured content must match the output schema of the tool, and
 * clients reject a result that does not.
 */
function refused(failures: Failures, error: RegisteredError): CallToolResult {
  const text = JSON.stringify(failures.documentOf(error));
  return { content: [{ type: 'text', text }], isError: true };
}
