/**
 * A process that a primary process starts: `server-1` and so on share the listener, `jobs` runs the
 * jobs.
 */
export type MemberName = 'jobs' | `server-${number}`;

/** The variable with which the primary process names a process that it starts. */
export const MEMBER_VARIABLE = 'MODPORT_PROCESS';

/** Reads the name of a process; null for one that no primary process started. */
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

/** Set for a process that starts after one has listened: it listens only when it is ready. */
export const LATE_VARIABLE = 'MODPORT_LISTENS_LATE';
