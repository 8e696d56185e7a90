import type { IncomingMessage, ServerResponse } from 'node:http';
import { onceForEach } from '../../src/platform/concurrency.js';
import type { SharedReadUse } from '../../src/platform/metrics/gauges.js';
import { inSpan } from '../../src/platform/tracing/in-span.js';
import { type Span, tracerNow } from '../../src/platform/tracing/tracing.js';
import { ClientGone, inScope } from '../../src/platform/work-scope.js';
import { LIMITS } from '../../src/registry/limits.js';
import { goneSignalOf } from '../gone-signal.js';
import { heldEtags, isHeld, weakEtag } from '../public-response.js';
import type { RequestContext } from '../routed-request.js';
import {
  createStoredReads,
  type PublicRead,
  type SharedResult,
  type StoredRead,
  type StoredReads,
  type StoredReadsOptions,
} from './stored-reads.js';

export type { PublicRead, SharedResult } from './stored-reads.js';

/** Opens the context of a request. A run opens only that of its first request. */
export type OpenContext = () => Promise<RequestContext> | RequestContext;

/** A request that waits for a public read. A run calls one of its functions, which must not throw. */
export interface Waiter {
  readonly req: IncomingMessage;
  readonly context: OpenContext;
  /** The span of the request, if there is one. */
  span?: Span | null;
  resolve(result: SharedResult): void;
  reject(error: unknown): void;
}

/** Runs public reads once for all requests that wait for the same one. */
export interface SharedReads {
  /**
   * Lets a request wait for the next run of a public read. The run begins after this call, so its
   * result is never older than the request. The run calls `resolve`, or `reject` with its error.
   * The caller must call `leave` if the client disconnects.
   */
  join(read: PublicRead, waiter: Waiter): void;
  /**
   * Removes a request whose client is gone, and rejects it with `ClientGone`. Does nothing if its
   * run has begun or ended.
   */
  leave(read: PublicRead, waiter: Waiter): void;
  /** `join` as a promise. Calls `leave` when the response closes. */
  read(
    read: PublicRead,
    req: IncomingMessage,
    res: ServerResponse,
    context: OpenContext,
  ): Promise<SharedResult>;
  /** The numbers of requests, runs and stored contents, for the metrics. */
  counts(): SharedReadUse;
}

/** The state of one public read. */
interface State extends StoredRead {
  /**
   * Each run begins with a new set. One that is cleared again and again links its former tables,
   * and V8 would keep all requests until the next full garbage collection.
   */
  waiting: Set<Waiter>;
}

/**
 * Creates the shared reads of a process. Requests for a read that arrive while it runs wait for its
 * next run, which serves them all. Each run first reads the current validator. It sends the stored
 * content only if that has the same validator.
 */
export function createSharedReads(options: StoredReadsOptions): SharedReads {
  const stored = createStoredReads<State>(options);
  const runs = createRuns(stored);
  let requests = 0;

  function join(read: PublicRead, waiter: Waiter): void {
    requests += 1;
    const tracer = tracerNow();
    if (tracer !== null) waiter.span = tracer.active();
    const key = keyOf(read);
    const busy = runs.find(key);
    const state = busy ?? stored.find(key) ?? { read, content: null, waiting: new Set() };
    if (!busy) runs.schedule(key, state);
    state.waiting.add(waiter);
  }

  function leave(read: PublicRead, waiter: Waiter): void {
    if (runs.find(keyOf(read))?.waiting.delete(waiter)) waiter.reject(new ClientGone());
  }

  return {
    join,
    leave,
    read: (read, req, res, context) =>
      new Promise((resolve, reject) => {
        const waiter = { req, context, resolve, reject };
        join(read, waiter);
        res.on('close', () => leave(read, waiter));
      }),
    counts: () => ({ requests, runs: runs.count(), ...stored.counts() }),
  };
}

/** Creates the runs of public reads: at most one of each at a time. */
function createRuns(stored: StoredReads<State>) {
  const running = new Map<string, State>();
  let count = 0;

  /** Starts a run after all requests that the event loop has received already. */
  function schedule(key: string, state: State): void {
    running.set(key, state);
    setImmediate(() => void run(key, state));
  }

  async function run(key: string, state: State): Promise<void> {
    const waiters = [...state.waiting];
    state.waiting = new Set();
    if (waiters.length > 0) {
      count += 1;
      try {
        const outcome = await tracedRun(waiters, state.read, state.content?.etag ?? null);
        const result = await stored.resultOf(key, state, outcome);
        for (const waiter of waiters) waiter.resolve(result);
      } catch (error) {
        for (const waiter of waiters) waiter.reject(error);
      }
    }
    if (state.waiting.size > 0) schedule(key, state);
    else running.delete(key);
  }

  return { schedule, find: (key: string) => running.get(key), count: () => count };
}

/**
 * Runs an operation in a span below the first request whose trace is sent, with links to the
 * others.
 */
function tracedRun(waiters: readonly Waiter[], read: PublicRead, stored: string | null) {
  const tracer = tracerNow();
  const run = () => runFor(waiters, read, stored);
  if (tracer === null) return run();
  const [first = null, ...others] = waiters.flatMap(({ span }) => (span?.isSampled ? [span] : []));
  const facts = {
    name: `shared read ${read.route.operationId}`,
    attributes: { 'modport.requests': waiters.length },
    links: others.slice(0, LIMITS.spanLinks),
  };
  return tracer.within(first, () => inSpan(tracer, facts, run));
}

/** Runs an operation; it may end early if all waiters have the response, or the store has it. */
async function runFor(
  waiters: readonly Waiter[],
  { route, variables }: PublicRead,
  stored: string | null,
) {
  const [first] = waiters;
  if (!first) throw new Error('a read without a caller');
  const ctx = await first.context();
  // Only a read of a single request ends with its client.
  const gone = waiters.length === 1 ? goneSignalOf(first.req) : null;
  return inScope({ lane: 'requests', gone }, () =>
    route.operation.runConditional(variables, ctx, heldBy(waiters, stored)),
  );
}

/**
 * Returns whether the store or all requests have the response with a validator. The function
 * refers to no request: the context of an operation refers to the function, and stays in memory
 * until the next full garbage collection.
 */
function heldBy(waiters: readonly Waiter[], stored: string | null) {
  const held = waiters.map(({ req }) => heldEtags(req));
  return (validator: string) => {
    const etag = weakEtag(validator);
    return etag === stored || held.every((etags) => isHeld(etags, etag));
  };
}

const keyOf = onceForEach(
  ({ route, variables }: PublicRead) => `${route.operationId} ${JSON.stringify(variables)}`,
);
