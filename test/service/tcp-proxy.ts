import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between a service and a dependency that can cut the connection. */
export interface TcpProxy {
  /** The address of the target through this proxy. */
  readonly url: string;
  /** Closes all connections and refuses new ones, as if the target had died. */
  cut(): Promise<void>;
  /** Keeps connections open and forwards nothing, as if the target hung. */
  hold(): void;
  /** Closes all connections, and new ones when it has accepted them, like a balancer without a target. */
  drop(): void;
  /** Forwards everything again. */
  mend(): Promise<void>;
  connections(): number;
  /** The number of accepted connections since the start. */
  accepted(): number;
  close(): Promise<void>;
}

/** A proxy in front of `target`, a URL with host and port. */
export async function startTcpProxy(target: string, defaultPort: number): Promise<TcpProxy> {
  const behind = new URL(target);
  const sockets = new Set<Socket>();
  let isHeld = false;
  let isDropping = false;
  let accepted = 0;
  const server = createServer((near) => {
    accepted += 1;
    if (isDropping) {
      near.on('error', () => undefined).destroy();
      return;
    }
    const far = connect(Number(behind.port || defaultPort), behind.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (bytes: Buffer) => void (isHeld || to.write(bytes)));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const here = new URL(target);
  here.hostname = '127.0.0.1';
  here.port = String(port);
  const cut = async () => {
    const closed = server.listening ? once(server.close(), 'close') : undefined;
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: here.href,
    cut,
    hold() {
      isHeld = true;
    },
    drop() {
      isDropping = true;
      for (const socket of sockets) socket.destroy();
    },
    async mend() {
      // After dropped bytes, a connection is out of sync and useless.
      if (isHeld) for (const socket of sockets) socket.destroy();
      isHeld = false;
      isDropping = false;
      if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening');
    },
    connections: () => sockets.size,
    accepted: () => accepted,
    close: cut,
  };
}
