import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { SendProblem } from '../../rest-facade/problem.js';
import { respondToPreflight } from '../edge/cors.js';
import { originForm, requestFault } from '../edge/request-fault.js';
import { tracerNow } from '../platform/tracing/tracing.js';
import { LIMITS } from '../registry/limits.js';
import { type MalformedPart, malformed } from '../registry/malformed.js';
import { networkOf } from '../request/network.js';
import { type ConnectionCloser, createConnectionCloser } from './connection-closer.js';
import { setEdgeHeaders } from './edge-headers.js';
import { createRequestQueue, type RequestQueue } from './request-queue.js';
import { traceRequest } from './trace-request.js';

/** The timeouts for clients, in seconds. Tests use shorter ones. */
export interface Patience {
  readonly headSeconds: number;
  readonly requestSeconds: number;
  readonly keepAliveSeconds: number;
  /** The longest time without a byte in either direction. */
  readonly silentSeconds: number;
  /** The interval of the connection checks. */
  readonly checkSeconds: number;
}

const PATIENCE: Patience = { ...LIMITS, checkSeconds: 5 };

/**
 * Creates the HTTP server of a process. It limits the size of the request head, the time for each
 * part of a request, silent clients and the number of connections. It does not listen or respond
 * yet.
 */
export function createListener(patience: Patience = PATIENCE): Server {
  const server = createServer({
    maxHeaderSize: LIMITS.headerBytes,
    headersTimeout: patience.headSeconds * 1000,
    requestTimeout: patience.requestSeconds * 1000,
    keepAliveTimeout: patience.keepAliveSeconds * 1000,
    connectionsCheckingInterval: patience.checkSeconds * 1000,
    // Node's own rejection has an empty body; requestFault makes the same check.
    requireHostHeader: false,
  });
  // Node would silently drop headers above its limit, and one of them may be the credential.
  server.maxHeadersCount = 0;
  server.timeout = patience.silentSeconds * 1000;
  limitConnections(server, LIMITS.connections);
  // A client that sends FIN after its request still reads the response. Node has no option for
  // this.
  return Object.assign(server, { httpAllowHalfOpen: true });
}

/**
 * Closes each connection beyond `most` at once. Node's `maxConnections` is not used: processes that
 * share a listener would pass such a connection around for ever.
 */
export function limitConnections(server: Server, most: number): void {
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    if (open > most) socket.destroy();
  });
}

/**
 * Closes each connection beyond `most` of one address at once, so that one client cannot take all
 * connections. An address is an IPv4 address or the /64 of an IPv6 address. Addresses for which
 * `isProxy` is true have no such limit.
 */
export function limitAddresses(
  server: Server,
  most: number,
  isProxy: (address: string) => boolean,
): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    // Absent if the client has already left.
    if (remoteAddress === undefined || isProxy(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
    if (count > most) socket.destroy();
  });
}

/**
 * Serves a request and returns true; no header is set yet. Returns false if it does not serve it.
 */
export type ServeKnown = (req: IncomingMessage, res: ServerResponse) => boolean;

/** The handlers of a listener's requests. */
export interface Responding {
  readonly serve: RequestListener;
  readonly serveKnown?: ServeKnown;
  readonly sendProblem: SendProblem;
  /** The headers of every response. */
  readonly headers: OutgoingHttpHeaders;
  /** The timeout for a body that is read into memory; `LIMITS.bodySeconds` by default. */
  readonly bodySeconds?: number;
  /**
   * The timeout for a form with a file, and for the rest of an upload to the store after its
   * response; `LIMITS.fileFormSeconds` by default.
   */
  readonly fileSeconds?: number;
  /** Serializes the requests of each connection. */
  readonly turns?: RequestQueue;
  /** Whether the peer of a request is a proxy of the operator, whose traces continue. */
  readonly trustsPeer?: (req: IncomingMessage) => boolean;
}

/**
 * Object uploads take as long as the connection needs; the store enforces its own timeouts. Only
 * after a response, the rest of a body has a time limit.
 */
const STREAMED = '/storage/';

/** Returns whether a request declares a form with a file, which takes longer than JSON. */
const isForm = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');

/** Limits the time of bodies, other than that of an upload to the store before its response. */
function bodyLimiter(
  closer: ConnectionCloser,
  bodySeconds: number,
  fileSeconds: number = LIMITS.fileFormSeconds,
): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    const seconds = isForm(req) ? fileSeconds : bodySeconds;
    if (!req.url?.startsWith(STREAMED)) closer.after(seconds, req, res);
    else res.once('finish', () => closer.after(fileSeconds, req, res));
  };
}

/**
 * Handles the requests of a listener, those of one connection one after the other. Every response
 * has `X-Request-Id`. Problem documents (Spec 2.10) replace Node's own responses to invalid or
 * oversized requests, timeouts, tunnels, and expectations other than `100-continue`. Returns the
 * function `ConnectionCloser.endRests`, for a shutdown.
 */
export function respondOn(server: Server, responding: Responding): () => void {
  const { serve, sendProblem, headers, bodySeconds = LIMITS.bodySeconds } = responding;
  const { turns = createRequestQueue(), serveKnown = () => false } = responding;
  const { trustsPeer = () => false } = responding;
  const closer = createConnectionCloser({ sendProblem, headers, silentMs: server.timeout });
  const limitBody = bodyLimiter(closer, bodySeconds, responding.fileSeconds);
  const refuse = (req: IncomingMessage, res: ServerResponse, part: MalformedPart) => {
    closer.after(bodySeconds, req, res);
    closer.refuse(req, res, malformed(part));
  };
  const respond = (req: IncomingMessage, res: ServerResponse) => {
    const fault = requestFault(req);
    if (fault) return refuse(req, res, fault);
    req.url = originForm(req.url ?? '/');
    limitBody(req, res);
    if (serveKnown(req, res)) return;
    setEdgeHeaders(req, res, headers);
    if (respondToPreflight(req, res)) return;
    serve(req, res);
  };
  const begin = (req: IncomingMessage, res: ServerResponse) => {
    const tracer = tracerNow();
    if (tracer === null) respond(req, res);
    else traceRequest({ tracer, trustsPeer }, req, res, () => respond(req, res));
  };
  server.on('connection', closer.open);
  server.on('request', (req, res) => {
    closer.follow(req, res);
    turns.take(req, res, begin);
  });
  server.on('checkExpectation', (req, res) => {
    closer.follow(req, res);
    turns.take(req, res, () => refuse(req, res, 'expectation'));
  });
  server.on('connect', (req, socket: Socket) => closer.refuseTunnel(req, socket));
  server.on('clientError', (error, socket) => closer.clientError(error, socket));
  return closer.endRests;
}
