import { z } from 'zod';

/**
 * A process that a primary process starts: `server-1` and so on share the listener, `jobs` runs the
 * jobs.
 */
export type MemberName = 'jobs' | `server-${number}`;

/** The variable with which the primary process names a process that it starts. */
export const MEMBER_VARIABLE = 'MODPORT_PROCESS';

/** The name of this process from its environment; null if no primary process started it. */
export function memberNameOf(env: NodeJS.ProcessEnv): MemberName | null {
  const name = env[MEMBER_VARIABLE];
  if (name === 'jobs') return name;
  const number = /^server-(\d+)$/.exec(name ?? '')?.[1];
  return number === undefined ? null : serverName(Number(number));
}

/** The name of a server process, counted from 1. */
export function serverName(number: number): MemberName {
  return `server-${number}`;
}

/**
 * The variable that makes a process listen only when it is ready, because others listen already.
 */
export const LATE_VARIABLE = 'MODPORT_LISTENS_LATE';

/** The ports of the shared listener. */
export const PORTS = z.object({ port: z.int(), adminPort: z.int().nullable() });

/** The message with which the primary process announces that the shared parts are open. */
export const OPENED = z.object({
  databaseUrl: z.string(),
  requestConnections: z.int(),
  planThreads: z.int(),
  ports: PORTS,
});

/** The message in which a process explains its failure to the primary process, before it exits. */
export const FAILURE = z.object({ text: z.string(), exitCode: z.int() });

/** Whether a process also reads the metrics that all processes share. */
export const METRIC_SOURCES = z.enum(['all', 'own']);

/** A page of metrics of all processes. */
export const PAGE = z.object({ contentType: z.string(), body: z.string() });
