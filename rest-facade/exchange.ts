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

/** What the domain is told of a request before anybody is authenticated. */
export type RequestFacts = Parameters<Gateway['open']>[0];

/** What the domain answers that with: the context that its operations run in. */
export type RequestContext = Awaited<ReturnType<Gateway['open']>>;

/** What the steps work with, beside the request. */
export interface Services {
  readonly gateway: Gateway;
  readonly log: Log;
  readonly forms: FormReader;
}

/** One request on its way through the steps; each step fills in what the later ones read. */
export interface Exchange {
  readonly services: Services;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly facts: RequestFacts;
  readonly route: CompiledRoute;
  readonly parameters: Readonly<Record<string, string>>;
  /** The raw query string, without its question mark. */
  readonly query: string;
  /** Whether the compatibility namespace was asked. */
  readonly compatible: boolean;
  ctx: RequestContext | null;
  body: unknown;
  /** What a form brought beside its JSON; closed when the request ends. */
  file: ReceivedFile | null;
  idempotencyKey: string | null;
  /** The key that this request holds while it runs. */
  claim: IdempotencyClaim | null;
  ifMatch: string | null;
  variables: Readonly<Record<string, unknown>>;
  /** What the operation's root field answered with. */
  root: unknown;
  /** What the domain named a public answer by; null where it did not. */
  validator: string | null;
  answer: Answer | null;
}

/** The context of an exchange that has been authenticated. Throws where a step runs too early. */
export function contextOf(exchange: Exchange): RequestContext {
  if (!exchange.ctx) throw new Error('the request is not authenticated yet');
  return exchange.ctx;
}

type Arrival = Pick<Exchange, 'req' | 'res' | 'facts' | 'parameters' | 'compatible'>;

/** Begins an exchange: nothing is known of it yet but what the request line and headers say. */
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

/** What a request says of itself, before anybody is authenticated. */
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
