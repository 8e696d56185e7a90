/** A request as it is sent. `target` and headers are latin1. */
export interface FuzzRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | null;
  /** Whether the body uses chunked transfer coding. */
  readonly chunked: boolean;
  /** The `Host`; by default one that no DNS entry names. */
  readonly host?: string;
}

/** Values from earlier responses, by their placeholders. */
export type Live = Map<'@CURSOR@' | '@ETAG@' | '@UPLOAD@' | '@SIGNED@', string>;

/** The bytes of a request with its placeholders replaced by known values. */
export function bytesOf(request: FuzzRequest, live: Live): Buffer {
  const { method, headers, body, chunked, host = 'fuzz' } = request;
  const filled = (text: string) =>
    text.includes('@')
      ? text.replace(/@[A-Z]+@/g, (name) => live.get(name as '@ETAG@') ?? name)
      : text;
  const sent = body && filledBytes(body, filled);
  const framing = sent
    ? [chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${sent.length}`]
    : [];
  const lines = headers.map(([name, value]) => `${name}: ${filled(value)}`);
  const head = [
    `${method} ${filled(request.target)} HTTP/1.1`,
    `Host: ${host}`,
    ...lines,
    ...framing,
  ];
  const parts: Uint8Array[] = [Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1')];
  if (sent && chunked) parts.push(...chunksOf(sent), Buffer.from('0\r\n\r\n'));
  else if (sent) parts.push(sent);
  return Buffer.concat(parts);
}

function filledBytes(body: Buffer, filled: (text: string) => string): Buffer {
  if (!body.includes('@')) return body;
  // latin1 preserves every byte.
  return Buffer.from(filled(body.toString('latin1')), 'latin1');
}

function chunksOf(body: Buffer): Buffer[] {
  const middle = Math.ceil(body.length / 2);
  return [body.subarray(0, middle), body.subarray(middle)]
    .filter((chunk) => chunk.length > 0)
    .flatMap((chunk) => [
      Buffer.from(`${chunk.length.toString(16)}\r\n`),
      chunk,
      Buffer.from('\r\n'),
    ]);
}
