import { type OutboundAnswer, OutboundFailed } from './send.js';

/**
 * Reads a body of at most `maxBytes` as JSON. Throws OutboundFailed if it is longer or not JSON.
 */
export async function readJson(answer: OutboundAnswer, maxBytes: number): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body) {
    bytes += piece.length;
    if (bytes > maxBytes) {
      answer.close();
      throw new OutboundFailed(`an answer is longer than ${maxBytes} bytes`);
    }
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch (cause) {
    throw new OutboundFailed('an answer is no JSON', { cause });
  }
}
