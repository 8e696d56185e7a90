import type { SendProblem } from '../../rest-facade/problem.js';
import { type Config, publicUrlOf } from '../config.js';
import { trustOf, trustsPeerOf } from './clients.js';
import type { HttpHandlers } from './http-handlers.js';
import { listenOnPort } from './listening-port.js';
import type { Ports } from './ports.js';
import type { RequestQueue } from './request-queue.js';

/** The listening ports of a process. */
export interface Doors extends Ports {
  /** Starts to respond; at first, that the service is starting. */
  answer(writers: { readonly sendProblem: SendProblem; readonly turns: RequestQueue }): void;
  /** Passes all further requests to these handlers. Throws if a late listener cannot listen. */
  serve(handlers: Pick<HttpHandlers, 'handler' | 'early' | 'adminHandler'>): Promise<void>;
  close(): Promise<void>;
}

/** Opens the public port, and the operator port if configured; both or none. */
export async function openDoors(config: Config): Promise<Doors> {
  const { host, port, adminPort } = config;
  const trusts = trustOf(config);
  const door = await listenOnPort(host, port, (address) => trusts(address, 0));
  const adminDoor =
    adminPort === undefined ? null : await listenOnPort(host, adminPort).catch(closing(door));
  const publicUrl = publicUrlOf(config, door.port);
  const trustsPeer = trustsPeerOf(config);
  return {
    port: door.port,
    adminPort: adminDoor?.port ?? null,
    answer({ sendProblem, turns }) {
      door.answer({ sendProblem, publicUrl, turns, trustsPeer });
      adminDoor?.answer({ sendProblem, publicUrl: adminDoor.url, turns, trustsPeer });
    },
    async serve({ handler, early, adminHandler }) {
      door.serve(handler, early);
      adminDoor?.serve(adminHandler);
    },
    async close() {
      await Promise.all([door.close(), adminDoor?.close()]);
    },
  };
}

/** The doors of a process that runs next to listening ones and does not listen itself. */
export function noDoors(ports: Ports): Doors {
  return {
    ...ports,
    answer: () => undefined,
    serve: async () => undefined,
    close: async () => undefined,
  };
}

/** The doors of a process that listens only when it serves; other processes listen meanwhile. */
export function lateDoors(config: Config, ports: Ports, onOpen: (doors: Doors) => void): Doors {
  let writers: Parameters<Doors['answer']>[0] | null = null;
  let opened: Doors | null = null;
  return {
    ...ports,
    answer(given) {
      writers = given;
    },
    async serve(handlers) {
      opened = await openDoors(config);
      if (writers) opened.answer(writers);
      await opened.serve(handlers);
      onOpen(opened);
    },
    async close() {
      await opened?.close();
    },
  };
}

function closing(door: { close(): Promise<void> }) {
  return async (error: unknown): Promise<never> => {
    await door.close();
    throw error;
  };
}
