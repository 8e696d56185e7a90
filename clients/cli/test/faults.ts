import { onTestFinished } from 'vitest';
import { FACTS } from './facts.js';

/** A rule of the fault proxy; see clients/testing/faults.ts. */
export interface Rule {
  readonly match: { readonly method?: string; readonly path: string };
  readonly times?: number;
  readonly skip?: number;
  readonly fault: { readonly kind: string; readonly [name: string]: unknown };
}

/** One request that reached the proxy; the status is null if the connection was destroyed first. */
interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Makes the proxy break exchanges until the end of the test. */
export async function faults(...rules: readonly Rule[]): Promise<void> {
  onTestFinished(() => replace([]));
  await replace(rules);
}

async function replace(rules: readonly Rule[]): Promise<void> {
  await control('PUT', '/faults', rules);
}

/** The requests since the last `forget`. */
export async function requests(): Promise<readonly LoggedRequest[]> {
  const response = await fetch(`${FACTS.control_url}/log`);
  return (await response.json()) as LoggedRequest[];
}

/** Empties the list of requests. */
export async function forget(): Promise<void> {
  await fetch(`${FACTS.control_url}/log`, { method: 'DELETE' });
}

/** Approves an authorization request as the user of the test service; returns its outcome. */
export async function approve(url: string): Promise<{ redirect?: string }> {
  const response = await control('POST', '/sign-in', { url });
  return (await response.json()) as { redirect?: string };
}

async function control(method: string, path: string, body: unknown): Promise<Response> {
  const response = await fetch(`${FACTS.control_url}${path}`, {
    method,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response;
}
