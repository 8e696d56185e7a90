import { requestOf } from './catalog.js';
import type { Server } from './process.js';

const ROUNDS = 15;

/** Sends a request, with a body to write, and reads the response. Throws unless it succeeds. */
export async function ask(
  service: Server,
  path: string,
  body?: object,
  token?: string,
): Promise<void> {
  const { headers = {}, ...request } = requestOf(body);
  const bearer = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await fetch(`${service.url}${path}`, {
    ...request,
    headers: { ...headers, ...bearer },
  });
  const text = await response.text();
  // GraphQL reports failures with status 200.
  if (!response.ok || text.startsWith('{"errors"')) throw new Error(`${path} answered ${text}`);
}

/** The median time of a few rounds in milliseconds, after some unmeasured ones. */
export async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let round = -3; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await work();
    if (round >= 0) took.push(performance.now() - begun);
  }
  return took.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}
