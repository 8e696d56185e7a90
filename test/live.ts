import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Json } from './actors.js';

/** One event of a stream. */
export interface StreamEvent {
  readonly event: string;
  readonly data: Json;
}

/** A subscription over server-sent events, on a connection of its own. */
export interface OpenStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** The next event; null when the response has ended or broken off. */
  next(): Promise<StreamEvent | null>;
  /** The body of a response that is no stream. */
  problem(): Promise<Json>;
  close(): void;
}

/** Comments keep a connection open. */
const COMMENT = /^:/;

/** Subscribes as the holder of these headers. */
export async function subscribe(
  baseUrl: string,
  headers: Record<string, string>,
  body: { readonly query: string; readonly variables?: object },
): Promise<OpenStream> {
  const sent = request(`${baseUrl}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream', ...headers },
    agent: false,
  });
  sent.end(JSON.stringify(body));
  const [response]: IncomingMessage[] = await once(sent, 'response');
  if (!response) throw new Error('no response');
  sent.on('error', () => undefined);
  const blocks = blocksOf(response);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    async next() {
      const { value } = await blocks.next().catch(() => ({ value: undefined }));
      return value ? eventOf(value) : null;
    },
    async problem() {
      return JSON.parse((await response.toArray()).join(''));
    },
    close: () => sent.destroy(),
  };
}

async function* blocksOf(body: IncomingMessage): AsyncGenerator<string, undefined> {
  let text = '';
  for await (const bytes of body.setEncoding('utf8')) {
    text += bytes;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks.filter((block) => block !== '' && !COMMENT.test(block));
  }
}

function eventOf(block: string): StreamEvent {
  const [, event = '', data = ''] = /^event: (\w+)\ndata:(.*)$/s.exec(block) ?? [];
  return { event, data: data.trim() === '' ? null : JSON.parse(data) };
}
