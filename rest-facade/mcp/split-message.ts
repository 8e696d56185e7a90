import { LIMITS } from '../../src/registry/limits.js';
import { malformed } from '../../src/registry/malformed.js';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A message without the arguments of its tool (`envelope`), and these arguments (`given`). The
 * envelope has `{}` in their place. If the message has no arguments, or they are no object, the
 * envelope is the whole message and `given` is `{}`.
 */
export interface SplitMessage {
  readonly envelope: JsonObject;
  readonly given: JsonObject;
}

/**
 * Separates the arguments of a tool from a message. The SDK does not need them, because only the
 * gateway validates arguments. A large object would block the process, because the SDK walks
 * through it several times.
 * Throws `invalid_request` if the body is no object, for example a batch, or if the envelope has
 * more than `LIMITS.mcpEnvelopeCharacters`.
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
