import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Responds to one request. */
export type FakeAnswer = (res: ServerResponse, path: string, body: string) => void;

/** A server in place of Meilisearch that answers as a test says. */
export interface FakeMeilisearch {
  readonly url: string;
  /** The paths of all requests. */
  readonly asked: readonly string[];
  answer(with_: FakeAnswer): void;
  close(): Promise<void>;
}

/** Answers with a status and a body. */
export function replies(status: number, body: string): FakeAnswer {
  return (res) => void res.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

/** An error as Meilisearch writes it. */
export function meiliError(status: number, code: string): FakeAnswer {
  return replies(status, JSON.stringify({ message: 'refused', code, type: 'system', link: '' }));
}

/** Never answers. */
export const SILENCE: FakeAnswer = () => undefined;

/** Starts the fake. It has no hits until a test says otherwise. */
export async function startFakeMeilisearch(): Promise<FakeMeilisearch> {
  let answer: FakeAnswer = replies(200, '{"hits":[]}');
  const asked: string[] = [];
  const server = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`);
    void text(req).then((body) => answer(res, req.url ?? '', body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answer(with_) {
      answer = with_;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
