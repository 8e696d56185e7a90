import type { Worker } from 'node:cluster';
import type { Channel } from '../../platform/cluster/calls.js';

/**
 * The channel to a process. Messages wait until the process has sent its first one, because Node
 * drops messages that arrive before the process listens for them. A message to an ended process is
 * lost.
 */
export function channelTo(worker: Worker): Channel {
  let early: object[] | null = [];
  const send = (message: object) => {
    if (early) early.push(message);
    else if (worker.isConnected()) worker.process.send(message, undefined, {}, () => undefined);
  };
  worker.once('message', () => {
    const waiting = early ?? [];
    early = null;
    for (const message of waiting) send(message);
  });
  return { send, receive: (listener) => void worker.on('message', listener) };
}

/** The channel to the process that started this one. A message to an ended process is lost. */
export function parentChannel(): Channel {
  return {
    // Node emits an error without this callback if the channel is closed.
    send: (message) => void process.send?.(message, undefined, {}, () => undefined),
    receive: (listener) => void process.on('message', listener),
  };
}
