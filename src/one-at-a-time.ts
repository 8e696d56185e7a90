import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from './registry/limits.js';

/** Begins the work of one request. */
type Begin = (req: IncomingMessage, res: ServerResponse) => void;

/** Serves the requests of each connection one after the other. */
export interface Turns {
  /** Begins a request now, or after the earlier requests of its connection. */
  take(req: IncomingMessage, res: ServerResponse, begin: Begin): void;
  /** How many parsed requests wait for an earlier one, on all connections. */
  waiting(): number;
  /** How many connections were closed because they sent too many requests ahead. */
  floods(): number;
}

/** How many requests may wait for earlier ones. */
export interface TurnsOptions {
  /** On one connection, whatever other connections hold. */
  readonly perSocket?: number;
  /** On all connections together. */
  readonly inAll?: number;
}

interface Pair {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** The requests of one connection that wait, and whether one of it is in work. */
interface Line {
  readonly waiting: (Pair & { readonly begin: Begin })[];
  isBusy: boolean;
}

/**
 * Node parses everything that a packet holds and announces each request at once, up to 2,000 of
 * them. This line starts one at a time and stops reading from the socket meanwhile. Requests that
 * were parsed already wait without any work. A connection that sends more ahead than fits is closed:
 * the parser cannot be stopped within a packet.
 */
export function createTurns(options: TurnsOptions = {}): Turns {
  const { perSocket = LIMITS.pipelinedPerSocket, inAll = LIMITS.pipelinedInAll } = options;
  const lines = new WeakMap<Socket, Line>();
  let total = 0;
  let floods = 0;

  function lineOf(socket: Socket): Line {
    const known = lines.get(socket);
    if (known) return known;
    const line: Line = { waiting: [], isBusy: false };
    lines.set(socket, line);
    socket.once('close', () => {
      total -= line.waiting.length;
      line.waiting.length = 0;
    });
    // Reading the body of a finished request resumes the socket behind our back.
    socket.on('resume', () => line.waiting.length > 0 && socket.pause());
    return line;
  }

  function start(line: Line, { req, res, begin }: Line['waiting'][number]): void {
    line.isBusy = true;
    // A response without any wait ends in the same turn of the event loop. Without this step up to
    // 2,000 requests run before the loop polls again.
    res.once('close', () => setImmediate(() => next(line, req.socket)));
    // A parser error may have answered this request while it waited.
    if (!res.headersSent) begin(req, res);
  }

  function next(line: Line, socket: Socket): void {
    line.isBusy = false;
    const following = socket.destroyed ? undefined : line.waiting.shift();
    if (!following) return;
    total -= 1;
    if (line.waiting.length === 0) socket.resume();
    start(line, following);
  }

  return {
    take(req, res, begin) {
      const { socket } = req;
      if (socket.destroyed) return;
      const line = lineOf(socket);
      if (!line.isBusy) {
        start(line, { req, res, begin });
        return;
      }
      if (line.waiting.length >= perSocket && total >= inAll) {
        floods += 1;
        socket.destroy();
        return;
      }
      line.waiting.push({ req, res, begin });
      total += 1;
      socket.pause();
    },
    waiting: () => total,
    floods: () => floods,
  };
}
