import { type Client, type ClientOptions, createClient } from '@modport/client';
import { afterEach } from 'vitest';

/** A mod of the test service. */
export interface TestMod {
  readonly id: string;
  readonly slug: string;
  readonly version_id: string;
  readonly artifact_id: string;
  readonly sha256: string;
  readonly size: number;
  readonly filename: string;
  readonly requires: readonly string[];
}

/** The facts that the service of the tests prints. */
export interface Facts {
  readonly base_url: string;
  readonly control_url: string;
  readonly token: string;
  readonly reader_token: string;
  readonly client_id: string;
  readonly game: string;
  readonly mods: readonly TestMod[];
  readonly draft_mod: string;
}

/** One request that reached the proxy. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly range: string | null;
  readonly if_match: string | null;
  readonly status: number | null;
  /** The requests with the same method that had no response yet, this one included. */
  readonly in_flight: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A rule of the fault proxy; clients/testing/faults.ts has all kinds. */
export interface Rule {
  readonly match: { readonly method?: string; readonly path: string };
  readonly times?: number;
  readonly skip?: number;
  readonly fault: { readonly kind: string } & Readonly<Record<string, unknown>>;
}

const text = process.env['MODPORT_TEST_FACTS'];
if (text === undefined) throw new Error('npm run test:clients -- typescript runs these tests');

/** The facts of the running service. */
export const facts: Facts = JSON.parse(text);

/** The API behind the fault proxy. */
export const BASE_URL = `${facts.base_url}/v1`;

export const IDENTITY = { name: 'client-tests', version: '1.0.0', contact: 'https://example.org' };

/** A client of the service; anonymous unless the options have a token. */
export function testClient(options: Partial<ClientOptions> = {}): Client {
  return createClient({ baseUrl: BASE_URL, identity: IDENTITY, ...options });
}

async function control(method: string, path: string, body?: unknown): Promise<unknown> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const response = await fetch(`${facts.control_url}${path}`, init);
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.json();
}

/** Replaces the rules of the proxy and empties its log. Each test ends with `withFaults()`. */
export async function withFaults(...rules: Rule[]): Promise<void> {
  await control('PUT', '/faults', rules);
  await control('DELETE', '/log');
}

/** The requests since `withFaults` whose path contains `path`. */
export async function requests(path = ''): Promise<readonly LoggedRequest[]> {
  const log = (await control('GET', '/log')) as LoggedRequest[];
  return log.filter((one) => one.path.includes(path));
}

/** The requests for the bytes of files. */
export const fetches = async (): Promise<readonly LoggedRequest[]> =>
  (await requests('/storage/')).filter(({ method }) => method === 'GET');

/** Lets the person of the tests approve an authorization request. */
export async function approve(url: string): Promise<Readonly<Record<string, unknown>>> {
  return (await control('POST', '/sign-in', { url })) as Record<string, unknown>;
}

/** The mod with this slug. */
export function mod(slug: string): TestMod {
  const found = facts.mods.find((one) => one.slug === slug);
  if (found === undefined) throw new Error(`no mod ${slug}`);
  return found;
}

afterEach(() => withFaults());
