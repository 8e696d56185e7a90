import type { Calls } from '../../platform/cluster/calls.js';
import { deferred } from '../../platform/concurrency.js';
import type { Ports } from '../ports.js';
import { LATE_VARIABLE } from './protocol.js';

/** The server processes that listen, and the ports that they share. */
export interface Listeners {
  /** The ports, as soon as the first process listens. */
  readonly ports: Promise<Ports>;
  /**
   * Records a process that listens. Returns false if it listens on other ports than the first one.
   */
  add(process: Calls, ports: Ports): boolean;
  /** Records the end of a process. */
  remove(process: Calls): void;
  /**
   * The environment variables with which a new process listens on the shared ports. Empty until the
   * first process listens.
   */
  environment(): NodeJS.ProcessEnv;
}

/**
 * Creates an empty record. Node shares a listener between processes that ask for the same port; all
 * that ask for port 0 get the same free port. If all of them have ended, Node has closed the
 * listener. New processes then ask for its number, because 0 would give another port.
 */
export function createListeners(): Listeners {
  const first = deferred<Ports>();
  const listening = new Set<Calls>();
  let bound: Ports | null = null;
  let variables: NodeJS.ProcessEnv = {};
  return {
    ports: first.promise,
    add(process, ports) {
      bound ??= ports;
      first.resolve(bound);
      if (ports.port !== bound.port || ports.adminPort !== bound.adminPort) return false;
      listening.add(process);
      return true;
    },
    remove: (process) => void listening.delete(process),
    environment() {
      if (bound === null) return {};
      if (listening.size === 0) variables = variablesOf(bound);
      // Until it is ready, other processes get all connections.
      return { ...variables, [LATE_VARIABLE]: '1' };
    },
  };
}

function variablesOf({ port, adminPort }: Ports): NodeJS.ProcessEnv {
  return { PORT: String(port), ...(adminPort === null ? {} : { ADMIN_PORT: String(adminPort) }) };
}
