import { createHash } from 'node:crypto';
import { withTimeLimit } from '../../../platform/abort-signals.js';
import { type FinalResponse, follow, OutboundFailed } from '../../../platform/outbound/send.js';
import type { Platform } from '../../../platform/platform.js';
import { ObjectExists } from '../../../platform/storage/storage.port.js';
import { LIMITS } from '../../../registry/limits.js';
import { agentOf, policyOf, throwForStatus } from './provider-client.js';
import type { ProviderFile } from './providers/index.js';
import type { Source } from './read-reference.js';

/** The measured capabilities of a file's host (Spec 2.6). */
export interface MeasuredCapabilities {
  readonly headSupported: boolean;
  readonly rangeSupported: boolean;
  readonly conditionalRequests: boolean;
}

/** The size of all received bytes, and their digests in lower-case hex. */
export interface FetchedFile {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly sha512: string;
  readonly sha1: string;
}

/** The file exceeds its size limit. The rest was not read. */
export class FileTooLong extends Error {
  override readonly name = 'FileTooLong';
}

/**
 * Streams a file into the store and computes its digests, up to `target.maxBytes`. Removes
 * leftovers of an earlier run first. `outer` aborts the work. Returns null after a 404 or 410.
 * Throws FileTooLong, ProviderBusy, TargetRefused, OutboundFailed, and errors of the store.
 */
export function fetchFile(
  platform: Platform,
  source: Source,
  file: ProviderFile,
  target: FetchTarget,
  outer: AbortSignal,
): Promise<FetchedFile | null> {
  return withTimeLimit(LIMITS.providerDownloadSeconds * 1000, outer, async (signal) => {
    const response = await follow({
      method: 'GET',
      url: file.url,
      headers: { Accept: '*/*', 'User-Agent': agentOf(platform) },
      policy: policyOf(platform, source.provider),
      idleSeconds: LIMITS.providerIdleSeconds,
      signal,
    });
    try {
      return await storeFile(platform, response, target);
    } finally {
      response.close();
    }
  });
}

/** The destination of a fetched file. */
interface FetchTarget {
  readonly key: string;
  readonly contentType: string;
  readonly maxBytes: number;
}

async function storeFile(
  { storage }: Platform,
  response: FinalResponse,
  target: FetchTarget,
): Promise<FetchedFile | null> {
  if (response.status === 404 || response.status === 410) return null;
  throwForStatus(response);
  if (response.status !== 200)
    throw new OutboundFailed(`the provider responded with ${response.status}`);
  const digests = digesting(response, target.maxBytes);
  await storage.remove(target.key);
  await storage.put(target.key, digests.body, target.contentType).catch((error) => {
    // Another run of the same job was faster; this one is retried.
    if (error instanceof ObjectExists) throw new OutboundFailed('two runs at once');
    // A store may wrap errors of its input.
    if (digests.isTooLong()) throw new FileTooLong(`more than ${target.maxBytes} bytes came`);
    throw error;
  });
  return digests.end();
}

/** Passes the bytes of a response on and hashes them. The returned body throws FileTooLong. */
function digesting(response: FinalResponse, maxBytes: number) {
  const hashes = {
    sha256: createHash('sha256'),
    sha512: createHash('sha512'),
    sha1: createHash('sha1'),
  };
  let sizeBytes = 0;
  async function* body(): AsyncGenerator<Uint8Array> {
    for await (const chunk of response.body) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw new FileTooLong(`more than ${maxBytes} bytes came`);
      for (const hash of Object.values(hashes)) hash.update(chunk);
      yield chunk;
    }
  }
  return {
    body: body(),
    isTooLong: () => sizeBytes > maxBytes,
    end: (): FetchedFile => ({
      sizeBytes,
      sha256: hashes.sha256.digest('hex'),
      sha512: hashes.sha512.digest('hex'),
      sha1: hashes.sha1.digest('hex'),
    }),
  };
}

/**
 * Measures the capabilities of a file's host. It sends one HEAD, one request for the first byte,
 * and one with the ETag of the HEAD if that is strong. A failed request means unsupported. So does
 * a response to the first two whose size is not `file.sizeBytes`. Throws only the reason of an
 * aborted `signal`.
 */
export function measure(
  platform: Platform,
  source: Source,
  file: ProviderFile,
  signal: AbortSignal,
): Promise<MeasuredCapabilities> {
  return withTimeLimit(LIMITS.providerResponseSeconds * 1000, signal, (limit) =>
    measureWithin(platform, source, file, { signal, limit }),
  );
}

/** `signal` ends the work, and `limit` only its requests. */
async function measureWithin(
  platform: Platform,
  source: Source,
  file: ProviderFile,
  { signal, limit }: { readonly signal: AbortSignal; readonly limit: AbortSignal },
): Promise<MeasuredCapabilities> {
  const request = async (method: 'GET' | 'HEAD', headers: Record<string, string>) => {
    const response = await follow({
      method,
      url: file.url,
      headers: { ...headers, 'User-Agent': agentOf(platform) },
      policy: policyOf(platform, source.provider),
      idleSeconds: LIMITS.providerResponseSeconds,
      signal: limit,
    });
    response.close();
    return response;
  };
  const head = await request('HEAD', {}).catch(() => null);
  signal.throwIfAborted();
  const headSupported =
    head?.status === 200 && head.headers['content-length'] === String(file.sizeBytes);
  const part = await request('GET', { Range: 'bytes=0-0' }).catch(() => null);
  signal.throwIfAborted();
  const rangeSupported =
    part?.status === 206 && part.headers['content-range'] === `bytes 0-0/${file.sizeBytes}`;
  const etag = head?.headers['etag'];
  const same = etag?.startsWith('"')
    ? await request('GET', { 'If-None-Match': etag }).catch(() => null)
    : null;
  signal.throwIfAborted();
  return { headSupported, rangeSupported, conditionalRequests: same?.status === 304 };
}
