import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The number of open connections, each with one request at a time. */
export const CONNECTIONS = 32;
const SECONDS = 4;
/** A slow server is a figure and not a failure. */
const PATIENCE_SECONDS = 30;

/** Requests that are repeated in turn. */
export interface Requests {
  /** A single path is that of each body. */
  readonly paths: readonly string[];
  /** JSON documents to write, each to the path in the same place, or one to all paths. */
  readonly bodies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether each request has an idempotency key of its own. */
  readonly hasKeys?: boolean;
}

/** The rate and the time of the responses to a load. */
export interface Measured {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
}

/** The senders of a load. */
interface Senders {
  /** Each has a script of its own. */
  readonly threads: number;
  readonly connections: number;
  readonly seconds: number;
  /** Whether each thread is a client behind a proxy, with an address and a request of its own. */
  readonly isClients?: boolean;
}

/**
 * Sends requests to a server for some seconds over many connections, and returns the number of
 * responses per second. Like the other measurements here, it throws if `wrk` is not installed, if a
 * connection fails, and for a response that is neither 2xx nor 3xx.
 */
export async function requestsPerSecond(origin: string, requests: Requests): Promise<number> {
  const senders = { threads: 1, connections: CONNECTIONS, seconds: SECONDS };
  return (await loadOf(origin, requests, senders)).requestsPerSecond;
}

/** Sends each request repeatedly, from a client of its own with one connection. */
export async function loadByClients(origin: string, requests: Requests): Promise<Measured> {
  const count = requests.paths.length;
  const senders = { threads: count, connections: count, isClients: true };
  // Unmeasured: the first requests of each client fill caches.
  await loadOf(origin, requests, { ...senders, seconds: 1 });
  return loadOf(origin, requests, { ...senders, seconds: SECONDS });
}

/**
 * Sends requests one after the other for some seconds. Returns the median time of a response in
 * milliseconds.
 */
export async function p50Alone(origin: string, requests: Requests): Promise<number> {
  const senders = { threads: 1, connections: 1 };
  await loadOf(origin, requests, { ...senders, seconds: 1 });
  return (await loadOf(origin, requests, { ...senders, seconds: SECONDS / 2 })).p50Ms;
}

/** Returns whether `wrk` is installed. */
export async function hasWrk(): Promise<boolean> {
  // It prints its version and ends with 1.
  const error = await run('wrk', ['--version']).catch((failure: unknown) => failure);
  return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
}

async function loadOf(origin: string, requests: Requests, senders: Senders): Promise<Measured> {
  const { threads, connections, seconds } = senders;
  const folder = await mkdtemp(join(tmpdir(), 'modport-wrk-'));
  try {
    const script = join(folder, 'requests.lua');
    await writeFile(script, scriptOf(requests, senders));
    const named = Object.entries(requests.headers ?? {}).flatMap(([name, value]) => [
      '-H',
      `${name}: ${value}`,
    ]);
    const limits = [`-d${seconds}s`, '--timeout', `${PATIENCE_SECONDS}s`];
    const options = [`-t${threads}`, `-c${connections}`, ...limits, '-s', script];
    const { stdout } = await run('wrk', [...options, ...named, origin]);
    if (/Non-2xx or 3xx responses|Socket errors/.test(stdout)) throw new Error(stdout);
    const figure = (name: string) =>
      Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(stdout)?.[1]);
    return { requestsPerSecond: figure('Requests/sec'), p50Ms: figure('p50_us') / 1000 };
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing) throw new Error('wrk is not installed; Debian has it as the package wrk');
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A script of `wrk` that formats requests without a key before the load begins. */
function scriptOf(requests: Requests, { isClients = false }: Senders): string {
  const { paths, bodies = [], hasKeys = false } = requests;
  return `local paths, bodies = ${tableOf(paths)}, ${tableOf(bodies)}
local count, formatted, threads, sent = math.max(#paths, #bodies), {}, 0, 0
local function format(n)
  local method = #bodies > 0 and "POST" or "GET"
  return wrk.format(method, paths[n] or paths[1], nil, bodies[n] or bodies[1])
end
function setup(thread)
  threads = threads + 1
  thread:set("nth", threads)
end
function init(args)
  wrk.headers["Content-Type"] = #bodies > 0 and "application/json" or nil
  wrk.headers["X-Forwarded-For"] = ${isClients} and "10.0.0." .. nth or nil
  for n = 1, count do formatted[n] = format(n) end
end
function request()
  local n = ${isClients} and nth or sent % count + 1
  sent = sent + 1
  if not ${hasKeys} then return formatted[n] end
  wrk.headers["Idempotency-Key"] = "${randomUUID()}-" .. sent
  return format(n)
end
function done(summary, latency)
  io.write(string.format("p50_us: %d\\n", latency:percentile(50)))
end`;
}

/** A Lua table of strings. JSON and Lua write strings alike if they are ASCII. */
const tableOf = (texts: readonly string[]): string =>
  `{${texts.map((text) => JSON.stringify(text)).join(',')}}`;
