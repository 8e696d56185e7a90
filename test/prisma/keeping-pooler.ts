import { connect, createServer, type Socket } from 'node:net';

/** A proxy that keeps connections to PostgreSQL after their clients have left, as poolers do. */
interface KeepingPooler {
  /** The address of the same database through the proxy. */
  readonly url: string;
  /** Closes the kept connections too. */
  close(): Promise<void>;
}

/** The message of a client that leaves. */
const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);

/** Opens a pooler to the database at `url`, which names a host and a port. */
export async function openKeepingPooler(url: string): Promise<KeepingPooler> {
  const target = new URL(url);
  const kept = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    kept.add(far);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.on('data', (bytes) => {
      if (!TERMINATE.equals(bytes)) far.write(bytes);
    });
    far.on('data', (bytes) => void near.write(bytes));
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const own = server.address();
  const address = new URL(url);
  address.host = `127.0.0.1:${typeof own === 'object' ? own?.port : ''}`;
  return {
    url: address.href,
    close() {
      for (const far of kept) far.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
