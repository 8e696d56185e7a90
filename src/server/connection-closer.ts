import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SendProblem } from '../../rest-facade/problem.js';
import { announcesBody } from '../platform/http/headers.js';
import { problem, type RegisteredError } from '../registry/errors.js';
import { malformed } from '../registry/malformed.js';
import { setEdgeHeaders } from './edge-headers.js';

/**
 * How long a connection stays open after its last response, because a reset could overtake the
 * response.
 */
const LINGER_MS = 1_000;

/** A client that is silent for this long sends no more of a body whose response it has. */
const REST_SILENCE_MS = 10_000;

/** The largest rest of a body that is dropped after its response: more than any upload has. */
const REST_BYTES = 128 * 1024 * 1024;
const REST_POLL_MS = 100;

/**
 * Handles requests that cannot be read to their end: sends an error if possible, and closes the
 * connection, because it is unknown where the next request begins.
 */
export interface ConnectionCloser {
  /**
   * Records a new connection. From then on, when Node closes it, the rest of the last request's
   * body is read first. Node's own listeners must be there already.
   */
  open(socket: Socket): void;
  /** Records the current request and response of a connection. */
  follow(req: IncomingMessage, res: ServerResponse): void;
  /** Sends an error for a request, and closes its connection. */
  refuse(req: IncomingMessage, res: ServerResponse, error: RegisteredError): void;
  /**
   * Ends a request whose body is incomplete after `seconds`: refuses it, or closes its connection
   * if its response has been sent. Does nothing for a request without a body.
   */
  after(seconds: number, req: IncomingMessage, res: ServerResponse): void;
  /**
   * Closes the connections that stay open only for the rest of a body, and got their response at
   * least a second ago. For a shutdown, which repeats it.
   */
  endRests(): void;
  /** Rejects CONNECT, which no route supports. */
  refuseTunnel(req: IncomingMessage, socket: Socket): void;
  /** Responds to errors of Node's parser and to its timeouts, if a response is still possible. */
  clientError(error: Error, socket: Duplex): void;
}

type Listener = (...values: unknown[]) => void;

