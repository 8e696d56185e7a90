import type { Client } from '../core/client.js';
import { IntegrityError, TransportError } from '../core/errors.js';
import { type BoundedSignal, boundedSignal, connectionError } from '../core/wire.js';
import { checkedAddress, type Ticket } from './ticket.js';

/**
 * The remedy for a refused or broken connection. `retry`: the same address again. `renew`: new
 * addresses from the service. `validate`: new addresses and a new ETag, because the known one is
 * wrong.
 */
export type Remedy = 'retry' | 'renew' | 'validate';

/**
 * A failure of one connection that may pass. If the transfer gives up, it throws `reason`.
 * Otherwise it applies `remedy`, after `waitMs` at least.
 */
export class ConnectionFailure extends Error {
  constructor(
    readonly reason: Error,
    readonly remedy: Remedy,
    readonly waitMs = 0,
  ) {
    super(reason.message, { cause: reason });
  }
}

/**
 * An open response body that begins at `start` of the file. A store may ignore the requested
 * offset: `start` is then 0.
 */
export interface Connection {
  readonly response: Response;
  readonly start: number;
  /** The strong ETag of the response; null for a weak one or none. */
  readonly etag: string | null;
  /** Ends a connection that sends no byte in time. The reader restarts and releases it. */
  readonly idle: BoundedSignal;
}

/** Settings of a connection. */
export interface ConnectionOptions {
  readonly signal: AbortSignal | undefined;
  readonly idleTimeoutMs: number;
}

/** The most requests of one chain of redirects. */
const LONGEST_CHAIN = 5;
/** The longest `Retry-After` of a store to wait for. A longer one is cut to it. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Opens the file from `offset`, without any credential. Throws:
 * - ConnectionFailure for a failure that may pass; its `reason` is an IntegrityError if size,
 *   range, ETag or encoding is wrong
 * - IntegrityError if a provider redirects to an address that is not safe to use; a browser cannot
 *   check redirects
 * - the reason of an aborted signal
 */
export async function openConnection(
  client: Client,
  ticket: Ticket,
  offset: number,
  options: ConnectionOptions,
): Promise<Connection> {
  const idle = boundedSignal(options.idleTimeoutMs, options.signal);
  try {
    const headers = headersOf(ticket, offset);
    const response = await request(client, ticket, ticket.url, 'GET', headers, options, idle);
    try {
      const start = startOf(response, ticket, offset);
      checkEncoding(response);
      return { response, start, etag: checkedEtag(response, ticket, headers), idle };
    } catch (error) {
      await response.body?.cancel().catch(() => undefined);
      throw error;
    }
  } catch (error) {
    idle.release();
    throw error;
  }
}

/**
 * Returns the strong ETag of a HEAD response (section 4.2 of `docs/contract`); null without one, or
 * if the provider has no address for HEAD. Throws ConnectionFailure, also for another size.
 */
export async function headEtag(
  client: Client,
  ticket: Ticket,
  options: ConnectionOptions,
): Promise<string | null> {
  if (ticket.headUrl === null) return null;
  const idle = boundedSignal(options.idleTimeoutMs, options.signal);
  try {
    const response = await request(client, ticket, ticket.headUrl, 'HEAD', {}, options, idle);
    if (response.status !== 200) throw refusal(response);
    const length = response.headers.get('content-length');
    if (length !== null && length !== String(ticket.sizeBytes)) throw sizeMismatch(length, ticket);
    return strongEtag(response);
  } finally {
    idle.release();
  }
}

function headersOf(ticket: Ticket, offset: number): Record<string, string> {
  if (offset === 0) return { 'Accept-Encoding': 'identity' };
  const conditional = ticket.supportsConditions && ticket.etag !== null;
  return {
    'Accept-Encoding': 'identity',
    Range: `bytes=${offset}-`,
    ...(conditional ? { 'If-Match': ticket.etag ?? '' } : {}),
  };
}

/**
 * Sends without any credential. Only an external provider may redirect, and only to an address that
 * `checkedAddress` allows. A browser follows redirects itself, without this check.
 */
