import type { SendProblem } from '../../rest-facade/problem.js';
import { type Config, publicUrlOf } from '../config/config.js';
import { reasonOf, StartFault } from '../platform/start-fault.js';
import { trustOf, trustsPeerOf } from './clients.js';
import type { HttpHandlers } from './http-handlers.js';
import { listenOnPort } from './listening-port.js';
import type { Ports } from './ports.js';
import type { RequestQueue } from './request-queue.js';

/** The listening ports of a process. */
export interface ListeningPorts extends Ports {
  /** Starts to respond. Until `serve` is called, requests learn that the service is starting. */
  respond(writers: { readonly sendProblem: SendProblem; readonly turns: RequestQueue }): void;
  /** Passes all further requests to these handlers. Throws if a late listener cannot listen. */
  serve(handlers: Pick<HttpHandlers, 'handler' | 'serveKnown' | 'adminHandler'>): Promise<void>;
  /**
   * Closes idle connections at once, and busy ones when they are done or after ten seconds.
   * Resolves when all are closed. Does nothing if this process does not listen.
   */
  close(): Promise<void>;
}

/**
 * Opens the public port, and the operator port if configured; both or none. Throws `StartFault` if
 * an address cannot be used.
 */
export async function openPorts(config: Config): Promise<ListeningPorts> {
  const { host, port, adminPort } = config;
  const trusts = trustOf(config);
  const publicPort = await listenOnPort(host, port, (address) => trusts(address, 0)).catch(
    naming(`HOST ${host}, PORT ${port}`),
  );
  const operatorPort =
    adminPort === undefined
      ? null
      : await listenOnPort(host, adminPort)
          .catch(naming(`HOST ${host}, ADMIN_PORT ${adminPort}`))
          .catch(closing(publicPort));
  const publicUrl = publicUrlOf(config, publicPort.port);
  const trustsPeer = trustsPeerOf(config);
  return {
    port: publicPort.port,
    adminPort: operatorPort?.port ?? null,
    respond({ sendProblem, turns }) {
      publicPort.respond({ sendProblem, publicUrl, turns, trustsPeer });
      operatorPort?.respond({ sendProblem, publicUrl: operatorPort.url, turns, trustsPeer });
    },
    async serve({ handler, serveKnown, adminHandler }) {
      publicPort.serve(handler, serveKnown);
      operatorPort?.serve(adminHandler);
    },
    async close() {
      await Promise.all([publicPort.close(), operatorPort?.close()]);
    },
  };
}

/** The ports of a process that does not listen itself; `ports` are those of its other processes. */
export function noPorts(ports: Ports): ListeningPorts {
  return {
    ...ports,
    respond: () => undefined,
    serve: async () => undefined,
    close: async () => undefined,
  };
}

/**
 * The ports of a process that listens only when `serve` is called. Until then, other processes
 * listen on the same ports. Calls `onOpen` when it listens.
 */
export function delayedPorts(
  config: Config,
  ports: Ports,
  onOpen: (listening: ListeningPorts) => void,
): ListeningPorts {
  let writers: Parameters<ListeningPorts['respond']>[0] | null = null;
  let opened: ListeningPorts | null = null;
  return {
    ...ports,
    respond(given) {
      writers = given;
    },
    async serve(handlers) {
      opened = await openPorts(config);
      if (writers) opened.respond(writers);
      await opened.serve(handlers);
      onOpen(opened);
    },
    async close() {
      await opened?.close();
    },
  };
}

/** Names the variables of an address at which the process cannot listen. */
function naming(variables: string) {
  return (error: unknown): never => {
    throw new StartFault(`${variables}: ${reasonOf(error)}`, { cause: error });
  };
}

function closing(port: { close(): Promise<void> }) {
  return async (error: unknown): Promise<never> => {
    await port.close();
    throw error;
  };
}