interface Pair {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** The state of one listener. */
interface Connections {
  readonly sendProblem: SendProblem;
  /** The headers of every response. */
  readonly headers: OutgoingHttpHeaders;
  readonly silentMs: number;
  /** The latest request of each connection. */
  readonly latest: WeakMap<Duplex, Pair>;
  /** The listeners of Node that continue a response when its connection has room again. */
  readonly drains: WeakMap<Duplex, readonly Listener[]>;
  /** Connections that got their error. The parser reports one for every further packet. */
  readonly refused: WeakSet<Duplex>;
  /**
   * Connections that got their last response while the client still sends its body, and when, by
   * `performance.now`.
   */
  readonly resting: Map<Socket, number>;
}

/** The parts of a listener's error handling. */
export interface CloserOptions {
  readonly sendProblem: SendProblem;
  /** The headers of every response. */
  readonly headers: OutgoingHttpHeaders;
  /** The longest time without a byte in either direction, in milliseconds. */
  readonly silentMs: number;
}

/** Creates the error handling of one listener. */
export function createConnectionCloser(options: CloserOptions): ConnectionCloser {
  const latest = new WeakMap<Duplex, Pair>();
  const drains = new WeakMap<Duplex, readonly Listener[]>();
  const refused = new WeakSet<Duplex>();
  const resting = new Map<Socket, number>();
  const all: Connections = { ...options, latest, drains, refused, resting };
  return {
    open(socket) {
      drains.set(socket, socket.listeners('drain') as Listener[]);
      socket.destroySoon = () => closeAfterBody(all, socket);
    },
    follow: (req, res) => void latest.set(req.socket, { req, res }),
    refuse: (req, res, error) => refuse(all, { req, res }, error),
    after: (seconds, req, res) => limitBody(all, seconds, { req, res }),
    endRests() {
      const latestStart = performance.now() - LINGER_MS;
      for (const [socket, since] of resting) if (since <= latestStart) closeNow(socket);
    },
    refuseTunnel(req, socket) {
      watchTunnel(all, socket);
      req.url = '/';
      whenResponded(all.latest.get(socket), () => {
        if (socket.writable) respondBare(all, req, socket, problem('not_found'));
      });
    },
    clientError: (error, socket) => onClientError(all, error, socket),
  };
}

function limitBody(all: Connections, seconds: number, { req, res }: Pair): void {
  if (req.complete || !announcesBody(req)) return;
  const { socket } = req;
  const onTime = () => {
    if (!req.complete) breakOff(all, { req, res }, 'the body takes too long');
  };
  const timer = setTimeout(onTime, seconds * 1000);
  const clear = () => {
    clearTimeout(timer);
    socket.off('close', clear);
  };
  req.once('close', clear);
  // Node does not close a request that has its response.
  socket.once('close', clear);
}

/**
 * Closes a connection after its last response. If the client still sends the body, it is read and
 * dropped first, because a reset could make the client lose the response. `limitBody` limits the
 * time.
 */
function closeAfterBody({ latest, resting }: Connections, socket: Socket): void {
  const last = latest.get(socket);
  if (!last || last.req.complete || !last.res.writableFinished || !socket.readable) {
    closeNow(socket);
    return;
  }
  socket.end();
  socket.setTimeout(REST_SILENCE_MS);
  resting.set(socket, performance.now());
  const mostRead = socket.bytesRead + REST_BYTES;
  // Node's parser reads from the socket natively, so there are no events with bytes to count.
  const count = setInterval(() => socket.bytesRead > mostRead && closeNow(socket), REST_POLL_MS);
  socket.once('close', () => {
    clearInterval(count);
    resting.delete(socket);
  });
  last.req.once('close', () => closeNow(socket)).resume();
}

/** Closes a connection as soon as everything is written, also if the client still sends. */
function closeNow(socket: Socket): void {
  Socket.prototype.destroySoon.call(socket);
}

/**
 * Watches a connection with a CONNECT request, as Node no longer does, so that the responses in
 * progress go on and a silent client is closed.
 */
function watchTunnel({ drains, silentMs }: Connections, socket: Socket): void {
  socket.on('error', () => socket.destroy()).resume();
  socket.setTimeout(silentMs, () => socket.destroy());
  for (const listener of drains.get(socket) ?? []) socket.on('drain', listener);
}

function onClientError(all: Connections, error: Error, socket: Duplex): void {
  const { latest, refused } = all;
  // The last response is already on its way, and closes the connection.
  if (refused.has(socket)) {
    endRest(latest.get(socket));
    return;
  }
  const { code = '' } = error as NodeJS.ErrnoException;
  const isGone = code === 'ECONNRESET' || code === 'EPIPE' || !socket.writable;
  if (isGone || !(socket instanceof Socket) || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  refused.add(socket);
  const last = latest.get(socket);
  if (last && !last.req.complete) breakOff(all, last, code);
  else whenResponded(last, () => respondUnread(all, socket, code));
}

/** Stops waiting for the rest of a body that broke after its response. */
function endRest(last: Pair | undefined): void {
  if (last?.res.writableFinished && !last.req.complete) closeNow(last.req.socket);
}

function refuse(all: Connections, { req, res }: Pair, error: RegisteredError): void {
  all.refused.add(req.socket);
  res.shouldKeepAlive = false;
  setEdgeHeaders(req, res, all.headers);
  all.sendProblem(req, res, error);
}

/** Responds on a connection for which Node has created no response. */
function respondBare(
  all: Connections,
  req: IncomingMessage,
  socket: Socket,
  error: RegisteredError,
): void {
  const res = new ServerResponse(req);
  try {
    res.assignSocket(socket);
  } catch {
    // Another response still owns the socket. An error must not reach Node's parser.
    socket.destroy();
    return;
  }
  res.once('finish', () => {
    res.detachSocket(socket);
    linger(socket);
  });
  refuse(all, { req, res }, error);
}

/** Ends a request whose body will stay incomplete. A response in progress may finish. */
function breakOff(all: Connections, { req, res }: Pair, reason: string): void {
  // Node drops a request after its response. Without this, a reader of its body would wait
  // forever.
  req.socket.once('close', () => req.destroy());
  req.socket.destroySoon = Socket.prototype.destroySoon;
  if (!res.headersSent) refuse(all, { req, res }, malformed('cut_short', reason));
  else if (res.writableFinished) req.socket.destroySoon();
  else res.once('finish', () => req.socket.destroySoon());
}

/**
 * A parser error contains the offending bytes, which may be a credential. Only its code is used.
 */
function respondUnread(all: Connections, socket: Socket, code: string): void {
  if (!socket.writable) return;
  const req = new IncomingMessage(socket);
  req.url = '/';
  respondBare(all, req, socket, malformed('http', code));
}

/** Runs `next` after the current response, because responses follow the order of requests. */
function whenResponded(last: Pair | undefined, next: () => void): void {
  if (!last || last.res.closed) next();
  else last.res.once('close', next);
}

function linger(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.end();
}
