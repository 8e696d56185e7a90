import { once } from 'node:events';
import http, {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** The faults of a proxy. */
export interface ProxyFaults {
  /** Names of request headers that it removes, in lower case. */
  readonly dropped?: readonly string[];
  /** Names of response headers that it removes, in lower case. */
  readonly lost?: readonly string[];
  readonly buffersRequests?: boolean;
  readonly buffersResponses?: boolean;
  /** How often it sends a request whose connection breaks. */
  readonly attempts?: number;
  /** How long it holds each request back before it sends it. */
  readonly queuedMs?: number;
  /** The status with which it answers everything itself. */
  readonly refuses?: number;
}

/** A reverse proxy on this machine. */
export interface FaultyProxy {
  readonly url: string;
  /** Names the service behind it. */
  forwardTo(origin: string): void;
  close(): void;
}

/** Starts a reverse proxy with faults. A request whose connection breaks gets 502, as by any proxy. */
export async function startFaultyProxy(faults: ProxyFaults): Promise<FaultyProxy> {
  let origin = '';
  const server = http.createServer((near, reply) => {
    if (faults.refuses === undefined) void pass(origin, faults, near, reply);
    else if (faults.refuses !== 101) reply.writeHead(faults.refuses).end();
    else
      near.socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    forwardTo(given) {
      origin = given;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function pass(
  origin: string,
  faults: ProxyFaults,
  near: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  const { attempts = 1, buffersRequests = false, queuedMs = 0, dropped } = faults;
  await setTimeout(queuedMs);
  const whole = buffersRequests || attempts > 1 ? await bodyOf(near) : null;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const far = http.request(`${origin}${near.url}`, {
      method: near.method,
      headers: without(near.headers, dropped),
    });
    const responded = once(far, 'response').catch(() => []);
    if (whole) far.end(whole);
    else near.pipe(far);
    const [response] = (await responded) as [IncomingMessage?];
    if (response) {
      await giveBack(response, faults, reply);
      return;
    }
  }
  reply.writeHead(502).end();
}

async function giveBack(
  far: IncomingMessage,
  { lost, buffersResponses }: ProxyFaults,
  reply: ServerResponse,
): Promise<void> {
  reply.writeHead(far.statusCode ?? 502, without(far.headers, lost));
  if (buffersResponses) {
    reply.end(await bodyOf(far));
    return;
  }
  reply.flushHeaders();
  far.pipe(reply);
}

function without(headers: IncomingHttpHeaders, names: readonly string[] = []): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
