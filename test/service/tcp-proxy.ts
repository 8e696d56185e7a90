import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a service and something that it needs, to take that away. */
export interface TcpProxy {
  /** The address of what is behind it, as it is reached through here. */
  readonly url: string;
  /** Ends all connections and takes no more, as if what is behind it had died. */
  cut(): Promise<void>;
  /** Keeps connections and passes nothing on, as if what is behind it hung. */
  hold(): void;
  /** Passes everything on again. */
  mend(): Promise<void>;
  connections(): number;
  /** How many connections it has accepted since it was started. */
  accepted(): number;
  close(): Promise<void>;
}

/** A proxy before `target`, an address with a host and a port. */
export async function startTcpProxy(target: string, defaultPort: number): Promise<TcpProxy> {
  const behind = new URL(target);
  const sockets = new Set<Socket>();
  let isHeld = false;
  let accepted = 0;
  const server = createServer((near) => {
    accepted += 1;
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
    async mend() {
      // What was dropped meanwhile leaves half a reply: such connections are of no use.
      if (isHeld) for (const socket of sockets) socket.destroy();
      isHeld = false;
      if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening');
    },
    connections: () => sockets.size,
    accepted: () => accepted,
    close: cut,
  };
}
