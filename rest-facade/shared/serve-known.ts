import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Gateway } from '../../src/graphql/gateway.js';
import { loopTime } from '../../src/platform/clock.js';
import { quotaHeaders } from '../../src/platform/http/headers.js';
import type { Span } from '../../src/platform/tracing/tracing.js';
import type { Quota } from '../../src/registry/errors.js';
import { factsOf, type RequestClient, type RequestContext } from '../routed-request.js';
import { requestIdOf } from '../trace.js';
import type { KnownRead } from './known-reads.js';
import { sendShared } from './send-shared.js';
import type { SharedReads, SharedResult, Waiter } from './shared-reads.js';

/** Reports an ended request and its duration. `operation` is null for a URL without one. */
export type Report = (
  req: IncomingMessage,
  res: ServerResponse,
  operation: string | null,
  milliseconds: number,
) => void;

/** The parts that serve known reads. */
export interface KnownReadServices {
  readonly gateway: Gateway;
  readonly sharedReads: SharedReads;
  readonly clientOf: (req: IncomingMessage) => RequestClient;
  readonly report: Report;
  /** Sends an error. The headers of the response are already set. */
  fail(req: IncomingMessage, res: ServerResponse, error: unknown): void;
}

const REQUEST = Symbol('known request');

interface KnownResponse extends ServerResponse {
  [REQUEST]?: KnownRequest;
}

/**
 * Serves a known read. It counts the request in the rate limits of the client's IP address, waits
 * for the next shared run, and reports the request when its response has ended. It skips the steps
 * whose result the URL determines, such as routing and parsing.
 */
export function serveKnown(
  services: KnownReadServices,
  known: KnownRead,
  req: IncomingMessage,
  res: KnownResponse,
): void {
  const request = new KnownRequest(services, known, req, res);
  res[REQUEST] = request;
  res.on('close', end);
  request.begin();
}

function end(this: KnownResponse): void {
  this[REQUEST]?.end();
}

/**
 * One request of a known read. It uses the methods of one object instead of functions and promises
 * of its own, each of which costs a repeated read about a microsecond.
 */
class KnownRequest implements Waiter {
  readonly req: IncomingMessage;
  span: Span | null = null;
  readonly #services: KnownReadServices;
  readonly #known: KnownRead;
  readonly #res: ServerResponse;
  /** Each name before its value. */
  readonly #headers: string[];
  readonly #began = loopTime();

  constructor(
    services: KnownReadServices,
    known: KnownRead,
    req: IncomingMessage,
    res: ServerResponse,
  ) {
    this.#services = services;
    this.#known = known;
    this.req = req;
    this.#res = res;
    this.#headers = [...known.headers, 'X-Request-Id', requestIdOf(req)];
  }

  begin(): void {
    const { gateway, clientOf } = this.#services;
    if (!gateway.hasLimits) {
      this.#wait(null);
      return;
    }
    try {
      const quota = gateway.admitAnonymous(clientOf(this.req).address, this.#known.cost);
      if (quota instanceof Promise) quota.then(this.#wait.bind(this)).catch(this.reject.bind(this));
      else this.#wait(quota);
    } catch (error) {
      this.reject(error);
    }
  }

  /** Waits for the next run; the response shows the quota of the client's IP address. */
  #wait(quota: Quota | null): void {
    for (const [name, value] of Object.entries(quotaHeaders(quota)))
      this.#headers.push(name, value);
    // The client may have left while the request was counted.
    if (!this.#res.closed) this.#services.sharedReads.join(this.#known, this);
  }

  context(): Promise<RequestContext> {
    const { gateway, clientOf } = this.#services;
    const { audience } = this.#known.route.route;
    return gateway.open(factsOf(this.req, clientOf(this.req), audience));
  }

  resolve(result: SharedResult): void {
    try {
      sendShared(this.req, this.#res, result, this.#headers)?.catch((error) => this.reject(error));
    } catch (error) {
      this.reject(error);
    }
  }

  reject(error: unknown): void {
    const res = this.#res;
    const headers = this.#headers;
    for (let at = 0; at < headers.length && !res.headersSent; at += 2) {
      res.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
    }
    this.#services.fail(this.req, res, error);
  }

  /** The response has ended, or the client has left. */
  end(): void {
    const { sharedReads, report } = this.#services;
    sharedReads.leave(this.#known, this);
    report(this.req, this.#res, this.#known.route.operationId, performance.now() - this.#began);
  }
}
