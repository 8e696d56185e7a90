import { errorRow, isErrorCode } from '../../src/registry/errors.js';
import type { Json } from '../actors.js';

/**
 * The faults of a JSON-RPC response as texts: its form, and each problem document in it. Other
 * refusals of the endpoint are problem documents and follow the rules of every address.
 */
export function messageFaults(status: number, document: Json): string[] {
  if (document?.jsonrpc !== '2.0') return ['no JSON-RPC message'];
  const { error, result } = document;
  if (result !== undefined)
    return status === 200 ? resultFaults(result) : [`result with ${status}`];
  if (!Number.isInteger(error?.code) || typeof error.message !== 'string') return ['no error'];
  if (error.code === -32603 && error.message !== 'Subscription limit reached') {
    return [`an internal error: ${JSON.stringify(error)}`];
  }
  return error.data?.docs_slug === undefined ? [] : documentFaults(error.data);
}

/** A refused call has a problem document as its text. */
function resultFaults(result: Json): string[] {
  if (!result.isError) return [];
  try {
    return documentFaults(JSON.parse(result.content[0].text));
  } catch {
    return [`a refusal without a problem document: ${JSON.stringify(result)}`];
  }
}

function documentFaults({ code, status }: Json): string[] {
  if (!isErrorCode(code)) return [`no registered code: ${code}`];
  if (!errorRow(code).status.includes(status)) return [`${code} with status ${status}`];
  return status < 500 ? [] : [`${code} in a message`];
}
