import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform, type TransformCallback } from 'node:stream';
import { createFaultRules, type Fault, type FaultOf, type FaultRules } from './faults.js';

/** One request that reached the proxy. */
export interface LoggedRequest {
  readonly method: string;
  /** The path with the query string. */
  readonly path: string;
  readonly range: string | null;
  readonly if_match: string | null;
  /** The status that the client was sent; null until then, and if the connection broke first. */
  status: number | null;
  readonly headers: IncomingHttpHeaders;
  /** The requests with the same method that the proxy had not answered yet, this one included. */
  readonly in_flight: number;
}

/** An HTTP proxy in front of the service that breaks exchanges by rules. */
export interface FaultProxy {
  readonly url: string;
  readonly faults: FaultRules;
  readonly log: LoggedRequest[];
  /** Names the port of the service on this machine. */
  forwardTo(port: number): void;
  close(): void;
}

/**
 * Requests by which the service tests this proxy itself. They are neither logged nor subject to the
 * rules of tests.
 */
const OF_SERVICE = /\/proxy-probe\?/;

/** Starts a proxy on a free port of the loopback interface. */
export async function startFaultProxy(): Promise<FaultProxy> {
  const faults = createFaultRules();
  const log: LoggedRequest[] = [];
  const unanswered: string[] = [];
  let target = 0;
  const server = createServer((near, reply) => {
    const { method = 'GET', url: path = '/', headers } = near;
    const isOfService = OF_SERVICE.test(path);
    if (!isOfService) {
      unanswered.push(method);
      reply.on('close', () => void unanswered.splice(unanswered.indexOf(method), 1));
    }
    const entry: LoggedRequest = {
      method,
      path,
      range: headers.range ?? null,
      if_match: headers['if-match'] ?? null,
      status: null,
      headers,
      in_flight: unanswered.filter((other) => other === method).length,
    };
    // A destroyed connection is part of the test.
    for (const side of [near, reply]) side.on('error', () => undefined);
    const exchange = { near, reply, entry, target };
    if (isOfService) {
      pass(exchange, null);
      return;
    }
    log.push(entry);
    const fault = faults.take(method, path);
    if (fault?.kind === 'hold') faults.whenReplaced(() => pass(exchange, null));
    else handle(exchange, fault);
  });
  // An idle connection that closes just before the next request would look like a fault.
  server.keepAliveTimeout = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    log,
    forwardTo(servicePort) {
      target = servicePort;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** One request and the response that the client waits for. */
interface Exchange {
  readonly near: IncomingMessage;
  readonly reply: ServerResponse;
  readonly entry: LoggedRequest;
  /** The port of the service. */
  readonly target: number;
}

function handle(exchange: Exchange, fault: Fault | null): void {
  const { near } = exchange;
  if (fault?.kind === 'refuse') near.socket.destroy();
  else if (fault?.kind === 'status') {
    const { status, body, type } = fault;
    respond(exchange, status, { 'content-type': type, ...fault.headers }, body);
  } else if (fault?.kind === 'redirect') {
    respond(exchange, fault.status, { location: fault.location }, '');
  } else pass(exchange, fault);
}

/** Forwards a request to the service. */
function pass(exchange: Exchange, fault: Fault | null): void {
  const { near, reply, entry } = exchange;
  const far = request({
    host: '127.0.0.1',
    port: exchange.target,
    method: entry.method,
    path: entry.path,
    headers: fault?.kind === 'ignore-range' ? withoutRange(near.headers) : near.headers,
  });
  far.on('error', () => near.socket.destroy());
  reply.on('close', () => far.destroy());
  far.on('response', (response) => forward(exchange, response, fault));
  if (fault?.kind === 'cut-request') near.pipe(cutAfter(fault.after, near)).pipe(far);
  else near.pipe(far);
}

function respond(
  { near, reply, entry }: Exchange,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): void {
  entry.status = status;
  // Unread bytes of the request would keep the connection from being used again.
  near.resume();
  reply.writeHead(status, headers).end(body);
}

function forward({ near, reply, entry }: Exchange, far: IncomingMessage, fault: Fault | null) {
  if (fault?.kind === 'drop-response') {
    far.resume();
    far.on('end', () => near.socket.destroy());
    return;
  }
  far.on('error', () => near.socket.destroy());
  const headers = fault?.kind === 'headers' ? changed(far.headers, fault) : far.headers;
  entry.status = far.statusCode ?? 502;
  reply.writeHead(entry.status, headers);
  if (fault?.kind === 'cut') far.pipe(cutAfter(fault.after, near)).pipe(reply);
  else if (fault?.kind === 'corrupt') far.pipe(flipByte(fault.at)).pipe(reply);
  else far.pipe(reply);
}

function withoutRange({ range: _, ...others }: IncomingHttpHeaders): IncomingHttpHeaders {
  return others;
}

function changed(headers: IncomingHttpHeaders, { set, remove }: FaultOf<'headers'>) {
  const kept = Object.entries(headers).filter(([name]) => !remove.includes(name));
  return { ...Object.fromEntries(kept), ...set };
}

/** Passes so many bytes, and destroys the connection of the client if more bytes follow. */
function cutAfter(limit: number, near: IncomingMessage): Transform {
  let left = limit;
  return new Transform({
    transform(bytes: Buffer, _encoding, done: TransformCallback) {
      const passed = bytes.subarray(0, left);
      left -= passed.length;
      done(null, passed);
      if (passed.length < bytes.length) setImmediate(() => near.socket.destroy());
    },
  });
}

function flipByte(at: number): Transform {
  let seen = 0;
  return new Transform({
    transform(bytes: Buffer, _encoding, done: TransformCallback) {
      const index = at - seen;
      seen += bytes.length;
      const broken = Buffer.from(bytes);
      const byte = broken[index];
      if (byte !== undefined) broken[index] = 0xff ^ byte;
      done(null, broken);
    },
  });
}
