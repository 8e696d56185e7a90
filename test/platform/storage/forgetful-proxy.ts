import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy that loses one response: the server does the work, but the client gets no response. */
export interface ForgetfulProxy {
  readonly url: string;
  /** The number of lost responses. */
  forgotten(): number;
  close(): Promise<void>;
}

/** Loses the response to the first request whose head matches `request`. */
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
