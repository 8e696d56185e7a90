/**
 * The object store port. Keys are private: they never appear in a response, in a log line that
 * leaves the operator, or in the contract (Spec 1). A key always names the same bytes: a write
 * creates an object, and only `replace` may overwrite one, if its bytes are wrong.
 */

/** The facts that a store knows about an object without reading its bytes. */
export interface ObjectHead {
  readonly sizeBytes: number;
  /** A strong validator of this representation, quoted as in HTTP. Clients treat it as opaque. */
  readonly etag: string;
  readonly contentType: string;
  readonly lastModified: Date;
}

/** A part that the store confirms to hold. */
export interface StoredPart {
  readonly partNumber: number;
  readonly etag: string;
  readonly sizeBytes: number;
}

/** A request that a client may send to the store without another credential. */
export interface SignedRequest {
  readonly method: 'PUT' | 'GET' | 'HEAD';
  readonly url: string;
  /** The client must send these headers unchanged; the signature covers them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: Date;
}

/** The headers for conditional requests that the signed URLs of every store understand. */
export const CONDITIONAL_HEADERS = [
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'If-Unmodified-Since',
] as const;

/** Inclusive byte range, as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The file name and media type with which an object is served. Without a name, clients choose one;
 * without a type, it has its stored one.
 */
export interface Served {
  readonly filename?: string;
  readonly contentType?: string;
}

/** The digest and length, computed from the bytes themselves. */
export interface MeasuredBytes {
  /** In lower-case hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** The digest, length and type of the bytes that may replace an object. */
export interface BodyFacts {
  readonly measured: MeasuredBytes;
  readonly contentType: string;
}

/** An object in a listing. */
export interface ListedObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly lastModified: Date;
}

/** A multipart upload that was neither completed nor aborted. */
export interface ListedMultipart {
  readonly key: string;
  readonly multipartId: string;
  readonly initiatedAt: Date;
}

/** The key prefix of test objects, which only check whether a store works. */
export const PROBE_PREFIX = 'probe/';

/**
 * The key prefix of all unchecked bytes. Only their owner knows how long they are needed, so the
 * sweep of a store leaves them to the job `sweep-staging`.
 */
export const STAGING_PREFIX = 'staging/';

/** The key prefix of encoded pictures. */
export const MEDIA_PREFIX = 'media/';

/** The key prefix of the exports of their data that users requested. */
export const EXPORTS_PREFIX = 'exports/';

/** The maximum size of one page of a listing. */
export const LIST_PAGE = 1000;

/** An object store: a disk or a bucket. */
export interface Storage {
  /** The stable name of this store, which clients see: `primary` or `mirror`. Spec 2.5. */
  readonly storeName: string;

