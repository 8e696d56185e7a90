import { LRUCache } from 'lru-cache';
import type { ConditionalOutcome } from '../../src/graphql/gateway.js';
import type { SharedReadUse } from '../../src/platform/metrics/gauges.js';
import type { CompiledRoute } from '../compile-route.js';
import { weakEtag, weakEtagOf } from '../public-response.js';
import { rootIn } from '../steps/operation.js';
import { digestOf } from '../write-body.js';
import { type Compress, createContent, type SharedContent } from './shared-content.js';
import { createDocumentTexts, endOf } from './write-content.js';

/** The result of a shared read. */
export interface SharedResult {
  readonly etag: string;
  /** Null if every caller of the run already has the response, so each of them gets 304. */
  readonly content: SharedContent | null;
  /** The end of the body: the pagination of this run; empty for a body without pagination. */
  readonly end: Buffer;
}

/** A public read: an operation and its variables. The URL of a request determines both. */
export interface PublicRead {
  readonly route: CompiledRoute;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The limits of what is stored, and how it is compressed. */
export interface StoredReadsOptions {
  readonly compress: Compress;
  /** The memory limit of all stored contents, in bytes; 0 stores none. */
  readonly maxBytes: number;
  /** The memory limit of stored document texts (`DocumentTexts`), in bytes; 0 stores none. */
  readonly documentBytes: number;
}

/** A public read with its stored content; null until a run has made one. */
export interface StoredRead {
  readonly read: PublicRead;
  content: SharedContent | null;
}

/** The stored contents of public reads. */
export interface StoredReads<R extends StoredRead> {
  /** The entry of a read; undefined if none is stored, so that the caller makes a new one. */
  find(key: string): R | undefined;
  /**
   * Turns the outcome of a run into its result. Stores new content that has a validator. If the
   * outcome is unchanged, the content is the stored one with this validator; null if the store does
   * not have it. Other requests run while long content is written. Rejects with the registered error
   * of the operation.
   */
  resultOf(key: string, entry: R, outcome: ConditionalOutcome): Promise<SharedResult>;
  counts(): Omit<SharedReadUse, 'requests' | 'runs'>;
}

type Finished = Exclude<ConditionalOutcome, { readonly unchanged: true }>;

/** The memory of an entry without its content. */
const ENTRY_BYTES = 1024;

/** Creates an empty store, one for each process. */
export function createStoredReads<R extends StoredRead>(
  options: StoredReadsOptions,
): StoredReads<R> {
  const shelf = createShelf<R>(options.maxBytes);
  const texts = createDocumentTexts(options.documentBytes);
  let hits = 0;

  function unchanged({ content }: R, validator: string, end: Buffer): SharedResult {
    const etag = weakEtag(validator);
    const found = content?.etag === etag ? content : null;
    if (found) hits += 1;
    return { etag, content: found, end };
  }

  return {
    find: shelf.find,
    async resultOf(key, entry, outcome) {
      const end = Buffer.from(endOf(outcome.pagination));
      if ('unchanged' in outcome) return unchanged(entry, outcome.validator, end);
      const store = (made: SharedContent) => shelf.store(key, entry, made);
      const text = await textOf(entry.read, outcome, texts);
      const content = await newContent(entry, { outcome, text, compress: options.compress }, store);
      return { etag: content.etag, content, end };
    },
    counts: () => ({
      hits,
      ...shelf.counts(),
      documents: texts.size,
      document_bytes: texts.bytes,
    }),
  };
}

interface NewContent {
  readonly outcome: Finished;
  readonly text: Buffer;
  readonly compress: Compress;
}

/** Creates the content of an entry, and stores it if a later run can check it. */
async function newContent(
  entry: StoredRead,
  { outcome, text, compress }: NewContent,
  store: (content: SharedContent) => void,
): Promise<SharedContent> {
  const etag = await etagFor(outcome, text);
  const content = createContent(
    { etag, text, hasEnd: outcome.pagination !== null },
    compress,
    // An evicted entry may come back: each run checks the validator of what it finds.
    () => {
      if (entry.content === content) store(content);
    },
  );
  // Without a validator, a later run cannot tell whether the content is still current.
  if (outcome.validator !== null) {
    entry.content = content;
    store(content);
  }
  return content;
}

/** Creates the bounded memory of entries. An entry is stored again when its content has grown. */
function createShelf<R extends StoredRead>(maxBytes: number) {
  const stored = new LRUCache<string, R>({ maxSize: Math.max(1, maxBytes) });
  return {
    find: (key: string) => stored.get(key),
    store(key: string, entry: R, content: SharedContent): void {
      if (maxBytes === 0) return;
      // The variables take about as much as the key, and a character up to two bytes.
      stored.set(key, entry, { size: ENTRY_BYTES + 4 * key.length + content.sizeBytes() });
    },
    counts: () => ({ entries: stored.size, bytes: stored.calculatedSize }),
  };
}

/** The JSON of a result, without its end. Throws the registered error of the operation. */
function textOf(
  read: PublicRead,
  outcome: Finished,
  texts: ReturnType<typeof createDocumentTexts>,
): Buffer | Promise<Buffer> {
  const root = rootIn(outcome, read.route, read);
  return read.route.writeContent(root, outcome.pagination, texts);
}

/** The ETag of the validator, or else of the bytes: content without a validator has no end. */
async function etagFor({ validator }: Finished, text: Buffer): Promise<string> {
  return validator === null ? weakEtagOf(await digestOf(text)) : weakEtag(validator);
}
