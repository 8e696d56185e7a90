import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Gateway } from '../../src/graphql/gateway.js';
import { isPageRequest, quotaHeaders } from '../../src/platform/http/headers.js';
import { announcesBody } from '../json-body.js';
import { isAnonymous } from '../public-response.js';
import { factsOf, type RequestClient, type RoutedRequest } from '../routed-request.js';
import { requestIdOf } from '../trace.js';
import { sendShared } from './send-shared.js';
import type { OpenContext, PublicRead, SharedReads, Waiter } from './shared-reads.js';

/** A public read that an earlier request of the same address has made. */
export interface KnownRead extends PublicRead {
  readonly cost: Parameters<Gateway['admit']>[1];
  /** The headers of each response, each name before its value. */
  readonly headers: readonly string[];
}

/** The public reads by their address: what the steps of an earlier request have found. */
export interface KnownReads {
  /** The read of an anonymous program's request, or null if the steps must find it. */
  find(req: IncomingMessage): KnownRead | null;
  /** Remembers the read of a request, and returns it. */
  learn(request: RoutedRequest, variables: PublicRead['variables']): KnownRead;
}

/** The memory of all addresses: a long one takes as much as many short ones. */
const ADDRESSES_BYTES = 8 * 1024 * 1024;
const ENTRY_BYTES = 512;

/** Creates an empty store. `headersOf` gives the headers of all responses of a route. */
export function createKnownReads(
  headersOf: (request: RoutedRequest) => OutgoingHttpHeaders,
): KnownReads {
  const reads = new LRUCache<string, KnownRead>({ maxSize: ADDRESSES_BYTES });
  return {
    find(req) {
      const { method } = req;
      if (method !== 'GET' && method !== 'HEAD') return null;
      if (!isAnonymous(req) || announcesBody(req) || isPageRequest(req)) return null;
      return reads.get(req.url ?? '') ?? null;
    },
    learn(request, variables) {
      const { route, query, req } = request;
      const headers = Object.entries(headersOf(request)).flatMap(([name, value]) => [
        name,
        String(value),
      ]);
      // Copied: parts of a parsed text keep the whole of it in memory.
      const [own, url] = structuredClone([variables, req.url ?? '']);
      const known = { route, variables: own, cost: route.costOf(query.values), headers };
      reads.set(url, known, { size: ENTRY_BYTES + 4 * url.length });
      return known;
    },
  };
}

/** The parts that serve a known read. */
export interface KnownReadServices {
  readonly gateway: Gateway;
  readonly sharedReads: SharedReads;
  readonly clientOf: (req: IncomingMessage) => RequestClient;
}

/** A known read of one request, and what it does if it fails. */
export interface KnownRequest {
  readonly known: KnownRead;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  fail(error: unknown): void;
}

/**
 * Serves a known read: the steps of a public read without those whose result the address
 * determines. It counts the request in the buckets of its address, and waits for the next run.
 * Before a failure, it sets the headers of every response. It uses functions instead of promises,
 * each of which costs a repeated read about a microsecond.
 */
export function serveKnown(services: KnownReadServices, request: KnownRequest): void {
  const { gateway, clientOf } = services;
  const { known, req, res } = request;
  const headers = [...known.headers, 'X-Request-Id', requestIdOf(req)];
  const fail = (error: unknown) => {
    for (const [name, value] of pairsOf(headers)) if (!res.headersSent) res.setHeader(name, value);
    request.fail(error);
  };
  const open = () => gateway.open(factsOf(req, clientOf(req), known.route.route.audience));
  const wait = (context: OpenContext) =>
    waitForRun(services, { ...request, fail, headers }, context);
  if (gateway.hasLimits) countFirst(gateway, known, open(), headers).then(wait, fail);
  else wait(open);
}

/** Counts a request in the buckets of its address, and adds the headers that tell its quota. */
async function countFirst(
  gateway: Gateway,
  { cost }: KnownRead,
  opened: ReturnType<OpenContext>,
  headers: string[],
): Promise<OpenContext> {
  const ctx = await opened;
  const quota = quotaHeaders(await gateway.admit(ctx, cost));
  for (const [name, value] of Object.entries(quota)) headers.push(name, value);
  return () => ctx;
}

interface WaitingRequest extends KnownRequest {
  readonly headers: string[];
}

function waitForRun(
  { sharedReads }: KnownReadServices,
  { known, req, res, headers, fail }: WaitingRequest,
  context: OpenContext,
): void {
  const waiter: Waiter = {
    req,
    context,
    resolve(result) {
      try {
        sendShared(req, res, result, headers)?.catch(fail);
      } catch (error) {
        fail(error);
      }
    },
    reject: fail,
  };
  sharedReads.join(known, waiter);
  res.on('close', () => sharedReads.leave(known, waiter));
}

/** The pairs of a flat list of names and values. */
function* pairsOf(flat: readonly string[]): Generator<[name: string, value: string]> {
  for (let at = 0; at < flat.length; at += 2) yield [flat[at] ?? '', flat[at + 1] ?? ''];
}
