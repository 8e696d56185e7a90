import type { Channel } from '../../../src/platform/cluster/calls.js';

/** Two connected ends of a channel, which carries JSON like that between two processes. */
export function connectedChannels(): readonly [Channel, Channel] {
  const listeners: ((message: unknown) => void)[][] = [[], []];
  const end = (own: 0 | 1): Channel => ({
    send(message) {
      const text = JSON.stringify(message);
      setImmediate(() => {
        for (const listener of listeners[1 - own] ?? []) listener(JSON.parse(text));
      });
    },
    receive: (listener) => void listeners[own]?.push(listener),
  });
  return [end(0), end(1)];
}
