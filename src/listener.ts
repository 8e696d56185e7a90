import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { SendProblem } from '../rest-facade/problem.js';
import { originForm, requestFault } from './arrival.js';
import { createCompression } from './edge/compression.js';
import { answerPreflight } from './edge/cors.js';
import { setEdgeHeaders } from './edge-headers.js';
import { createHangUp } from './hang-up.js';
import { createTurns, type Turns } from './one-at-a-time.js';
import { problem } from './registry/errors.js';
import { LIMITS } from './registry/limits.js';

/** How long clients may take; tests have less time. */
export interface Patience {
  readonly headSeconds: number;
  readonly requestSeconds: number;
  readonly keepAliveSeconds: number;
  /** Without a byte in either direction. */
  readonly silentSeconds: number;
  /** How often connections are looked at. */
  readonly checkSeconds: number;
}

const PATIENCE: Patience = { ...LIMITS, checkSeconds: 5 };

/**
 * The HTTP server of a process, with its bounds: a head of at most 16 KiB, a time for each part of
 * a request, a time for a client that reads nothing, and a number of connections. It neither
 * listens nor answers yet.
 */
export function createListener(patience: Patience = PATIENCE): Server {
  const server = createServer({
    maxHeaderSize: LIMITS.headerBytes,
    headersTimeout: patience.headSeconds * 1000,
    requestTimeout: patience.requestSeconds * 1000,
    keepAliveTimeout: patience.keepAliveSeconds * 1000,
    connectionsCheckingInterval: patience.checkSeconds * 1000,
    // Node's own refusal says nothing; requestFault asks for the same.
    requireHostHeader: false,
  });
  // Node would drop the headers above its count unseen, and one of them may be the credential.
  server.maxHeadersCount = 0;
  server.timeout = patience.silentSeconds * 1000;
  server.maxConnections = LIMITS.connections;
  // A client that sends FIN after its request still reads the response. Node has no option for it.
  return Object.assign(server, { httpAllowHalfOpen: true });
}

/** Who answers the requests of a listener. */
export interface Answering {
  readonly serve: RequestListener;
  readonly sendProblem: SendProblem;
  /** Headers of every response. */
  readonly headers: OutgoingHttpHeaders;
  /** For a body that is read into memory. */
  readonly bodySeconds?: number;
  /** Which request of a connection is in work. */
  readonly turns?: Turns;
}

/** The bytes of objects take as long as the line needs; the store watches over them itself. */
const STREAMED = '/storage/';

/** Whether a request says that it brings a form with a file, which takes longer than JSON. */
const isForm = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');

/**
 * Answers the requests of a listener, those of one connection one after the other. Every response
 * carries `X-Request-Id`, and what Node would answer by itself, or not at all, is a problem document
 * as well (Spec 2.10): what is no HTTP or too long, what takes too long, expectations other than
 * `100-continue`, tunnels.
 */
export function answerOn(server: Server, answering: Answering): void {
  const { serve, sendProblem, headers, bodySeconds = LIMITS.bodySeconds } = answering;
  const { turns = createTurns() } = answering;
  const compress = createCompression();
  const hangUp = createHangUp(sendProblem, headers);
  const begin = (req: IncomingMessage, res: ServerResponse) => {
    setEdgeHeaders(req, res, headers);
    const fault = requestFault(req);
    if (fault) {
      hangUp.refuse(req, res, problem('invalid_request', { log: fault }));
      return;
    }
    req.url = originForm(req.url ?? '/');
    if (answerPreflight(req, res)) return;
    compress(req, res);
    const seconds = isForm(req) ? LIMITS.fileFormSeconds : bodySeconds;
    if (!req.url.startsWith(STREAMED)) hangUp.after(seconds, req, res);
    serve(req, res);
  };
  const refuseExpectation = (req: IncomingMessage, res: ServerResponse) =>
    hangUp.refuse(req, res, problem('invalid_request', { log: 'an unknown expectation' }));
  server.on('request', (req, res) => {
    hangUp.follow(req, res);
    turns.take(req, res, begin);
  });
  server.on('checkExpectation', (req, res) => {
    hangUp.follow(req, res);
    turns.take(req, res, refuseExpectation);
  });
  server.on('connect', (req, socket: Socket) => hangUp.refuseTunnel(req, socket));
  server.on('clientError', (error, socket) => hangUp.clientError(error, socket));
}