async function request(
  client: Client,
  ticket: Ticket,
  address: string,
  method: string,
  headers: Record<string, string>,
  options: ConnectionOptions,
  idle: BoundedSignal,
): Promise<Response> {
  let url = address;
  for (let hop = 0; hop < LONGEST_CHAIN; hop += 1) {
    const redirect = ticket.isExternal && isBrowser() ? 'follow' : 'manual';
    const init: RequestInit = { method, headers, redirect, signal: idle.signal };
    let response: Response;
    try {
      response = await client.fetch(url, init);
    } catch (error) {
      const failed = connectionError(error, `${method} of the file`, options.signal);
      throw failed instanceof TransportError ? new ConnectionFailure(failed, 'retry') : failed;
    }
    const location = response.headers.get('location');
    const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
    if (!isRedirect || !ticket.isExternal) return response;
    await response.body?.cancel().catch(() => undefined);
    // An address that cannot be parsed is refused like an unsafe one.
    const next = URL.canParse(location, url) ? new URL(location, url).href : location;
    url = checkedAddress(next, client.baseUrl);
  }
  throw new ConnectionFailure(new TransportError('the provider redirects too often'), 'renew');
}

/** Browsers hide where a redirect leads, so they must follow it themselves. */
function isBrowser(): boolean {
  return 'window' in globalThis || 'WorkerGlobalScope' in globalThis;
}

/**
 * The place in the file of the first byte of the body. Throws ConnectionFailure unless it is 0 or
 * the offset.
 */
function startOf(response: Response, ticket: Ticket, offset: number): number {
  const { status, headers } = response;
  const length = headers.get('content-length');
  if (status === 200) {
    if (length !== null && length !== String(ticket.sizeBytes)) throw sizeMismatch(length, ticket);
    return 0;
  }
  if (status !== 206) throw refusal(response);
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '');
  const isRight =
    offset > 0 &&
    range !== null &&
    Number(range[1]) === offset &&
    Number(range[2]) < ticket.sizeBytes &&
    Number(range[3]) === ticket.sizeBytes;
  if (!isRight) {
    throw new ConnectionFailure(
      new IntegrityError('range', 'the store sent another range'),
      'renew',
    );
  }
  if (length !== null && Number(length) > ticket.sizeBytes - offset)
    throw sizeMismatch(length, ticket);
  return offset;
}

function sizeMismatch(length: string, { sizeBytes }: Ticket): ConnectionFailure {
  const message = `the store announces ${Number(length)} bytes for a file of ${sizeBytes}`;
  return new ConnectionFailure(new IntegrityError('size', message), 'renew');
}

/** Throws ConnectionFailure for a coded body: its bytes are not those of the file. */
function checkEncoding({ headers }: Response): void {
  const encoding = headers.get('content-encoding');
  if (encoding === null || encoding.toLowerCase() === 'identity') return;
  throw new ConnectionFailure(
    new IntegrityError('encoding', 'the store sent the file with a Content-Encoding'),
    'renew',
  );
}

function checkedEtag(
  response: Response,
  ticket: Ticket,
  sent: Readonly<Record<string, string>>,
): string | null {
  const etag = strongEtag(response);
  const wanted = sent['If-Match'];
  if (wanted === undefined || etag === null || etag === wanted) return etag;
  const mismatch = new IntegrityError(
    'etag',
    `${ticket.provider} sent another ETag than it confirmed`,
  );
  throw new ConnectionFailure(mismatch, 'validate');
}

function strongEtag({ headers }: Response): string | null {
  const etag = headers.get('etag');
  return etag !== null && /^"[\x21\x23-\x7e]*"$/.test(etag) ? etag : null;
}

/** The failure for a status that is no success. */
function refusal(response: Response): ConnectionFailure {
  const { status, type } = response;
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    return new ConnectionFailure(
      new TransportError('the store redirected to another address'),
      'renew',
    );
  }
  const error = new TransportError(`the store responded with status ${status}`);
  if (status === 412) return new ConnectionFailure(error, 'validate');
  if (status !== 408 && status !== 429 && status < 500)
    return new ConnectionFailure(error, 'renew');
  const seconds = Number(response.headers.get('retry-after') ?? 0);
  const waitMs = Number.isFinite(seconds) ? Math.min(LONGEST_WAIT_MS, seconds * 1000) : 0;
  return new ConnectionFailure(error, 'retry', waitMs);
}