  /**
   * Writes a new object. It appears only after its last byte. Throws `ObjectExists` if the key is
   * taken, and rethrows an error of `body`; then nothing appears. It closes a `body` that it has
   * begun to read. A full bucket throws `StoreFull`, a full disk its system error (`NO_ROOM`).
   */
  put(key: string, body: AsyncIterable<Uint8Array>, contentType: string): Promise<ObjectHead>;
  /** The object's facts; null if it does not exist. */
  head(key: string): Promise<ObjectHead | null>;
  /** The bytes, or those of `range`. Throws `ObjectMissing`, or RangeError for an invalid range. */
  read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  /**
   * Like `read`, but the memory of a chunk may be reused when the consumer takes the next chunk.
   * For consumers that process large objects once.
   */
  readTransient(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  /**
   * Copies inside the store to a new object and never overwrites. A writer that still has `from`
   * open cannot change the copy. Returns the head of the copy, or of an earlier object at `to`.
   * Reads every byte of an earlier object first. A copy also reads and hashes all bytes: a disk
   * once, a bucket twice, of the source and of the copy. Never removes the object at `to`, because
   * another process may have written it. Throws:
   * - `WrongObject` if the object at `to` is not `measured`
   * - `OtherBytes` if the bytes at `from` are not `measured`
   * - `ObjectMissing`
   * - `StoreFull`
   * - the reason of an aborted `signal`
   */
  promote(
    from: string,
    to: string,
    measured: MeasuredBytes,
    signal?: AbortSignal,
  ): Promise<ObjectHead>;
  /**
   * Writes an object at `key`, and replaces a wrong one. Checks the bytes as they pass, and throws
   * `OtherBytes` without a change if they are not `measured`. The key always holds an object. An
   * object with the right bytes may stay; then a bucket does not read `body`. Only right bytes
   * replace one, so none are ever lost. Rethrows an error of `body`. Throws `StoreFull`, the reason
   * of an aborted `signal`, and `ObjectMissing` if the object is removed at the same time.
   */
  replace(
    key: string,
    body: AsyncIterable<Uint8Array>,
    right: BodyFacts,
    signal?: AbortSignal,
  ): Promise<ObjectHead>;
  /**
   * Removes the object and its unfinished multipart parts. Ignores absent keys. After `signal` is
   * aborted, a remote store gets no new request to remove anything; one in progress may succeed.
   */
  remove(key: string, signal?: AbortSignal): Promise<void>;

  /**
   * Signs one PUT of exactly `sizeBytes`, with `If-None-Match: *`. Throws `StoreUnavailable`, as
   * `signPart` does, if a ping found that the store ignores conditions, and before the first
   * successful ping of a store that was away at the start. As for every signature, a past
   * `expiresAt` gives one that has expired, and S3 throws RangeError for more than 7 days.
   */
  signPut(
    key: string,
    object: { sizeBytes: number; contentType: string },
    expiresAt: Date,
  ): Promise<SignedRequest>;
  /** Signs a GET of the object, whose response has the name and type in `served`. */
  signGet(key: string, served: Served, expiresAt: Date): Promise<SignedRequest>;
  /** Signs a HEAD of the object, with the same headers as `signGet`. */
  signHead(key: string, served: Served, expiresAt: Date): Promise<SignedRequest>;

  /** Opens a multipart upload of equal parts; the last may be shorter. Returns its opaque id. */
  createMultipart(
    key: string,
    object: { contentType: string; sizeBytes: number; partSizeBytes: number },
  ): Promise<string>;
  /** Signs one PUT of exactly `sizeBytes` for a part. Throws like `signPut`. */
  signPart(
    key: string,
    multipartId: string,
    part: { partNumber: number; sizeBytes: number },
    expiresAt: Date,
  ): Promise<SignedRequest>;
  /** The stored parts in order of part number. Throws `ObjectMissing`. */
  listParts(key: string, multipartId: string): Promise<StoredPart[]>;
  /**
   * Joins the parts to an object. Their ETags may lack quotes. Throws `ObjectExists`,
   * `PartMismatch`, or `ObjectMissing` for an unknown upload.
   */
  completeMultipart(
    key: string,
    multipartId: string,
    parts: readonly { partNumber: number; etag: string }[],
  ): Promise<ObjectHead>;
  /** Aborts an upload and removes its parts. Ignores one that has ended. */
  abortMultipart(key: string, multipartId: string): Promise<void>;

  /**
   * A page of the objects whose keys start with `prefix`, after the key `after`, which is the last
   * key of the previous page. The order is the store's own. An empty page is the end. The listing
   * includes every object that exists during the whole walk exactly once. Objects created or
   * removed meanwhile may be missing. `after` need not exist any more.
   */
  list(prefix: string, after?: string, limit?: number): Promise<ListedObject[]>;
  /**
   * Like `list`, for unfinished multipart uploads; `after` is the last one of the previous page. If
   * one key has more uploads than a page, a walk may omit some.
   */
  listMultiparts(
    prefix: string,
    after?: Pick<ListedMultipart, 'key' | 'multipartId'>,
    limit?: number,
  ): Promise<ListedMultipart[]>;

  /** Throws unless the store can accept and return bytes; `UnfitStore` if it lost a guarantee. */
  ping(): Promise<void>;

  /**
   * By how many seconds this process's clock is ahead of the store's, as its last response says;
   * null without one in the last minute. Absent for a store in this process.
   */
  clockAheadSeconds?(): number | null;
}

/** The key has no object, or the multipart upload is unknown. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';
}

/** The key is taken, and only `replace` overwrites an object. */
export class ObjectExists extends Error {
  override readonly name = 'ObjectExists';
}

/** Bytes differ from the expected digest or length. */
export class OtherBytes extends Error {
  override readonly name = 'OtherBytes';
}

/** The present object of a key has wrong bytes. */
export class WrongObject extends OtherBytes {}

/** A named part is absent or has another ETag, or a part does not fit the upload. */
export class PartMismatch extends Error {
  override readonly name = 'PartMismatch';
}

/** The store does not respond, or rejects the service's credential. A later attempt may succeed. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The store has no room for the bytes, until the operator has freed space. */
export class StoreFull extends StoreUnavailable {}

/** The store cannot keep the guarantees of this port. The message is one line for the operator. */
export class UnfitStore extends Error {
  override readonly name = 'UnfitStore';
}

/** The second store of published files, and whether it replaces the first one at the moment. */
export interface Mirror {
  readonly storage: Storage;
  /**
   * Returns whether the store responded to the last checks; true before the first one. Sends no
   * request.
   */
  isUp(): boolean;
  /**
   * Returns whether this store responded to the last checks and the first one did not. Sends no
   * request.
   */
  replacesFirst(): boolean;
  /** Checks both stores now, besides the regular checks every few seconds. */
  check(): Promise<void>;
}
