import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A response as received on a connection. */
export interface RawAnswer {
  readonly status: number;
  /** By lower-case name; the last value of a repeated header. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const HEAD_END = '\r\n\r\n';

/** Opens a connection and sends bytes; the caller owns the connection. */
export async function dial(port: number, bytes: string | Uint8Array = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

/** All responses on a connection until it is closed or reset. */
export async function allOf(socket: Socket): Promise<RawAnswer[]> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  if (!socket.destroyed) await once(socket, 'close');
  return answersIn(Buffer.concat(chunks));
}

/** Sends bytes on a new connection; returns all responses. */
export async function rawRequest(port: number, bytes: string | Uint8Array): Promise<RawAnswer[]> {
  return allOf(await dial(port, bytes));
}

/**
 * Sends a request like a client that reads only after its whole body. Throws if the connection
 * breaks before that; returns all responses.
 */
export async function sendWhole(
  port: number,
  head: string,
  body: Uint8Array,
): Promise<RawAnswer[]> {
  const socket = await dial(port, head);
  await new Promise<void>((resolve, reject) => {
    socket.write(body, (error) => (error ? reject(error) : resolve()));
  });
  return allOf(socket);
}

/** Splits received bytes into responses. Throws unless they are complete HTTP/1.1. */
function answersIn(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const taken = takeAnswer(rest, false);
    if (!taken) throw new Error(`an answer that broke off: ${rest.toString('latin1')}`);
    answers.push(taken.answer);
    rest = taken.rest;
  }
  return answers;
}

/**
 * The first response in some bytes and the bytes after it, without `100 Continue`. Null if the
 * response is incomplete. Throws if it is not HTTP/1.1.
 */
export function takeAnswer(
  bytes: Buffer,
  isHead: boolean,
): { answer: RawAnswer; rest: Buffer } | null {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return null;
  const [line = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
  if (!status) throw new Error(`no HTTP/1.1: ${line}`);
  const rest = bytes.subarray(end + HEAD_END.length);
  if (status === 100) return takeAnswer(rest, isHead);
  const headers = Object.fromEntries(
    lines.map((text) => {
      const colon = text.indexOf(':');
      return [text.slice(0, colon).toLowerCase(), text.slice(colon + 1).trim()];
    }),
  );
  const isEmpty = isHead || status === 204 || status === 304;
  const taken = isEmpty ? { body: Buffer.alloc(0), rest } : takeBody(rest, headers);
  if (!taken) return null;
  return { answer: { status, headers, body: textOf(taken.body, headers) }, rest: taken.rest };
}

function textOf(body: Buffer, headers: Readonly<Record<string, string>>): string {
  const coding = body.length === 0 ? undefined : headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(body).toString();
  return (coding === 'gzip' ? gunzipSync(body) : body).toString();
}

function takeBody(bytes: Buffer, headers: Readonly<Record<string, string>>) {
  if (headers['transfer-encoding'] === 'chunked') return takeChunks(bytes);
  const sizeBytes = Number(headers['content-length'] ?? 0);
  if (bytes.length < sizeBytes) return null;
  return { body: bytes.subarray(0, sizeBytes), rest: bytes.subarray(sizeBytes) };
}

function takeChunks(bytes: Buffer) {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const sizeBytes = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const next = lineEnd + 2 + sizeBytes + 2;
    if (bytes.length < next) return null;
    chunks.push(bytes.subarray(lineEnd + 2, next - 2));
    at = next;
    if (sizeBytes === 0) return { body: Buffer.concat(chunks), rest: bytes.subarray(at) };
  }
}
