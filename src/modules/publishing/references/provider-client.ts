import { withTimeLimit } from '../../../platform/abort-signals.js';
import { follow, OutboundFailed, readJson } from '../../../platform/outbound/send.js';
import { checkTarget, type OutboundPolicy } from '../../../platform/outbound/target.js';
import type { Platform } from '../../../platform/platform.js';
import { readRelease } from '../../../platform/release.js';
import { LIMITS } from '../../../registry/limits.js';
import { PROVIDERS, type ProviderName } from '../../../registry/providers.js';
import type { ProviderFile } from './providers/index.js';
import type { Source } from './read-reference.js';

/** The provider requires a wait of `retryAfterSeconds`. */
export class ProviderBusy extends Error {
  override readonly name = 'ProviderBusy';

  constructor(readonly retryAfterSeconds: number) {
    super(`the provider asks to wait for ${retryAfterSeconds} s`);
  }
}

/** The allowed targets of requests to a provider. */
export function policyOf(platform: Platform, provider: ProviderName): OutboundPolicy {
  const { baseUrl } = platform.config.external.providers[provider];
  if (baseUrl !== undefined) return { hosts: [], trustedOrigin: baseUrl };
  const { apiUrl, downloadHosts } = PROVIDERS[provider];
  return { hosts: [new URL(apiUrl).hostname, ...downloadHosts] };
}

/** The `User-Agent` of all requests to providers. */
export function agentOf(platform: Platform): string {
  return `modport/${readRelease()} (+${platform.publicUrl})`;
}

/**
 * Requests the current facts of a file from its provider. Returns null after a 404 or 410, or if
 * `fileOf` finds no file. Players get the file's URL without another check, so it must also be an
 * allowed target. `timeoutSeconds` limits the whole request, and `outer` aborts it. Throws
 * ProviderBusy, TargetRefused, and OutboundFailed for any other failure, such as a response in an
 * unknown form.
 */
export function requestProvider(
  platform: Platform,
  source: Source,
  timeoutSeconds: number,
  outer?: AbortSignal,
): Promise<ProviderFile | null> {
  const { provider, adapter, locator } = source;
  const { baseUrl } = platform.config.external.providers[provider];
  const policy = policyOf(platform, provider);
  return withTimeLimit(timeoutSeconds * 1000, outer, async (signal) => {
    const response = await follow({
      method: 'GET',
      url: `${baseUrl ?? PROVIDERS[provider].apiUrl}${adapter.pathOf(locator)}`,
      headers: { Accept: 'application/json', 'User-Agent': agentOf(platform) },
      policy,
      idleSeconds: timeoutSeconds,
      signal,
    });
    try {
      if (response.status === 404 || response.status === 410) return null;
      throwForStatus(response);
      const file = adapter.fileOf(locator, await readJson(response, LIMITS.providerAnswerBytes));
      if (file) checkTarget(new URL(file.url), policy);
      return file;
    } finally {
      response.close();
    }
  });
}

/**
 * Throws ProviderBusy for a 429, a 403 with a used up quota and a 503 with `Retry-After`. Throws
 * OutboundFailed for any other status outside 2xx.
 */
export function throwForStatus(response: {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}): void {
  const { status, headers } = response;
  // GitHub returns 403 if the quota of an address is used up.
  const isUsedUp = status === 403 && headers['x-ratelimit-remaining'] === '0';
  if (status === 429 || isUsedUp || (status === 503 && headers['retry-after'] !== undefined)) {
    throw new ProviderBusy(waitOf(headers['retry-after']));
  }
  if (status < 200 || status > 299)
    throw new OutboundFailed(`the provider responded with ${status}`);
}

function waitOf(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter ?? LIMITS.providerWaitSeconds);
  if (!Number.isFinite(seconds) || seconds < 1) return LIMITS.providerWaitSeconds;
  return Math.min(Math.ceil(seconds), LIMITS.providerWaitMaxSeconds);
}
