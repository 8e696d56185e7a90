import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Gateway, IdempotencyClaim } from '../src/graphql/gateway.js';
import type { Log } from '../src/platform/log.js';
import type { ReceivedFile } from '../src/platform/spool/received-file.js';
import type { CompiledRoute } from './compile-route.js';
import type { FormReader } from './form-reader.js';
import { headerOf } from './headers.js';
import { localeOf } from './locale.js';
import { pathOf } from './problem.js';
import type { Answer } from './shape.js';
import { traceOf } from './trace.js';

/** The facts of a request that the domain needs before authentication. */
export type RequestFacts = Parameters<Gateway['open']>[0];

/** The context in which the operations of a request run. */
export type RequestContext = Awaited<ReturnType<Gateway['open']>>;

/** The services that the steps use. */
export interface Services {
  readonly gateway: Gateway;
  readonly log: Log;
  readonly forms: FormReader;
}

/** One request on its way through the steps; each step sets values that later ones read. */
export interface Exchange {
  readonly services: Services;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly facts: RequestFacts;
  readonly route: CompiledRoute;
  readonly parameters: Readonly<Record<string, string>>;
  /** The raw query string, without its question mark. */
  readonly query: string;
  /** Whether the request used the compatibility namespace. */
  readonly compatible: boolean;
  ctx: RequestContext | null;
  body: unknown;
  /** The file of a form; closed when the request ends. */
  file: ReceivedFile | null;
  idempotencyKey: string | null;
  /** The idempotency key that this request holds while it runs. */
  claim: IdempotencyClaim | null;
  ifMatch: string | null;
  variables: Readonly<Record<string, unknown>>;
  /** The result of the operation's root field. */
  root: unknown;
  /**
   * The validator from which the ETag of a public response is made; null if the domain set none.
   */
  validator: string | null;
  answer: Answer | null;
}

/** The context of an authenticated exchange. Throws if a step runs too early. */
export function contextOf(exchange: Exchange): RequestContext {
  if (!exchange.ctx) throw new Error('the request is not authenticated yet');
  return exchange.ctx;
}

type Arrival = Pick<Exchange, 'req' | 'res' | 'facts' | 'parameters' | 'compatible'>;

/** Begins an exchange, with only the facts of the request line and headers. */
export function openExchange(services: Services, route: CompiledRoute, arrival: Arrival): Exchange {
  const url = arrival.req.url ?? '';
  const mark = url.indexOf('?');
  return {
    services,
    route,
    ...arrival,
    query: mark < 0 ? '' : url.slice(mark + 1),
    ctx: null,
    body: undefined,
    file: null,
    idempotencyKey: null,
    claim: null,
    ifMatch: null,
    variables: {},
    root: undefined,
    validator: null,
    answer: null,
  };
}

/** The facts that a request states about itself, before authentication. */
export function factsOf(req: IncomingMessage, address: string): RequestFacts {
  const { requestId, traceId } = traceOf(req);
  return {
    id: requestId,
    traceId,
    method: req.method ?? 'GET',
    path: pathOf(req),
    address,
    authorization: req.headers.authorization,
    locale: localeOf(headerOf(req, 'accept-language')),
  };
}
