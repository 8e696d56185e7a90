import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Pagination } from '../../src/graphql/gateway.js';
import type { SharedReadUse } from '../../src/platform/metrics/gauges.js';
import { ClientGone, inScope } from '../../src/platform/work-scope.js';
import type { CompiledRoute } from '../compile-route.js';
import { goneSignalOf } from '../gone-signal.js';
import { heldEtags, isHeld, weakEtag, weakEtagOf } from '../public-response.js';
import type { RequestContext } from '../routed-request.js';
import { rootIn } from '../steps/operation.js';
import { type Compress, createContent, type SharedContent } from './shared-content.js';
import { createDocumentTexts, endOf } from './write-content.js';

/** The result of a shared read. */
export interface SharedResult {
  readonly etag: string;
  /** Null if every caller of the same run already has it. */
  readonly content: SharedContent | null;
  /** The end of the content, which is new in each run. */
  readonly end: Buffer;
}

/** A public read: an operation with its variables, which its address determines. */
export interface PublicRead {
  readonly route: CompiledRoute;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Gives the context of a request; a run needs that of one of its requests. */
export type OpenContext = () => Promise<RequestContext> | RequestContext;

/** A request that waits for a public read. Its functions must not throw. */
export interface Waiter {
  readonly req: IncomingMessage;
  readonly context: OpenContext;
  resolve(result: SharedResult): void;
  reject(error: unknown): void;
}

/** Runs public reads once for all requests that wait for the same one. */
export interface SharedReads {
  /**
   * Lets a request wait for a public read. Its operation begins after this call, so the response is
   * never older than its request. A failure is the registered error of the operation. The memory of
   * waiting requests is bounded by the number of connections, if those whose client is gone leave.
   */
  join(read: PublicRead, waiter: Waiter): void;
  /** Ends the wait of a request whose client is gone, with `ClientGone`, unless its run has begun. */
  leave(read: PublicRead, waiter: Waiter): void;
  /** The same as a promise, which rejects with `ClientGone` if the response is closed meanwhile. */
  read(
    read: PublicRead,
    req: IncomingMessage,
    res: ServerResponse,
    context: OpenContext,
  ): Promise<SharedResult>;
  counts(): SharedReadUse;
}

/** The options of shared reads. */
export interface SharedReadsOptions {
  readonly compress: Compress;
  /** The limit of all stored contents; 0 stores none. */
  readonly maxBytes: number;
  /** The limit of the JSON of documents, from which contents are assembled; 0 stores none. */
  readonly documentBytes: number;
}

/** The state of one public read. */
interface State {
  readonly read: PublicRead;
  content: SharedContent | null;
  /**
   * Each run begins with a new set. One that is cleared again and again links its former tables, and
   * V8 would keep all requests until the next full garbage collection.
   */
  waiting: Set<Waiter>;
}

/** The memory of an entry without its content. */
const ENTRY_BYTES = 1024;

/**
 * Creates the shared reads of a process. Requests for the same read that arrive while its operation
 * runs wait for the next run, which serves them all. Each run reads the current validator first,
 * and the stored content is sent only under this validator.
 */
export function createSharedReads(options: SharedReadsOptions): SharedReads {
  const { compress, maxBytes, documentBytes } = options;
  const texts = createDocumentTexts(documentBytes);
  const stored = new LRUCache<string, State>({ maxSize: Math.max(1, maxBytes) });
  const running = new Map<string, State>();
  const counts = { requests: 0, runs: 0, hits: 0 };

  function store(key: string, state: State): void {
    if (state.content === null || maxBytes === 0) stored.delete(key);
    // The variables take about as much as the key, and a character up to two bytes.
    else stored.set(key, state, { size: ENTRY_BYTES + 4 * key.length + state.content.sizeBytes() });
  }

  /** Starts a run after all requests that the event loop has received already. */
  function schedule(key: string, state: State): void {
    running.set(key, state);
    setImmediate(() => void run(key, state));
  }

  async function run(key: string, state: State): Promise<void> {
    const waiters = [...state.waiting];
    state.waiting = new Set();
    if (waiters.length > 0) {
      counts.runs += 1;
      try {
        const result = await resultOf(key, state, waiters);
        for (const waiter of waiters) waiter.resolve(result);
      } catch (error) {
        for (const waiter of waiters) waiter.reject(error);
      }
    }
    if (state.waiting.size > 0) schedule(key, state);
    else running.delete(key);
  }

  async function resultOf(
    key: string,
    state: State,
    waiters: readonly Waiter[],
  ): Promise<SharedResult> {
    const { read, content } = state;
    const outcome = await runFor(waiters, read, content?.etag ?? null);
    const end = bytesOf(outcome.pagination);
    if ('unchanged' in outcome) {
      const etag = weakEtag(outcome.validator);
      const found = content?.etag === etag ? content : null;
      if (found) counts.hits += 1;
      return { etag, content: found, end };
    }
    const root = rootIn(outcome, read.route, read);
    const text = read.route.writeContent(root, outcome.pagination, texts);
    const { validator } = outcome;
    const etag = validator === null ? weakEtagOf(Buffer.concat([text, end])) : weakEtag(validator);
    const hasEnd = outcome.pagination !== null;
    const made = createContent({ etag, text, hasEnd }, compress, () => {
      if (state.content === made) store(key, state);
    });
    // Without a validator, a later run cannot tell whether the content is still current.
    if (validator !== null) {
      state.content = made;
      store(key, state);
    }
    return { etag, content: made, end };
  }

  function join(read: PublicRead, waiter: Waiter): void {
    counts.requests += 1;
    const key = keyOf(read);
    const busy = running.get(key);
    const state = busy ?? stored.get(key) ?? { read, content: null, waiting: new Set() };
    if (!busy) schedule(key, state);
    state.waiting.add(waiter);
  }

  function leave(read: PublicRead, waiter: Waiter): void {
    if (running.get(keyOf(read))?.waiting.delete(waiter)) waiter.reject(new ClientGone());
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
    counts: () => ({
      ...counts,
      entries: stored.size,
      bytes: stored.calculatedSize,
      documents: texts.size,
      document_bytes: texts.calculatedSize,
    }),
  };
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

const bytesOf = (pagination: Pagination | null): Buffer => Buffer.from(endOf(pagination));

const keys = new WeakMap<PublicRead, string>();

function keyOf(read: PublicRead): string {
  const known = keys.get(read);
  if (known !== undefined) return known;
  const key = `${read.route.operationId} ${JSON.stringify(read.variables)}`;
  keys.set(read, key);
  return key;
}
