import { Agent, type IncomingHttpHeaders, request as open } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Json } from '../../actors.js';

/** A request exactly as sent: nothing is normalized or added. */
export interface WireRequest {
  readonly method: string;
  /** The whole request target, with namespace and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A single buffer is sent with its length, a list of buffers chunked. */
  readonly body?: Buffer | readonly Buffer[];
}

/** A response and its request. */
export interface WireAnswer {
  readonly request: WireRequest;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body; undefined without a body. */
  readonly body: Json;
}

/** Sends requests over keep-alive connections. `fetch` would normalize paths and headers. */
export interface Wire {
  send(request: WireRequest): Promise<WireAnswer>;
  close(): void;
}

/** Opens a connection pool to a local service. */
export function openWire(baseUrl: string): Wire {
  const { hostname, port } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true });
  const send = (request: WireRequest) =>
    new Promise<WireAnswer>((resolve, reject) => {
      const { method, target, headers, body } = request;
      const chunks = body === undefined ? [] : [body].flat();
      const sent = { ...framingOf(body), ...headers };
      const req = open({ agent, hostname, port, method, path: target, headers: sent });
      req.once('error', reject).once('response', (res) => {
        const finish = (content: string) => {
          const parsed: Json = content === '' ? undefined : JSON.parse(content);
          const status = res.statusCode ?? 0;
          resolve({ request, status, headers: res.headers, text: content, body: parsed });
        };
        text(res).then(finish).catch(reject);
      });
      for (const chunk of chunks) req.write(chunk);
      req.end();
    });
  return { send, close: () => agent.destroy() };
}

/** The framing of a body; Node sends none for a DELETE. */
function framingOf(body: WireRequest['body']): Record<string, string> {
  if (body === undefined) return {};
  return body instanceof Buffer
    ? { 'Content-Length': String(body.length) }
    : { 'Transfer-Encoding': 'chunked' };
}
