import { execFile } from 'node:child_process';
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

/** Repeated requests for some paths in turn, or with some bodies in turn. */
export interface Requests {
  readonly paths: readonly string[];
  /** JSON documents for the first path. Without them, each path is read. */
  readonly bodies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends requests to a server for some seconds with `wrk`, and returns how many responses came in a
 * second. Throws if `wrk` is not installed, and for a response that is neither 200 nor 304.
 */
export async function requestsPerSecond(origin: string, requests: Requests): Promise<number> {
  const { headers = {} } = requests;
  const folder = await mkdtemp(join(tmpdir(), 'modport-wrk-'));
  try {
    const script = join(folder, 'paths.lua');
    await writeFile(script, scriptOf(requests));
    const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const limits = [`-d${SECONDS}s`, '--timeout', `${PATIENCE_SECONDS}s`];
    const options = ['-t1', `-c${CONNECTIONS}`, ...limits, '-s', script];
    const { stdout } = await run('wrk', [...options, ...named, origin]);
    if (/Non-2xx or 3xx responses|Socket errors/.test(stdout)) throw new Error(stdout);
    return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing) throw new Error('wrk is not installed; Debian has it as the package wrk');
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns whether `wrk` is installed. */
export async function hasWrk(): Promise<boolean> {
  // It prints its version and ends with 1.
  const error = await run('wrk', ['--version']).catch((failure: unknown) => failure);
  return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
}

/** A script of `wrk` that formats each request before the load begins. */
function scriptOf({ paths, bodies }: Requests): string {
  const [first = ''] = paths;
  const lists = bodies === undefined ? `paths = ${tableOf(paths)}` : `bodies = ${tableOf(bodies)}`;
  return `local ${lists}
local requests, at = {}, 0
init = function(args)
  for n, path in ipairs(paths or {}) do requests[n] = wrk.format("GET", path) end
  wrk.headers["Content-Type"] = bodies and "application/json"
  for n, body in ipairs(bodies or {}) do
    requests[n] = wrk.format("POST", ${JSON.stringify(first)}, nil, body)
  end
end
request = function()
  at = at % #requests + 1
  return requests[at]
end`;
}

/** A table of Lua: JSON writes its strings as Lua does, as long as they have ASCII characters only. */
const tableOf = (texts: readonly string[]): string =>
  `{${texts.map((text) => JSON.stringify(text)).join(',')}}`;
