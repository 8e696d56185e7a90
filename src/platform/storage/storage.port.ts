/**
 * The object store as the rest of modport sees it. Keys are private: they never appear in an
 * answer, a log line that leaves the operator, or the contract (Spec 1). Every write creates;
 * nothing is ever overwritten, so a key always names the same bytes.
 */

/** What a store knows of one object without reading its bytes. */
export interface ObjectHead {
  readonly sizeBytes: number;
  /** A strong validator of this representation, quoted as in HTTP; to clients it is opaque. */
  readonly etag: string;
  readonly contentType: string;
  readonly lastModified: Date;
}

/** A part that the store itself confirms to hold. */
export interface StoredPart {
  readonly partNumber: number;
  readonly etag: string;
  readonly sizeBytes: number;
}

/** A request that a client may send to the store without any other credential. */
export interface SignedRequest {
  readonly method: 'PUT' | 'GET' | 'HEAD';
  readonly url: string;
  /** Headers the client has to send exactly as given; the signature covers them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: Date;
}

/** Inclusive byte range, as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What the bytes of an object are served as. */
export interface Served {
  readonly filename?: string;
  readonly contentType?: string;
}

/** The digest and the length of bytes, both computed from the bytes themselves. */
export interface MeasuredBytes {
  /** In lower-case hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** The bytes that may replace an object. */
export interface RightBody {
  readonly measured: MeasuredBytes;
  readonly contentType: string;
}

/** An object as a listing names it. */
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

/** What the keys of objects begin with that are only there to see whether a store works. */
export const PROBE_PREFIX = 'probe/';

/** The most that one page of a listing holds. */
export const LIST_PAGE = 1000;

export interface Storage {
  /** A stable provider name that clients may see, e.g. `primary`. Spec 2.5 `representation`. */
  readonly provider: string;

  /** Writes a whole object that must not exist yet; throws `ObjectExists` when it does. */
  put(key: string, body: AsyncIterable<Uint8Array>, contentType: string): Promise<ObjectHead>;
  /** The object's facts, or null when there is none. */
  head(key: string): Promise<ObjectHead | null>;
  /** The bytes, or those of `range`; throws `ObjectMissing`. */
  read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  /**
   * The same for who is done with each chunk before asking for the next: its memory may be used
   * again then. For large objects that are looked at once.
   */
  readTransient(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  /**
   * Copies inside the store, never overwriting, into memory of its own: a writer that still holds
   * `from` open cannot reach the copy. Returns the head of the copy, or of an earlier object at
   * `to`. Reads every byte at `to` first. Throws `WrongObject` if the object at `to` is not
   * `measured`, `OtherBytes` if the bytes at `from` are not, `ObjectMissing`, and the reason of an
   * aborted `signal`. Removes nothing at `to`, as another may have put it there.
   */
  promote(
    from: string,
    to: string,
    measured: MeasuredBytes,
    signal?: AbortSignal,
  ): Promise<ObjectHead>;
  /**
   * Puts bytes at `key` in place of a wrong object, or where none stands. Checks the bytes while they
   * pass, and throws `OtherBytes` with nothing changed if they are not `measured`. There is no moment
   * without an object at `key`. An object of the right bytes that another has put there may stay.
   * Only right bytes replace anything, so this never takes right bytes away.
   */
  replace(
    key: string,
    body: AsyncIterable<Uint8Array>,
    right: RightBody,
    signal?: AbortSignal,
  ): Promise<ObjectHead>;
  /**
   * Removes the object, its unfinished multipart parts included. Absent keys are no error. Once
   * `signal` is aborted nothing more is asked of a store elsewhere; what was asked may still happen.
   */
  remove(key: string, signal?: AbortSignal): Promise<void>;

  /** One PUT of exactly `sizeBytes`, with `If-None-Match: *`. */
  signPut(
    key: string,
    object: { sizeBytes: number; contentType: string },
    expiresAt: Date,
  ): Promise<SignedRequest>;
  signGet(key: string, served: Served, expiresAt: Date): Promise<SignedRequest>;
  signHead(key: string, served: Served, expiresAt: Date): Promise<SignedRequest>;

  /** Opens a multipart upload of equal parts (the last may be shorter); answers its opaque id. */
  createMultipart(
    key: string,
    object: { contentType: string; sizeBytes: number; partSizeBytes: number },
  ): Promise<string>;
  signPart(
    key: string,
    multipartId: string,
    part: { partNumber: number; sizeBytes: number },
    expiresAt: Date,
  ): Promise<SignedRequest>;
  /** The parts that the store holds, in order of part number; throws `ObjectMissing`. */
  listParts(key: string, multipartId: string): Promise<StoredPart[]>;
  /**
   * Makes the object of the parts, whose ETags may be without quotes; refuses an object that exists
   * with `ObjectExists`.
   */
  completeMultipart(
    key: string,
    multipartId: string,
    parts: readonly { partNumber: number; etag: string }[],
  ): Promise<ObjectHead>;
  abortMultipart(key: string, multipartId: string): Promise<void>;

  /**
   * A page of the objects whose keys begin with `prefix`: those that follow `after`, the last key
   * of the page before, in an order that is the store's own. A page without objects is the end. An
   * object that stands during the whole walk is named once; one that comes or goes meanwhile may be
   * named or not. `after` need not stand any more.
   */
  list(prefix: string, after?: string, limit?: number): Promise<ListedObject[]>;
  /**
   * The same of unfinished multipart uploads; `after` is the last one of the page before. A walk may
   * leave out some where one key has more than a page of them.
   */
  listMultiparts(
    prefix: string,
    after?: Pick<ListedMultipart, 'key' | 'multipartId'>,
    limit?: number,
  ): Promise<ListedMultipart[]>;

  /** Throws when the store cannot take and give bytes now. */
  ping(): Promise<void>;
}

/** The key has no object, or the multipart upload is unknown. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';
}

/** Something already stands at the key, and objects are never overwritten. */
export class ObjectExists extends Error {
  override readonly name = 'ObjectExists';
}

/** Bytes have another digest or length than they should have. */
export class OtherBytes extends Error {
  override readonly name = 'OtherBytes';
}

/** The present object of a key has other bytes than it should have. */
export class WrongObject extends OtherBytes {}

/** A part named in a completion is absent or has another ETag. */
export class PartMismatch extends Error {
  override readonly name = 'PartMismatch';
}

/** The store does not answer, or refuses the service itself; later it may be there again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The store cannot keep what this port promises; the message is one line that tells an operator why. */
export class UnfitStore extends Error {
  override readonly name = 'UnfitStore';
}
