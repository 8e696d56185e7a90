import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { onceForEach } from '../src/platform/concurrency.js';

const signalOf = onceForEach((socket: Socket) => {
  const controller = new AbortController();
  if (socket.destroyed) controller.abort();
  else socket.once('close', () => controller.abort());
  return controller.signal;
});

/**
 * The signal that aborts when the connection of a request closes, already aborted if it has closed.
 * A half-closed connection does not abort it.
 */
export function goneSignalOf({ socket }: IncomingMessage): AbortSignal {
  return signalOf(socket);
}
