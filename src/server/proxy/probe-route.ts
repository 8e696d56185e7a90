import { randomBytes } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Clock } from '../../platform/clock.js';
import type { Keys } from '../../platform/keys.js';
import { LIMITS } from '../../registry/limits.js';
import { PROBE_PATH, PROBES, type ProbeKind, type ProbeTerms, termsOf } from './probe-token.js';

/** More than a test sends. */
const UPLOAD_BYTES = 128 * 1024;

/** The validator of the responses that have one. */
export const PROBE_ETAG = '"proxy-probe"';

/** Headers that modport reads, with the values that a probe sends. */
export const SENT_HEADERS: Readonly<Record<string, string>> = {
  Authorization: 'Bearer proxy-probe',
  'Idempotency-Key': 'proxy-probe',
  'X-Service-Client': 'proxy-probe',
  'X-Service-Client-Version': '1.0.0',
  'User-Agent': 'modport-proxy-probe/1.0.0',
  'Content-Type': 'application/json',
};

/** Headers that clients of modport read. */
export const RETURNED_HEADERS: OutgoingHttpHeaders = {
  ETag: PROBE_ETAG,
  Location: PROBES.headers.path,
  'Retry-After': '1',
  'WWW-Authenticate': 'Bearer',
  'RateLimit-Limit': '1',
  'RateLimit-Remaining': '1',
  'RateLimit-Reset': '1',
  Link: `<${PROBES.headers.path}>; rel="self"`,
};

/**
 * The random bytes in a piece of a stream. Even compressed, a piece is longer than the head of a
 * compressed stream, which a proxy may send before it has compressed anything.
 */
export const STREAM_PIECE_BYTES = 64;

/** The findings of the process that receives a probe request. Absent members mean no fault. */
export interface ProbeVerdict {
  /** Request headers that did not arrive as they were sent. */
  readonly removed?: readonly string[];
  /** Whether all bytes of the body arrived at once. */
  readonly buffered?: boolean;
  /**
   * Whether the request arrived about when a first attempt was broken, so it may be a repetition.
   */
  readonly repeated?: boolean;
}

/** A request of a probe. */
interface ProbeRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly terms: ProbeTerms;
  readonly ageMs: number;
}

/**
 * Creates the handler of the requests that processes send to themselves through the proxy. It
 * returns false, and does nothing, for every other request. That includes one with a wrong token,
 * and one beyond `proxyProbesAtOnce`. It reads and writes no stored data.
 */
export function createProbeRoute(keys: Keys, clock: Clock) {
  let running = 0;
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const [path = '', query = ''] = (req.url ?? '').split('?', 2);
    if (!path.endsWith(PROBE_PATH)) return false;
    const token = new URLSearchParams(query).get('token') ?? '';
    const now = clock.now();
    const terms = termsOf(keys, token, now);
    if (terms === null || running >= LIMITS.proxyProbesAtOnce) return false;
    const { method, path: own } = PROBES[terms.kind];
    if (req.method !== method || path !== own) return false;
    running += 1;
    res.once('close', () => {
      running -= 1;
    });
    RESPONDERS[terms.kind]({ req, res, terms, ageMs: now.getTime() - terms.atMs });
    return true;
  };
}

const RESPONDERS: Readonly<Record<ProbeKind, (request: ProbeRequest) => void>> = {
  headers({ req, res }) {
    const removed = Object.entries(SENT_HEADERS)
      .filter(([name, value]) => req.headers[name.toLowerCase()] !== value)
      .map(([name]) => name);
    sendVerdict(res, { removed }, RETURNED_HEADERS);
  },
  validator({ req, res }) {
    // A cache may answer conditions itself, if the response may be stored.
    const headers = { ETag: PROBE_ETAG, 'Cache-Control': 'public, max-age=1' };
    if (req.headers['if-none-match'] === undefined) {
      sendVerdict(res, { removed: ['If-None-Match'] }, headers);
    } else res.writeHead(304, headers).end();
  },
  range({ req, res }) {
    const headers = { ETag: PROBE_ETAG, 'Accept-Ranges': 'bytes' };
    if (req.headers.range === undefined) sendVerdict(res, { removed: ['Range'] }, headers);
    else res.writeHead(206, { ...headers, 'Content-Range': 'bytes 0-0/2' }).end('0');
  },
  match({ req, res }) {
    if (req.headers['if-match'] === undefined) sendVerdict(res, { removed: ['If-Match'] });
    else res.writeHead(412).end();
  },
  upload({ req, res, terms }) {
    let first: number | undefined;
    let bytes = 0;
    req.on('data', (chunk: Buffer) => {
      first ??= performance.now();
      bytes += chunk.length;
      if (bytes > UPLOAD_BYTES) res.destroy();
    });
    later(res, terms.delayMs + LIMITS.proxyProbePatienceSeconds * 1000, () => res.destroy());
    req.on('end', () => {
      const gapMs = first === undefined ? 0 : performance.now() - first;
      sendVerdict(res, { buffered: isAtOnce(gapMs, terms.delayMs) });
    });
  },
  stream({ res, terms }) {
    res.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache',
      'X-Accel-Buffering': 'no',
    });
    res.write(streamPiece());
    later(res, terms.delayMs, () => res.end(streamPiece()));
  },
  repeat({ res, terms, ageMs }) {
    const { from, until } = REPEAT_WINDOW;
    // A request that is older has waited in the proxy.
    if (ageMs > terms.delayMs * until) sendVerdict(res, {});
    else if (ageMs >= terms.delayMs * from) sendVerdict(res, { repeated: true });
    else later(res, terms.delayMs, () => res.destroy());
  },
};

/** A comment of an event stream that no proxy can shorten by compression. */
function streamPiece(): string {
  return `:${randomBytes(STREAM_PIECE_BYTES).toString('hex')}\n\n`;
}

/**
 * Whether two pieces arrived together, although they were sent with a pause of `delayMs`: the gap
 * is less than a quarter of the pause.
 */
export function isAtOnce(gapMs: number, delayMs: number): boolean {
  return gapMs < delayMs / 4;
}

/**
 * The ages, as multiples of `delayMs`, at which a received `repeat` request counts as a repetition
 * by the proxy. The responder holds the first attempt for `delayMs` and then breaks its connection,
 * so a repetition has about that age. A confirming request has a `delayMs` that is longer by
 * `againFactor`. So a proxy that delays all requests by a fixed time cannot be in both windows.
 */
export const REPEAT_WINDOW = { from: 0.8, until: 1.5, againFactor: 1.9 } as const;

function sendVerdict(
  res: ServerResponse,
  found: ProbeVerdict,
  headers: OutgoingHttpHeaders = {},
): void {
  // The request was refused meanwhile, because it took too long.
  if (res.headersSent) return;
  const own = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  res.writeHead(200, { ...own, ...headers }).end(JSON.stringify(found));
}

function later(res: ServerResponse, ms: number, work: () => void): void {
  const timer = setTimeout(work, ms);
  res.once('close', () => clearTimeout(timer));
}
