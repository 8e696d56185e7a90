import { expect } from 'vitest';
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
