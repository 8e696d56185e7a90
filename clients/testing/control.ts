import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { FaultProxy } from './fault-proxy.js';
import { parseRules } from './faults.js';
import type { Person } from './person.js';

/** The server by which tests in any language rule the fault proxy and the person. */
export interface Control {
  readonly url: string;
  close(): void;
}

/**
 * Starts the control server:
 * - `PUT /faults` replaces the rules of the proxy.
 * - `GET /log` returns the requests since the last `DELETE /log`.
 * - `POST /sign-in` with `{"url"}` approves an authorization request and returns its outcome.
 */
export async function startControl(proxy: FaultProxy, person: Person): Promise<Control> {
  const server = createServer((request, reply) => {
    const send = (status: number, body: unknown) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    run(`${request.method} ${request.url}`, request, proxy, person).then(
      (body) => send(body === undefined ? 404 : 200, body ?? null),
      (error) => send(400, { error: String(error) }),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The body of the response, or undefined for an unknown route. */
async function run(
  route: string,
  request: IncomingMessage,
  { faults, log }: FaultProxy,
  person: Person,
): Promise<unknown> {
  const body = Buffer.concat(await request.toArray()).toString();
  switch (route) {
    case 'PUT /faults':
      faults.replace(parseRules(body));
      return {};
    case 'GET /log':
      return log;
    case 'DELETE /log':
      log.length = 0;
      return {};
    case 'POST /sign-in':
      return person.approve(z.object({ url: z.string() }).parse(JSON.parse(body)).url);
    default:
      return undefined;
  }
}
