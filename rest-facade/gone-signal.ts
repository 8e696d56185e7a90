import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const known = new WeakMap<Socket, AbortSignal>();

/** Aborted when the connection of a request closes. A half-closed connection is not closed. */
export function goneSignalOf({ socket }: IncomingMessage): AbortSignal {
  const before = known.get(socket);
  if (before) return before;
  const controller = new AbortController();
  known.set(socket, controller.signal);
  if (socket.destroyed) controller.abort();
  else socket.once('close', () => controller.abort());
  return controller.signal;
}
