import { connect, createServer, type Socket } from 'node:net';

/** A proxy in front of a server, by which a test cuts, freezes and redirects its connections. */
export interface TcpGate {
  readonly port: number;
  /** Sends further connections to another port of this machine, and cuts those that are open. */
  leadTo(port: number): void;
  /** Cuts all connections, and refuses further ones until `open`. */
  shut(): void;
  /** Passes no byte on, like a server that is frozen, until `open`. */
  freeze(): void;
  open(): void;
  close(): Promise<void>;
}

/** Starts a gate that leads to a port. */
export async function openGate(target: number): Promise<TcpGate> {
  let port = target;
  let state: 'open' | 'shut' | 'frozen' = 'open';
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((near) => {
    if (state === 'shut') return void near.destroy();
    const far = connect(port, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('error', () => undefined);
      from.on('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
      from.pipe(to);
      if (state === 'frozen') from.pause();
    }
  });
  const cut = () => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  const each = (act: (socket: Socket) => void) => {
    for (const pair of pairs) pair.forEach(act);
  };
  const ownPort = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(portOf(server.address())));
  });
  return {
    port: ownPort,
    leadTo(other) {
      port = other;
      cut();
    },
    shut() {
      state = 'shut';
      cut();
    },
    freeze() {
      state = 'frozen';
      each((socket) => void socket.pause());
    },
    open() {
      state = 'open';
      each((socket) => void socket.resume());
    },
    close() {
      cut();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** A port of this machine that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const port = portOf(server.address());
      server.close(() => resolve(port));
    });
  });
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
