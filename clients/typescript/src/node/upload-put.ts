import type { Client } from '../core/client.js';
import { TransportError } from '../core/errors.js';
import { boundedSignal, connectionError } from '../core/wire.js';
import { checkedAddress } from '../download/ticket.js';
import type { UploadSource } from './upload-source.js';

/** Instructions for one PUT to the store. */
export interface SignedPut {
  readonly method: string;
  readonly url: string;
  /** The headers to send, exactly as given. */
  readonly headers: Readonly<Record<string, unknown>>;
}

/**
 * The result of a PUT. `exists`: the store already has the object, and does not overwrite it (412).
 * `expired`: the signature is no longer valid. TransportError: any other failure.
 */
export type PutResult = 'stored' | 'exists' | 'expired' | TransportError;

/** Settings of a PUT. */
export interface PutOptions {
  /** Aborts the request. `putBytes` then throws its reason. */
  readonly signal: AbortSignal | undefined;
  /** The longest time without a read block or a response. Then the result is a TransportError. */
  readonly idleTimeoutMs: number;
  /** Gets the size of each block that the request has read, also of one that the store refuses. */
  readonly onBytes: (count: number) => void;
}

/**
 * Sends bytes of the file to a signed address, without any credential. A response and a failed
 * connection are results. Throws only the reason of the signal, the error of a failed read of the
 * file, and IntegrityError for an address that is not safe to use.
 */
export async function putBytes(
  client: Client,
  signed: SignedPut,
  source: UploadSource,
  range: { readonly start: number; readonly end: number },
  options: PutOptions,
): Promise<PutResult> {
  const url = checkedAddress(signed.url, client.baseUrl);
  const idle = boundedSignal(options.idleTimeoutMs, options.signal);
  let readError: unknown = null;
  const onBytes = (count: number) => {
    idle.restart();
    options.onBytes(count);
  };
  const onFailure = (error: unknown) => {
    readError = error;
  };
  const init: RequestInit & { duplex: 'half' } = {
    method: signed.method,
    // Stores refuse chunked bodies, so the length is stated.
    headers: { ...textsOf(signed.headers), 'Content-Length': String(range.end - range.start) },
    body: source.read(range.start, range.end, onBytes, onFailure),
    duplex: 'half',
    redirect: 'manual',
    signal: idle.signal,
  };
  try {
    const response = await client.fetch(url, init);
    await response.body?.cancel().catch(() => undefined);
    return resultOf(response.status);
  } catch (error) {
    const failed = connectionError(error, 'the upload', options.signal);
    if (!(failed instanceof TransportError)) throw failed;
    if (readError !== null) throw readError;
    return failed;
  } finally {
    idle.release();
  }
}

function resultOf(status: number): PutResult {
  if (status >= 200 && status < 300) return 'stored';
  if (status === 412) return 'exists';
  if (status === 401 || status === 403 || status === 410) return 'expired';
  return new TransportError(`the store responded with status ${status}`);
}

function textsOf(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
