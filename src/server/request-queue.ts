import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from '../registry/limits.js';

/** Starts the work of one request. */
type Begin = (req: IncomingMessage, res: ServerResponse) => void;

/** Serves the requests of each connection one after the other. */
export interface RequestQueue {
  /**
   * Starts a request now, or after the earlier requests of its connection. Never starts it if the
   * connection closes before.
   */
  take(req: IncomingMessage, res: ServerResponse, begin: Begin): void;
  /** The number of requests in progress, on all connections. */
  running(): number;
  /** The number of parsed requests that wait for an earlier one, on all connections. */
  waiting(): number;
  /** The number of connections that were closed because they sent too many requests ahead. */
  floods(): number;
}

/**
 * The maximum numbers of waiting requests, by default those of `LIMITS`. A connection is closed if
 * both are reached.
 */
export interface RequestQueueOptions {
  /** On one connection. */
  readonly perSocket?: number;
  /** On all connections together. */
  readonly inAll?: number;
}

/** A parsed request. */
interface Waiting {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly begin: Begin;
}

/** The waiting requests of one connection, and whether one is in progress. */
interface Line {
  readonly state: State;
  readonly socket: Socket;
  readonly waiting: Waiting[];
  isBusy: boolean;
}

/** The state of a queue. */
interface State {
  readonly perSocket: number;
  readonly inAll: number;
  readonly lines: WeakMap<Socket, Line>;
  running: number;
  total: number;
  floods: number;
}

/**
 * Creates the queue of a process. Node emits all requests of a packet at once, up to 2,000 of them.
 * The queue starts one at a time for each connection, and pauses reading from the socket while
 * others wait. A connection that sends still more is closed if both limits are reached.
 */
export function createRequestQueue(options: RequestQueueOptions = {}): RequestQueue {
  const { perSocket = LIMITS.pipelinedPerSocket, inAll = LIMITS.pipelinedInAll } = options;
  const state: State = { perSocket, inAll, lines: new WeakMap(), running: 0, total: 0, floods: 0 };
  return {
    take: (req, res, begin) => take(state, { req, res, begin }),
    running: () => state.running,
    waiting: () => state.total,
    floods: () => state.floods,
  };
}

function take(state: State, request: Waiting): void {
  const { socket } = request.req;
  // Closed or closing: the client would get no response.
  if (!socket.writable) return;
  const line = lineOf(state, socket);
  if (!line.isBusy) {
    start(line, request);
    return;
  }
  if (line.waiting.length >= state.perSocket && state.total >= state.inAll) {
    state.floods += 1;
    socket.destroy();
    return;
  }
  line.waiting.push(request);
  state.total += 1;
  socket.pause();
}

function lineOf(state: State, socket: Socket): Line {
  const known = state.lines.get(socket);
  if (known) return known;
  const line: Line = { state, socket, waiting: [], isBusy: false };
  state.lines.set(socket, line);
  socket.once('close', () => {
    state.total -= line.waiting.length;
    line.waiting.length = 0;
  });
  // Reading the body of a finished request implicitly resumes the socket.
  socket.on('resume', () => line.waiting.length > 0 && socket.pause());
  return line;
}

const LINE = Symbol('line');

/** A response with the line of its connection. */
interface LineResponse extends ServerResponse {
  [LINE]?: Line;
}

function start(line: Line, { req, res, begin }: Waiting): void {
  // A parser error ended this response while the request waited, and no other request follows.
  if (res.closed) return;
  line.isBusy = true;
  line.state.running += 1;
  (res as LineResponse)[LINE] = line;
  res.on('close', endTurn);
  if (!res.headersSent) begin(req, res);
}

/** One function for all responses: a closure for each costs time. */
function endTurn(this: LineResponse): void {
  const line = this[LINE];
  if (!line) return;
  line.state.running -= 1;
  // A synchronous response ends in the same turn of the event loop. Without this step, up to
  // 2,000 requests would run before the loop polls again.
  if (line.waiting.length > 0) setImmediate(startNext, line);
  else line.isBusy = false;
}

function startNext(line: Line): void {
  const { state, socket } = line;
  line.isBusy = false;
  const following = socket.writable ? line.waiting.shift() : undefined;
  if (!following) return;
  state.total -= 1;
  if (line.waiting.length === 0) socket.resume();
  start(line, following);
}
