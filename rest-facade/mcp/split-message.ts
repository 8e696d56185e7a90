import { LIMITS } from '../../src/registry/limits.js';
import { malformed } from '../../src/registry/malformed.js';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A message, and the arguments of its tool. In the envelope, `arguments` is `{}` instead. Arguments
 * that are no object stay in the envelope, and `given` is then empty.
 */
export interface SplitMessage {
  readonly envelope: JsonObject;
  readonly given: JsonObject;
}

/**
 * Separates the arguments of a tool from a message. Only the gateway validates arguments. The SDK
 * walks through all that it gets several times, and would block the process with a large object.
 * Throws `invalid_request` if the body is no object, for example a batch, or if the rest is larger
 * than any client needs.
 */
export function splitMessage(body: unknown): SplitMessage {
  // A batch would run many tools for one request of the limit.
  if (!isObject(body)) throw malformed('json_rpc');
  const { params } = body;
  const { arguments: given, ...others } = isObject(params) ? params : {};
  const isCall = isObject(given);
  const envelope = isCall ? { ...body, params: { ...others, arguments: {} } } : body;
  if (JSON.stringify(envelope).length > LIMITS.mcpEnvelopeCharacters) throw malformed('json_rpc');
  return { envelope, given: isCall ? given : {} };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
