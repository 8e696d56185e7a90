import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.js';

/** How a proxy disturbs the connections through it. */
export type TcpFault =
  | { readonly kind: 'none' }
  /** Forwards each piece later. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Resets the connection at a share of the pieces. */
  | { readonly kind: 'reset'; readonly share: number };

/** A TCP proxy of the test program in front of a host. */
export interface TcpProxy {
  set(fault: TcpFault): void;
  close(): void;
}

/** Opens a proxy from an address of this machine to another one. */
export async function openTcpProxy(
  from: { readonly host: string; readonly port: number },
  to: { readonly host: string; readonly port: number },
  random: Random,
): Promise<TcpProxy> {
  let fault: TcpFault = { kind: 'none' };
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to);
    for (const [source, target] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(source);
      source.setNoDelay();
      source.on('error', () => undefined);
      source.on('close', () => {
        sockets.delete(source);
        target.destroy();
      });
      void forward(source, target, () => fault, random);
    }
  });
  await once(server.listen(from.port, from.host), 'listening');
  return {
    set(next) {
      fault = next;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function forward(
  from: Socket,
  to: Socket,
  present: () => TcpFault,
  random: Random,
): Promise<void> {
  try {
    for await (const bytes of from) {
      const fault = present();
      if (fault.kind === 'reset' && random.next() < fault.share) {
        from.resetAndDestroy();
        return;
      }
      if (fault.kind === 'delay') await pause(fault.ms);
      if (!to.write(bytes)) await once(to, 'drain');
    }
    to.end();
  } catch {
    to.destroy();
  }
}
