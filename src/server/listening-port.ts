import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SendProblem } from '../../rest-facade/problem.js';
import { publicUrlOf } from '../config.js';
import { edgeHeadersOf } from './edge-headers.js';
import { answerOn, createListener } from './listener.js';
import type { RequestQueue } from './request-queue.js';
import { respondWhileStarting } from './respond-while-starting.js';

/** A listening port of a process. */
export interface ListeningPort {
  /** The bound port, even if port 0 was requested. */
  readonly port: number;
  /** Its URL on this machine, without a trailing slash. */
  readonly url: string;
  /** Starts to respond; at first, that the service is starting. */
  answer(answering: PortWriters): void;
  /** Passes all further requests to a handler. */
  serve(handler: RequestListener): void;
  /** Closes idle connections at once. Closes busy ones when they are done, or after a timeout. */
  close(): Promise<void>;
}

/** The parts that write the responses of a port. */
export interface PortWriters {
  readonly sendProblem: SendProblem;
  /** The URL that clients use, which decides about HSTS. */
  readonly publicUrl: string;
  readonly turns: RequestQueue;
}

const CLOSE_PATIENCE_MS = 10_000;
const IDLE_POLL_MS = 50;

/** Listens on a port, 0 for a free one. Throws Node's error for an address in use. */
export async function listenOnPort(host: string, asked: number): Promise<ListeningPort> {
  const server = createListener();
  server.listen(asked, host);
  await once(server, 'listening');
  // A listening TCP server always has an address with a port.
  const { port } = server.address() as AddressInfo;
  let serve: RequestListener = (_req, res) => res.destroy();
  return {
    port,
    url: publicUrlOf({ host, publicUrl: undefined }, port),
    answer({ sendProblem, publicUrl, turns }) {
      serve = respondWhileStarting(sendProblem);
      const headers = edgeHeadersOf(publicUrl);
      answerOn(server, { serve: (req, res) => serve(req, res), sendProblem, headers, turns });
    },
    serve(handler) {
      serve = handler;
    },
    close: () =>
      new Promise((resolve) => {
        // Clients keep a connection open after the last response, and Node has no event for an idle
        // connection.
        const idle = setInterval(() => server.closeIdleConnections(), IDLE_POLL_MS);
        const patience = setTimeout(() => server.closeAllConnections(), CLOSE_PATIENCE_MS);
        server.close(() => {
          clearInterval(idle);
          clearTimeout(patience);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
