import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { withTimeLimit } from '../../platform/abort-signals.js';

/** Thrown if a test request got no response, or one that proves nothing about the proxy. */
export class Unreached extends Error {
  override readonly name = 'Unreached';

  /**
   * Converts the error of a connection. If the host name has several addresses, the error of Node
   * has a code but no message.
   */
  static from(error: NodeJS.ErrnoException): Unreached {
    return new Unreached(error.message || String(error.code), { cause: error });
  }
}

/**
 * Connects to the server of a URL, runs `work` with the open connection, and then closes it. Closes
 * it earlier if `patienceMs` have passed or the signal aborts. Throws Unreached if it cannot
 * connect, and the errors of `work`.
 */
export function withConnection<T>(
  url: URL,
  { patienceMs, signal }: { readonly patienceMs: number; readonly signal: AbortSignal },
  work: (socket: Socket) => Promise<T>,
): Promise<T> {
  return withTimeLimit(patienceMs, signal, async (limit) => {
    if (limit.aborted) throw new Unreached('the process stops');
    const socket = connect(url);
    const end = () => socket.destroy(limit.reason);
    limit.addEventListener('abort', end);
    // A later failure is that of the request.
    socket.on('error', () => undefined);
    try {
      await opened(socket, url);
      return await work(socket);
    } finally {
      socket.destroy();
    }
  });
}

function connect({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol === 'http:') return connectPlain({ host, port: Number(port || 80) });
  return connectTls({
    host,
    port: Number(port || 443),
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) ? {} : { servername: host }),
  });
}

function opened(socket: Socket, { protocol }: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(protocol === 'http:' ? 'connect' : 'secureConnect', resolve);
    socket.once('error', (error) => reject(Unreached.from(error)));
    socket.once('close', () => reject(new Unreached('the connection closed')));
  });
}
