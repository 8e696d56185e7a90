import { LRUCache } from 'lru-cache';
import type { Pagination } from '../../src/graphql/gateway.js';
import { inScope } from '../../src/platform/work-scope.js';
import type { CompiledRoute } from '../compile-route.js';
import { goneSignalOf } from '../gone-signal.js';
import { matchesEtag, weakEtag, weakEtagOf } from '../public-response.js';
import type { RequestContext, RoutedRequest } from '../routed-request.js';
import { rootIn } from '../steps/operation.js';
import {
  type Compress,
  createContent,
  endOf,
  type SharedContent,
  startOf,
} from './shared-content.js';

/** The result of a shared read. */
export interface SharedResult {
  readonly etag: string;
  /** Null if every caller of the same run already has it. */
  readonly content: SharedContent | null;
  /** The end of the content, which is new in each run. */
  readonly end: Buffer;
}

/** Counts for metrics. */
export interface SharedReadCounts {
  /** Requests that were answered. */
  readonly requests: number;
  /** Runs of an operation: the checks that these requests shared. */
  readonly runs: number;
  /** Runs that found their content stored. */
  readonly hits: number;
  readonly entries: number;
  readonly bytes: number;
}

/** Runs public reads once for all requests that wait for the same one. */
export interface SharedReads {
  /**
   * Answers a public read. Its operation begins after the call, so the response is never older than
   * its request. Throws the registered error of the operation.
   */
  read(
    request: RoutedRequest,
    ctx: RequestContext,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<SharedResult>;
  counts(): SharedReadCounts;
  /** Forgets all contents. */
  clear(): void;
}

interface Waiter {
  readonly request: RoutedRequest;
  readonly ctx: RequestContext;
  resolve(result: SharedResult): void;
  reject(error: unknown): void;
}

/** One public read: an operation with its variables. */
interface Read {
  readonly route: CompiledRoute;
  readonly variables: Readonly<Record<string, unknown>>;
  content: SharedContent | null;
  waiting: Waiter[];
  isRunning: boolean;
}

/** The options of shared reads. */
export interface SharedReadsOptions {
  readonly compress: Compress;
  /** The limit of all stored contents; 0 stores none. */
  readonly maxBytes: number;
}

/** The memory of an entry without its content. */
const ENTRY_BYTES = 1024;

/**
 * Creates the shared reads of a process. Requests for the same address that arrive while its
 * operation runs wait for the next run, which serves them all. Each run reads the current validator
 * first, and the stored content is sent only under this validator.
 */
export function createSharedReads({ compress, maxBytes }: SharedReadsOptions): SharedReads {
  const stored = new LRUCache<string, Read>({ maxSize: Math.max(1, maxBytes) });
  const running = new Map<string, Read>();
  const counts = { requests: 0, runs: 0, hits: 0 };

  function readOf(key: string, route: CompiledRoute, variables: Read['variables']): Read {
    const known = running.get(key) ?? stored.get(key);
    if (known) return known;
    return { route, variables, content: null, waiting: [], isRunning: false };
  }

  function store(key: string, read: Read): void {
    if (read.content === null || maxBytes === 0) stored.delete(key);
    else stored.set(key, read, { size: ENTRY_BYTES + key.length + read.content.sizeBytes() });
  }

  /** Starts a run after all requests that the event loop has received already. */
  function schedule(key: string, read: Read): void {
    read.isRunning = true;
    running.set(key, read);
    setImmediate(() => void run(key, read));
  }

  async function run(key: string, read: Read): Promise<void> {
    const waiters = read.waiting;
    read.waiting = [];
    counts.runs += 1;
    try {
      const result = await resultOf(key, read, waiters);
      for (const waiter of waiters) waiter.resolve(result);
    } catch (error) {
      for (const waiter of waiters) waiter.reject(error);
    }
    if (read.waiting.length > 0) schedule(key, read);
    else {
      read.isRunning = false;
      running.delete(key);
    }
  }

  async function resultOf(
    key: string,
    read: Read,
    waiters: readonly Waiter[],
  ): Promise<SharedResult> {
    const { route, variables, content } = read;
    const [first] = waiters;
    if (!first) throw new Error('a read without a caller');
    const holds = (validator: string) => {
      const etag = weakEtag(validator);
      return (
        content?.etag === etag || waiters.every(({ request }) => matchesEtag(request.req, etag))
      );
    };
    // Only a read of a single request ends with its client.
    const gone = waiters.length === 1 ? goneSignalOf(first.request.req) : null;
    const outcome = await inScope({ lane: 'requests', gone }, () =>
      route.operation.runConditional(variables, first.ctx, holds),
    );
    if ('unchanged' in outcome) {
      const etag = weakEtag(outcome.validator);
      const found = content?.etag === etag ? content : null;
      if (found) counts.hits += 1;
      return { etag, content: found, end: bytesOf(outcome.pagination) };
    }
    const { body } = route.shape(rootIn(outcome, route, first.request));
    const text = Buffer.from(startOf(body, outcome.pagination));
    const end = bytesOf(outcome.pagination);
    if (outcome.validator === null) {
      const etag = weakEtagOf(Buffer.concat([text, end]));
      return { etag, content: createContent(etag, text, compress, () => undefined), end };
    }
    const etag = weakEtag(outcome.validator);
    const made = createContent(etag, text, compress, () => {
      if (read.content === made) store(key, read);
    });
    read.content = made;
    store(key, read);
    return { etag, content: made, end };
  }

  return {
    read(request, ctx, variables) {
      counts.requests += 1;
      const { route } = request;
      const key = `${route.operationId} ${JSON.stringify(variables)}`;
      const read = readOf(key, route, variables);
      return new Promise((resolve, reject) => {
        read.waiting.push({ request, ctx, resolve, reject });
        if (!read.isRunning) schedule(key, read);
      });
    },
    counts: () => ({ ...counts, entries: stored.size, bytes: stored.calculatedSize }),
    clear: () => stored.clear(),
  };
}

const bytesOf = (pagination: Pagination | null): Buffer => Buffer.from(endOf(pagination));
