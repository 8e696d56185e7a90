/**
 * The base of the errors of this client. Others are no ModportError: wrong arguments throw
 * TypeError or RangeError, an aborted signal throws its reason, and system errors of Node.js pass
 * unchanged, such as that of a missing folder.
 */
export class ModportError extends Error {
  override readonly name: string = 'ModportError';
}

/**
 * An invalid value of a request, as `fields` of a problem names it. `field` and `code` are empty if
 * the service does not name them.
 */
export interface ProblemField {
  readonly field: string;
  /** Branch on this code; `detail` is for people. */
  readonly code: string;
  /** Null if the service gives none. */
  readonly detail: string | null;
}

/**
 * The members of a problem document (RFC 9457, section 2.10 of `docs/contract`). Absent members are
 * null or empty lists; `title`, `detail` and `type` then have general texts.
 */
export interface ProblemFacts {
  /** Branch on it. Null if the response was no problem document of this service. */
  readonly code: string | null;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly type: string;
  readonly instance: string | null;
  /** Whether the same request may be sent again. Without a problem document, the status decides. */
  readonly retryable: boolean;
  /** The wait that the service asks for before a retry, a year at most; null without one. */
  readonly retryAfterSeconds: number | null;
  readonly requestId: string | null;
  readonly traceId: string | null;
  readonly fields: readonly ProblemField[];
  readonly requiredScopes: readonly string[];
  readonly quotaBucket: string | null;
  /** The job of a download that has to wait. The next request for the file sends its `id`. */
  readonly downloadJob: Readonly<Record<string, unknown>> | null;
  readonly headers: Headers;
  /** The parsed body, with members that this client does not know; null if it is no JSON. */
  readonly document: unknown;
}

/** An error response. Unknown codes are kept: treat them by their status. */
export class ProblemError extends ModportError implements ProblemFacts {
  override readonly name = 'ProblemError';
  declare readonly code: string | null;
  declare readonly status: number;
  declare readonly title: string;
  declare readonly detail: string;
  declare readonly type: string;
  declare readonly instance: string | null;
  declare readonly retryable: boolean;
  declare readonly retryAfterSeconds: number | null;
  declare readonly requestId: string | null;
  declare readonly traceId: string | null;
  declare readonly fields: readonly ProblemField[];
  declare readonly requiredScopes: readonly string[];
  declare readonly quotaBucket: string | null;
  declare readonly downloadJob: Readonly<Record<string, unknown>> | null;
  declare readonly headers: Headers;
  declare readonly document: unknown;

  constructor(facts: ProblemFacts) {
    super(`${facts.status} ${facts.code ?? facts.title}: ${facts.detail}`);
    Object.assign(this, facts);
  }
}

/**
 * No usable response arrived: the connection failed, timed out or led elsewhere, a store refused
 * the request, a response broke the protocol, or the service failed in a sign-in or a refresh. An
 * error response of the API itself is a `ProblemError`. The message names no signed address.
 */
export class TransportError extends ModportError {
  override readonly name = 'TransportError';
}

/**
 * The fact about a file that a server stated wrongly. `address`: an address that is missing or not
 * safe to use.
 */
export type IntegrityFault = 'size' | 'digest' | 'range' | 'etag' | 'encoding' | 'address';

/** A server stated a false fact about a file. Nothing was written under the final name. */
export class IntegrityError extends ModportError {
  override readonly name = 'IntegrityError';

  constructor(
    /** The false fact. */
    readonly fault: IntegrityFault,
    message: string,
  ) {
    super(message);
  }
}

/** A sign-in, a refresh or a revocation failed. */
export class SignInError extends ModportError {
  override readonly name = 'SignInError';

  constructor(
    /**
     * The `error` of OAuth, such as `access_denied`, or one of this client: `timeout` or
     * `invalid_response`.
     */
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Why a file of this machine could not be used.
 * - `busy`: another process uses it.
 * - `disk_full`: no room is left for it.
 * - `changed`: it changed during an upload.
 * - `unsafe`: it is no ordinary file, belongs to another user, or lies in a folder to which others
 *   can write. Or a lock needs its name.
 */
export type FileFault = 'busy' | 'disk_full' | 'changed' | 'unsafe';

/** A file of this machine cannot be used; see `FileFault`. */
export class FileError extends ModportError {
  override readonly name = 'FileError';

  constructor(
    readonly fault: FileFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
