import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { onceForEach } from '../src/platform/concurrency.js';

const signalOf = onceForEach((socket: Socket) => {
  const controller = new AbortController();
  if (socket.destroyed) controller.abort();
  else socket.once('close', () => controller.abort());
  return controller.signal;
});

/** Aborted when the connection of a request closes. A half-closed connection is not closed. */
export function goneSignalOf({ socket }: IncomingMessage): AbortSignal {
  return signalOf(socket);
}
