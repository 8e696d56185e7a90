import { randomUUID } from 'node:crypto';
import { requestOf } from './catalog.js';
import type { Server } from './process.js';
import { p50Alone } from './wrk.js';

/** A request that is measured alone: reads of paths in turn, or writes of bodies in turn. */
export interface AloneRequest {
  readonly paths: readonly string[];
  /** JSON documents to write, each to the path in the same place, or all to a single path. */
  readonly bodies?: readonly object[];
  readonly token?: string;
  /** Whether each request has an idempotency key of its own. */
  readonly hasKeys?: boolean;
}

/** The client that the API requires of writes. */
const CLIENT = {
  'User-Agent': 'modport-bench/1.0 (+https://modport.example)',
  'X-Service-Client': 'modport-bench',
  'X-Service-Client-Version': '1.0',
};

/**
 * The median time of a request in milliseconds, from requests by `wrk` for some seconds. Throws if
 * `wrk` is not installed, if the first one fails, or if a later one has a status of failure.
 */
export async function medianMs(service: Server, request: AloneRequest): Promise<number> {
  const { paths, bodies = [], token, hasKeys = false } = request;
  const headers = token === undefined ? CLIENT : { ...CLIENT, Authorization: `Bearer ${token}` };
  const key = hasKeys ? { 'Idempotency-Key': randomUUID() } : {};
  await check(`${service.url}${paths[0]}`, bodies[0], { ...headers, ...key });
  const texts = bodies.map((body) => JSON.stringify(body));
  return p50Alone(service.url, { paths, bodies: texts, headers, hasKeys });
}

/** Sends a request once. Throws for a failure, which GraphQL reports with status 200. */
async function check(url: string, body: object | undefined, own: Record<string, string>) {
  const { headers = {}, ...request } = requestOf(body);
  const response = await fetch(url, { ...request, headers: { ...headers, ...own } });
  const text = await response.text();
  if (!response.ok || text.startsWith('{"errors"')) throw new Error(`${url} answered ${text}`);
}
