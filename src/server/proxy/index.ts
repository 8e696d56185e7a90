import type { Platform } from '../../platform/platform.js';
import type { Stores } from '../../platform/storage/open-stores.js';
import { createProxyProbe } from './probe.js';
import { joinViews, type ProxyView } from './view.js';
import { createProxyWatch, type ProxyWatch } from './watch.js';

/**
 * The knowledge of a process about the proxy in front of it. It comes from the requests of clients,
 * and from test requests that the process sends to its own public address.
 */
export interface ProxyWatches extends ProxyView, Pick<ProxyWatch, 'notice'> {
  /**
   * Whether all requests of the last test came back through the proxy. Null before the first test,
   * and always without a configured `PUBLIC_URL`.
   */
  reached(): boolean | null;
  /** Starts the test requests. Call it when the process listens. */
  start(): void;
  /** Ends the test requests. */
  stop(): void;
}

/**
 * Creates the watches by both kinds of requests. Without a configured `PUBLIC_URL`, it sends no
 * test requests.
 */
export function createProxyWatches(platform: Platform, stores: Stores): ProxyWatches {
  const { config, publicUrl, keys, clock, log, limits } = platform;
  const watch = createProxyWatch(config);
  if (config.publicUrl === undefined) {
    return { ...watch, reached: () => null, start: () => undefined, stop: () => undefined };
  }
  const probe = createProxyProbe({
    publicUrl,
    keys,
    clock,
    log,
    servesFiles: stores.storage.handler !== null,
    firstSeconds: limits.proxyProbeFirstSeconds,
  });
  const { reached, start, stop } = probe;
  return { ...joinViews(watch, probe), notice: watch.notice, reached, start, stop };
}
