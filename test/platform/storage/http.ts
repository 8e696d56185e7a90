import { createHash } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { SignedRequest } from '../../../src/platform/storage/storage.port.js';

/** A response as received, undecoded. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Sends one request exactly as given; unlike fetch, it adds and forbids nothing. */
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

/** Opens a request whose body the test sends itself. */
export function open(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
): ClientRequest {
  return request(url, { method, headers, agent: false });
}

/** The response to a request that is still being sent. */
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

/** Sends a signed request, with additional headers if given. */
export function follow(
  signed: SignedRequest,
  body?: Uint8Array,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const length: Record<string, string> =
    body === undefined ? {} : { 'Content-Length': String(body.length) };
  return call(signed.method, signed.url, { ...length, ...signed.headers, ...more }, body);
}

/** Pseudo-random bytes that depend on the seed and are the same in every run. */
export function bytesOf(sizeBytes: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(sizeBytes);
  let state = seed * 2_654_435_761;
  for (let index = 0; index < sizeBytes; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

/** The quoted MD5, which is the ETag of an object from a single PUT. */
export const etagOf = (bytes: Uint8Array): string =>
  `"${createHash('md5').update(bytes).digest('hex')}"`;

/** All bytes of a stream. */
export async function gather(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The same time in another year, as an HTTP date. */
export function yearsFrom(httpDate: string, years: number): string {
  const date = new Date(httpDate);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toUTCString();
}
