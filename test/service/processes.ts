import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { vi } from 'vitest';
import type { Json } from '../actors.js';
import type { ChildService } from './child-service.js';

/** How long tests wait for what several processes do, possibly on a busy machine. */
export const ENOUGH = { timeout: 60_000, interval: 20 };

/** The processes of a service, as its log names them: `server-1`, `server-2`, `jobs`. */
export interface Processes {
  /** The entries of the log. */
  entries(): Json[];
  /** The ids that the processes of a name have had, the present one last. */
  pidsOf(name: string): number[];
  /** The ids of the present processes of a service with two servers; 0 for a missing one. */
  present(): number[];
  /** Kills the present process of a name, and waits until another one is ready. */
  kill(name: string): Promise<void>;
}

/** Reads the processes from the log of the service that runs at each call. */
export function processesOf(running: () => ChildService): Processes {
  const entries = (): Json[] =>
    running()
      .said()
      .stderr.split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
  const pidsOf = (name: string): number[] =>
    entries()
      .filter(({ msg, member }) => msg === 'a process is ready' && member === name)
      .map(({ pid }) => pid);
  return {
    entries,
    pidsOf,
    present: () => ['server-1', 'server-2', 'jobs'].map((name) => pidsOf(name).at(-1) ?? 0),
    async kill(name) {
      const before = pidsOf(name);
      process.kill(before.at(-1) ?? 0, 'SIGKILL');
      await vi.waitUntil(() => pidsOf(name).length > before.length, ENOUGH);
    },
  };
}

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The body and the headers of a request. With a body it is a POST. */
export interface FreshRequest {
  readonly body?: object;
  readonly headers?: object;
}

/**
 * Sends a request on a connection of its own. Consecutive connections go to different processes.
 */
export async function sendFresh(
  baseUrl: string,
  path: string,
  { body, headers }: FreshRequest = {},
): Promise<{ status: number | undefined; text: string }> {
  const sent = request(new URL(path, baseUrl), {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    agent: false,
  });
  sent.end(body && JSON.stringify(body));
  const [response]: IncomingMessage[] = (await once(sent, 'response')) as never;
  const text = response ? (await response.toArray()).join('') : '';
  return { status: response?.statusCode, text };
}

/** The sum of a metric over its labels that match. */
export async function metricAt(adminUrl: string, name: string, labels = ''): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(name) && line.includes(labels));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
