import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SendProblem } from '../rest-facade/problem.js';
import { setEdgeHeaders } from './edge-headers.js';
import { problem, type RegisteredError } from './registry/errors.js';

/** How long a connection stays open behind its last answer: a reset would overtake the answer. */
const LINGER_MS = 1_000;

/** Refusals after which a connection is closed, since nobody knows where its next request begins. */
export interface HangUp {
  /** Remembers what is being answered on a connection. */
  follow(req: IncomingMessage, res: ServerResponse): void;
  /** Answers a request, and closes its connection. */
  refuse(req: IncomingMessage, res: ServerResponse, error: RegisteredError): void;
  /** Refuses a request whose body has not arrived within some seconds. */
  after(seconds: number, req: IncomingMessage, res: ServerResponse): void;
  /** Answers CONNECT, which no route takes. */
  refuseTunnel(req: IncomingMessage, socket: Socket): void;
  /** Answers what Node's parser or its clock gave up on, where an answer is still possible. */
  clientError(error: Error, socket: Duplex): void;
}

interface Pair {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** Makes the refusals of one listener; `headers` go with each of them. */
export function createHangUp(sendProblem: SendProblem, headers: OutgoingHttpHeaders): HangUp {
  const latest = new WeakMap<Duplex, Pair>();
  // The parser complains of every further packet of a connection again.
  const refused = new WeakSet<Duplex>();

  function refuse(req: IncomingMessage, res: ServerResponse, error: RegisteredError): void {
    refused.add(req.socket);
    res.shouldKeepAlive = false;
    setEdgeHeaders(req, res, headers);
    sendProblem(req, res, error);
  }

  /** Answers on a connection that no response of Node's belongs to. */
  function answerBare(req: IncomingMessage, socket: Socket, error: RegisteredError): void {
    const res = new ServerResponse(req);
    try {
      res.assignSocket(socket);
    } catch {
      // Another response still owns the socket. Nothing may throw into Node's parser.
      socket.destroy();
      return;
    }
    res.once('finish', () => {
      res.detachSocket(socket);
      linger(socket);
    });
    refuse(req, res, error);
  }

  /** A body that will not come to its end; what has begun to answer it may finish. */
  function breakOff({ req, res }: Pair, reason: string): void {
    // Node forgets a request once it is answered: who still reads its body would wait for ever.
    req.socket.once('close', () => req.destroy());
    if (!res.headersSent) refuse(req, res, problem('invalid_request', { log: reason }));
    else if (res.writableFinished) req.socket.destroySoon();
    else res.once('finish', () => req.socket.destroySoon());
  }

  return {
    follow(req, res) {
      latest.set(req.socket, { req, res });
    },
    refuse,
    after(seconds, req, res) {
      if (!announcesBody(req)) return;
      const onTime = () => {
        if (!req.complete) breakOff({ req, res }, 'the body takes too long');
      };
      const timer = setTimeout(onTime, seconds * 1000);
      req.once('close', () => clearTimeout(timer));
    },
    refuseTunnel(req, socket) {
      socket.on('error', () => socket.destroy()).resume();
      req.url = '/';
      whenAnswered(latest.get(socket), () => {
        if (socket.writable) answerBare(req, socket, problem('not_found'));
      });
    },
    clientError(error, socket) {
      // Its last answer is on the way already, and closes it.
      if (refused.has(socket)) return;
      const { code = '' } = error as NodeJS.ErrnoException;
      const isGone = code === 'ECONNRESET' || code === 'EPIPE' || !socket.writable;
      if (isGone || !(socket instanceof Socket) || socket.bytesRead === 0) {
        socket.destroy();
        return;
      }
      refused.add(socket);
      const last = latest.get(socket);
      if (last && !last.req.complete) breakOff(last, code);
      else whenAnswered(last, () => answerUnread(socket, code));
    },
  };

  // The error of the parser holds the bytes that it choked on, which may be a credential: only its
  // code goes on.
  function answerUnread(socket: Socket, code: string): void {
    if (!socket.writable) return;
    const req = new IncomingMessage(socket);
    req.url = '/';
    answerBare(req, socket, problem('invalid_request', { log: code }));
  }
}

/** Answers on one connection come in the order of its requests. */
function whenAnswered(last: Pair | undefined, next: () => void): void {
  if (!last || last.res.closed) next();
  else last.res.once('close', next);
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function linger(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.end();
}
