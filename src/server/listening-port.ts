import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SendProblem } from '../../rest-facade/problem.js';
import { isOauthEndpoint } from '../auth/issuer/index.js';
import { publicUrlOf } from '../config/config.js';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import { edgeHeadersOf } from './edge-headers.js';
import { createListener, limitAddresses, respondOn, type ServeKnown } from './listener.js';
import type { RequestQueue } from './request-queue.js';

const RETRY_SECONDS = 1;

/**
 * Responds while the parts are opening. `/healthz` gets 200; every other request gets 503 and may
 * be repeated after a second.
 */
function respondWhileStarting(sendProblem: SendProblem): RequestListener {
  return (req, res) => {
    if (req.url === '/healthz') sendJson(res, 200, { status: 'ok' });
    else if (req.url === '/readyz') sendJson(res, 503, { status: 'starting' });
    else {
      const log = 'the service is starting';
      const known = { status: 503, retryAfterSeconds: RETRY_SECONDS, log };
      const isOauth = isOauthEndpoint(req.url ?? '/');
      sendProblem(req, res, problem(isOauth ? 'server_error' : 'service_unavailable', known));
    }
  };
}

function sendJson(res: ServerResponse, status: number, document: object): void {
  const body = JSON.stringify(document);
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Retry-After': String(RETRY_SECONDS),
  });
  res.end(body);
}

/** A listening port of a process. */
interface ListeningPort {
  /** The bound port, even if port 0 was requested. */
  readonly port: number;
  /** Its URL on this machine, without a trailing slash. */
  readonly url: string;
  /** Starts to respond. Until `serve` is called, requests learn that the service is starting. */
  respond(writers: PortWriters): void;
  /** Passes all further requests to a handler, unless `serveKnown` serves them. */
  serve(handler: RequestListener, serveKnown?: ServeKnown): void;
  /** Closes idle connections at once. Closes busy ones when they are done, or after a timeout. */
  close(): Promise<void>;
}

/** The parts that write the responses of a port. */
interface PortWriters {
  readonly sendProblem: SendProblem;
  /** The URL that clients use, which decides about HSTS. */
  readonly publicUrl: string;
  readonly turns: RequestQueue;
  /** Whether the peer of a request is a proxy of the operator. */
  readonly trustsPeer?: (req: IncomingMessage) => boolean;
}

const CLOSE_PATIENCE_MS = 10_000;
const IDLE_POLL_MS = 50;

/**
 * Listens on a port, 0 for a free one. The limit of connections per address does not apply to
 * proxies (`isProxy`); the limit of all connections does. Requests wait until `respond` is called.
 * Throws Node's error if it cannot listen, for example because the address is in use.
 */
export async function listenOnPort(
  host: string,
  requestedPort: number,
  isProxy: (address: string) => boolean = () => false,
): Promise<ListeningPort> {
  const server = createListener();
  limitAddresses(server, LIMITS.connectionsOfAddress, isProxy);
  const passEarlyRequests = keepEarlyRequests(server);
  server.listen(requestedPort, host);
  await once(server, 'listening');
  // A listening TCP server always has an address with a port.
  const { port } = server.address() as AddressInfo;
  let serve: RequestListener = (_req, res) => res.destroy();
  let known: ServeKnown = () => false;
  let endRests = () => {};
  return {
    port,
    url: publicUrlOf({ host, publicUrl: undefined }, port),
    respond({ sendProblem, publicUrl, turns, trustsPeer = () => false }) {
      serve = respondWhileStarting(sendProblem);
      const headers = edgeHeadersOf(publicUrl);
      endRests = respondOn(server, {
        serve: (req, res) => serve(req, res),
        serveKnown: (req, res) => known(req, res),
        sendProblem,
        headers,
        turns,
        trustsPeer,
      });
      passEarlyRequests();
    },
    serve(handler, handlesEarly = () => false) {
      serve = handler;
      known = handlesEarly;
    },
    close: () => closeListener(server, () => endRests()),
  };
}

/**
 * Keeps requests until the returned function passes them to the other listeners. Clients of a known
 * port may be faster than the caller.
 */
function keepEarlyRequests(server: Server): () => void {
  const early: Parameters<RequestListener>[] = [];
  const keep: RequestListener = (req, res) => early.push([req, res]);
  server.on('request', keep);
  return () => {
    server.off('request', keep);
    for (const [req, res] of early.splice(0)) server.emit('request', req, res);
  };
}

/**
 * Closes a listener and its connections: idle ones and rests of refused bodies at once, busy ones
 * after a timeout.
 */
function closeListener(server: Server, endRests: () => void): Promise<void> {
  return new Promise((resolve) => {
    // Clients keep a connection open after the last response, and Node has no event for an idle
    // connection.
    const closeUnused = () => {
      server.closeIdleConnections();
      endRests();
    };
    const idle = setInterval(closeUnused, IDLE_POLL_MS);
    const patience = setTimeout(() => server.closeAllConnections(), CLOSE_PATIENCE_MS);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(patience);
      resolve();
    });
    closeUnused();
  });
}
