import { expect } from 'vitest';
import type { SharedReadUse } from '../src/platform/metrics/gauges.js';
import { eventually } from './eventually.js';

/** The metrics page of a service, which may be up to a second old. */
export async function metricsOf(service: { readonly baseUrl: string }): Promise<string> {
  return (await fetch(new URL('/metrics', service.baseUrl))).text();
}

/** Waits until one page of metrics shows all lines, because a page is cached for a second. */
export function metricsShow(
  service: { readonly baseUrl: string },
  ...lines: (string | RegExp)[]
): Promise<void> {
  return eventually(async () => {
    const text = await metricsOf(service);
    for (const line of lines) {
      if (typeof line === 'string') expect(text.split('\n')).toContain(line);
      else expect(text).toMatch(line);
    }
  });
}

/** The counts of shared reads before the first request. */
export const NO_SHARED_READS: SharedReadUse = {
  requests: 0,
  runs: 0,
  hits: 0,
  entries: 0,
  bytes: 0,
  documents: 0,
  document_bytes: 0,
};
