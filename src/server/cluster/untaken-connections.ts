import type { Worker } from 'node:cluster';

/** A connection in Node's message to a process that shall take it. */
interface Connection {
  close(): void;
}

/**
 * Follows the connections that the primary process hands over to a process. Call the returned
 * function when the process has ended: it closes connections that the process did not take. Node
 * would leave them open, so their clients would wait. It remembers only the latest connection of
 * each listener, because Node closes the earlier one when it hands over the next.
 */
export function followConnections(worker: Worker): () => void {
  const latest = new Map<unknown, Connection>();
  const { process } = worker;
  process.send = new Proxy(process.send, {
    apply(send, self, args: unknown[]) {
      const [message, handle] = args;
      if (isNewConnection(message) && isConnection(handle)) latest.set(message.key, handle);
      return Reflect.apply(send, self, args);
    },
  });
  return () => {
    // A connection may be closed twice.
    for (const connection of latest.values()) connection.close();
  };
}

function isNewConnection(message: unknown): message is { readonly key: unknown } {
  if (typeof message !== 'object' || message === null) return false;
  return 'act' in message && message.act === 'newconn' && 'key' in message;
}

function isConnection(handle: unknown): handle is Connection {
  if (typeof handle !== 'object' || handle === null) return false;
  return 'close' in handle && typeof handle.close === 'function';
}
