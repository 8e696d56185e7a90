import type { OutgoingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.js';
import type { Keys } from '../../platform/keys.js';
import { LIMITS } from '../../registry/limits.js';
import { Unreached, withConnection } from './connection.js';
import {
  isAtOnce,
  PROBE_ETAG,
  REPEAT_WINDOW,
  RETURNED_HEADERS,
  SENT_HEADERS,
} from './probe-route.js';
import { PROBES, type ProbeKind, tokenOf } from './probe-token.js';
import { type Reply, sendProbe } from './send-probe.js';

/** A fault that only a request through the proxy shows. */
export type ProbeFault =
  | 'request_headers'
  | 'response_headers'
  | 'buffered_uploads'
  | 'buffered_streams'
  | 'repeated_writes';

/**
 * The faults that a request shows, each with the names of the headers that it concerns. The list of
 * names is empty for a fault that is not about headers.
 */
export type ProbeFindings = Readonly<Partial<Record<ProbeFault, readonly string[]>>>;

/** Whether a request shows a fault. */
export function hasFault(findings: ProbeFindings): boolean {
  return Object.keys(findings).length > 0;
}

const JSON_BODY = ['{}'];
const BODIES: Readonly<Partial<Record<ProbeKind, readonly (Buffer | string)[]>>> = {
  headers: JSON_BODY,
  stream: JSON_BODY,
  repeat: JSON_BODY,
  // Even a proxy that does not buffer uploads may hold back some bytes. The first piece is longer.
  upload: [Buffer.alloc(64 * 1024), Buffer.alloc(1)],
};

const verdicts = z.object({
  removed: z.array(z.string().max(100)).max(20).default([]),
  buffered: z.boolean().default(false),
  repeated: z.boolean().default(false),
});

/** The options of the requests. */
export interface ProbeClientOptions {
  /** The address through which clients reach the service. */
  readonly publicUrl: string;
  readonly keys: Keys;
  readonly clock: Clock;
  /** These two replace the pauses of `LIMITS`, for tests. */
  readonly delaySeconds?: number;
  readonly repeatDelaySeconds?: number;
  /** Ends all requests. */
  readonly signal: AbortSignal;
}

/**
 * Sends one request through the proxy and returns the faults that it shows; `{}` if it shows none.
 * Throws Unreached if it cannot connect, or if the response proves nothing. `again` makes the pause
 * longer, for a second request that confirms repeated writes (`REPEAT_WINDOW`).
 */
export type ProbeClient = (
  kind: ProbeKind,
  options?: { readonly again: boolean },
) => Promise<ProbeFindings>;

/** Creates the function that sends these requests. */
export function createProbeClient(options: ProbeClientOptions): ProbeClient {
  const { publicUrl, keys, clock, signal } = options;
  const { delaySeconds = LIMITS.proxyProbeDelaySeconds } = options;
  const { repeatDelaySeconds = LIMITS.proxyRepeatDelaySeconds } = options;

  return async (kind, { again } = { again: false }) => {
    const seconds = kind === 'repeat' ? repeatDelaySeconds : delaySeconds;
    const delayMs = Math.round(seconds * 1000 * (again ? REPEAT_WINDOW.againFactor : 1));
    const { method, path } = PROBES[kind];
    const url = new URL(path, publicUrl);
    const patienceMs = delayMs + LIMITS.proxyProbePatienceSeconds * 1000;
    const reply = await withConnection(url, { patienceMs, signal }, (socket) => {
      // Only now, because the search for the address and the connection may take seconds.
      const token = tokenOf(keys, { kind, atMs: clock.now().getTime(), delayMs });
      url.searchParams.set('token', token);
      const headers = { ...COMMON_HEADERS, ...HEADERS[kind] };
      const body = { pieces: BODIES[kind] ?? [], pauseMs: delayMs };
      return sendProbe(socket, url, { method, headers, body });
    });
    const found = EXAMINERS[kind](reply, delayMs);
    if (found !== null) return found;
    throw new Unreached(
      reply.status === 0
        ? `the connection broke before the response to ${kind}`
        : `the response to ${kind} has the status ${reply.status}`,
    );
  };
}

const COMMON_HEADERS = {
  'User-Agent': SENT_HEADERS['User-Agent'],
  'Accept-Encoding': 'identity',
};

const HEADERS: Readonly<Record<ProbeKind, OutgoingHttpHeaders>> = {
  headers: SENT_HEADERS,
  validator: { 'If-None-Match': PROBE_ETAG },
  range: { Range: 'bytes=0-0' },
  match: { 'If-Match': '"other"' },
  upload: { 'Content-Type': 'application/octet-stream' },
  // As a browser, because a proxy that compresses may hold back what it has not compressed yet.
  stream: {
    Accept: 'text/event-stream',
    'Accept-Encoding': 'gzip, br',
    'Content-Type': 'application/json',
  },
  repeat: { 'Content-Type': 'application/json' },
};

/** Returns the faults that a response proves, empty without any; null if it proves nothing. */
type Examine = (reply: Reply, delayMs: number) => ProbeFindings | null;

const EXAMINERS: Readonly<Record<ProbeKind, Examine>> = {
  headers(reply) {
    const found = verdictOf(reply);
    if (found === null) return null;
    const lost = Object.keys(RETURNED_HEADERS).filter(
      (name) => reply.headers[name.toLowerCase()] === undefined,
    );
    return { ...removed(found.removed), ...(lost.length > 0 ? { response_headers: lost } : {}) };
  },
  // A cache in the proxy may serve this itself, as long as the response is right.
  validator: expectStatus(304),
  range: expectStatus(206),
  match: expectStatus(412),
  upload(reply) {
    const found = verdictOf(reply);
    if (found === null) return null;
    return found.buffered ? { buffered_uploads: [] } : {};
  },
  stream({ status, headers, gapMs }, delayMs) {
    if (status !== 200 || !headers['content-type']?.startsWith('text/event-stream')) return null;
    return isAtOnce(gapMs, delayMs) ? { buffered_streams: [] } : {};
  },
  repeat(reply, delayMs) {
    // Clocks of two processes may differ, but without a wait nothing was repeated.
    if (reply.tookMs < delayMs * REPEAT_WINDOW.from) return null;
    if (verdictOf(reply)?.repeated) return { repeated_writes: [] };
    // With 504, the proxy stopped waiting before the connection broke.
    const isBroken = reply.status === 0 || (reply.status >= 500 && reply.status !== 504);
    return isBroken ? {} : null;
  },
};

/** Expects a status. A full response says which header is missing, and any other proves nothing. */
function expectStatus(right: number): Examine {
  return (reply) => {
    if (reply.status === right) return {};
    const found = verdictOf(reply);
    return found === null ? null : removed(found.removed);
  };
}

const removed = (names: readonly string[]): ProbeFindings =>
  names.length > 0 ? { request_headers: names } : {};

/** Reads the verdict of modport; null in the response of another server. */
function verdictOf({ status, body }: Reply) {
  if (status !== 200) return null;
  try {
    return verdicts.parse(JSON.parse(body));
  } catch {
    return null;
  }
}
