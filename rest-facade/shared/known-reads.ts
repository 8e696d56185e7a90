import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Gateway } from '../../src/graphql/gateway.js';
import { announcesBody, isPageRequest } from '../../src/platform/http/headers.js';
import { isAnonymous } from '../public-response.js';
import type { RoutedRequest } from '../routed-request.js';
import type { PublicRead } from './shared-reads.js';

/** A public read that an earlier request of the same address has made. */
export interface KnownRead extends PublicRead {
  readonly cost: Parameters<Gateway['admit']>[1];
  /** The headers of each response, as a flat list of names and values. */
  readonly headers: readonly string[];
}

/** The public reads by their URL, as the steps of an earlier request have found them. */
export interface KnownReads {
  /**
   * The read of a request whose URL is known. Null for an unknown URL, a browser page, a request
   * with a body or a credential, and any method but GET and HEAD.
   */
  find(req: IncomingMessage): KnownRead | null;
  /** Remembers the read of a request, and returns it. */
  learn(request: RoutedRequest, variables: PublicRead['variables']): KnownRead;
}

/** The limit of the memory of all stored URLs with their reads. */
const ADDRESSES_BYTES = 8 * 1024 * 1024;
const ENTRY_BYTES = 512;

/**
 * Creates an empty store. `headersOf` returns the headers of all responses of a request's route.
 * The least recently used URLs are dropped at a limit of memory.
 */
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
