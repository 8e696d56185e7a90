import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands before a server and loses one answer: the work is done, and nobody is told. */
export interface ForgetfulProxy {
  readonly url: string;
  /** How many answers were lost. */
  forgotten(): number;
  close(): Promise<void>;
}

/** Loses the answer to the first request whose head begins with what `request` matches. */
export async function startForgetfulProxy(
  target: string,
  request: RegExp,
): Promise<ForgetfulProxy> {
  const behind = new URL(target);
  const sockets = new Set<Socket>();
  let lost = 0;
  const server = createServer((near) => {
    const far = connect(Number(behind.port), behind.hostname);
    let isDoomed = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (bytes: Buffer) => {
      if (lost === 0 && request.test(bytes.toString('latin1'))) isDoomed = true;
      far.write(bytes);
    });
    far.on('data', (bytes: Buffer) => {
      if (!isDoomed || /^HTTP\/1\.1 1/.test(bytes.toString('latin1'))) {
        near.write(bytes);
        return;
      }
      lost += 1;
      near.destroy();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    forgotten: () => lost,
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}
