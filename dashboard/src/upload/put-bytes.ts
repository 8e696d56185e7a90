import type { SignedPut } from './upload-api';

/**
 * The result of a PUT to the object store:
 * - exists: the store refused to overwrite, because the bytes of an earlier attempt have arrived
 * - expired: the store refuses the address, as a rule because it is too old
 * - failed: no response, no progress for two minutes, or an error of the store
 */
export type PutResult = 'stored' | 'exists' | 'expired' | 'failed';

/** The browser sets these itself, and refuses a script that sets them. */
const FORBIDDEN = new Set(['content-length', 'host']);
/** How long a connection may move no byte. A slow one may take as long as it needs. */
const SILENCE_MILLISECONDS = 120_000;

/**
 * Sends bytes to a signed address, without credentials. Uses `XMLHttpRequest`, because `fetch`
 * reports no progress of a body. Throws only the reason of the signal.
 */
export function putBytes(
  signed: SignedPut,
  bytes: Blob,
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
): Promise<PutResult> {
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  return new Promise<PutResult>((resolve, reject) => {
    const stop = () => {
      request.abort();
      reject(signal.reason);
    };
    const giveUp = () => {
      request.abort();
      resolve('failed');
    };
    let silence = setTimeout(giveUp, SILENCE_MILLISECONDS);
    signal.addEventListener('abort', stop, { once: true });
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(silence);
      silence = setTimeout(giveUp, SILENCE_MILLISECONDS);
      onProgress(loaded);
    };
    request.onload = () => resolve(resultOf(request.status));
    request.onerror = () => resolve('failed');
    request.onloadend = () => {
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
    };
    request.open('PUT', signed.url);
    for (const [name, value] of Object.entries(signed.headers)) {
      if (!FORBIDDEN.has(name.toLowerCase())) request.setRequestHeader(name, String(value));
    }
    request.send(bytes);
  });
}

function resultOf(status: number): PutResult {
  if (status >= 200 && status < 300) return 'stored';
  if (status === 412) return 'exists';
  return [401, 403, 410].includes(status) ? 'expired' : 'failed';
}
