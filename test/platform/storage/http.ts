import { createHash } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { SignedRequest } from '../../../src/platform/storage/storage.port.js';

/** An answer as it came over the wire, undecoded. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Sends one request exactly as told; unlike fetch it adds and forbids nothing. */
export async function call(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  body?: Uint8Array,
): Promise<Answer> {
  const sent = open(method, url, headers);
  const answer = answerOf(sent);
  sent.end(body);
  return answer;
}

/** Opens a request whose body the test sends by hand. */
export function open(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
): ClientRequest {
  return request(url, { method, headers, agent: false });
}

/** The answer to a request that is still being sent. */
export function answerOf(sent: ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      const headers = Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
      );
      buffer(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers, body }),
        reject,
      );
    });
  });
}

/** Follows a signed request, with further headers where given. */
export function follow(
  signed: SignedRequest,
  body?: Uint8Array,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const length: Record<string, string> =
    body === undefined ? {} : { 'Content-Length': String(body.length) };
  return call(signed.method, signed.url, { ...length, ...signed.headers, ...more }, body);
}

/** Bytes that differ at every place from those of another seed, and repeat for the same one. */
export function bytesOf(sizeBytes: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(sizeBytes);
  let state = seed * 2_654_435_761;
  for (let index = 0; index < sizeBytes; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

/** The quoted MD5, which is the ETag of bytes that came in one piece. */
export const etagOf = (bytes: Uint8Array): string =>
  `"${createHash('md5').update(bytes).digest('hex')}"`;

/** All bytes of a stream. */
export async function gather(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The same moment of another year, as headers write it. */
export function yearsFrom(httpDate: string, years: number): string {
  const date = new Date(httpDate);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toUTCString();
}
