import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Returns the reply to a command, as bytes of the protocol; null for no reply. */
export type Reply = (command: readonly string[], connection: number) => string | null;

/** A server with the Redis protocol and replies that a test defines. */
export interface FakeRedis {
  readonly url: string;
  /** The number of accepted connections. */
  accepted(): number;
  close(): Promise<void>;
}

/** An error reply. */
export const refused = (text: string): string => `-${text}\r\n`;
/** A status reply. */
export const OK = '+OK\r\n';
/** An integer array reply. */
export const numbers = (...values: readonly number[]): string =>
  `*${values.length}\r\n${values.map((value) => `:${value}\r\n`).join('')}`;

/**
 * Starts a fake Redis. Connections are numbered from 1. It accepts the initial commands of every
 * client.
 */
export async function startFakeRedis(reply: Reply): Promise<FakeRedis> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    const connection = accepted;
    let pending = '';
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.setEncoding('latin1').on('data', (text: string) => {
      pending += text;
      for (let read = readCommand(pending); read; read = readCommand(pending)) {
        pending = read.rest;
        const bytes = reply(read.command, connection) ?? '';
        if (bytes !== '') socket.write(bytes, 'latin1');
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `redis://127.0.0.1:${port}`,
    accepted: () => accepted,
    async close() {
      const closed = once(server.close(), 'close');
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Replies to the initial commands of a client. */
export function greeting([name]: readonly string[]): string | null {
  if (name?.toLowerCase() === 'hello') return '%1\r\n+proto\r\n:3\r\n';
  if (name?.toLowerCase() === 'info') return '$20\r\nredis_version:7.0.0\n\r\n';
  return ['client', 'select', 'auth'].includes(name?.toLowerCase() ?? '') ? OK : null;
}

/** The first command of some bytes, and the bytes after it; null while it is incomplete. */
function readCommand(text: string): { command: string[]; rest: string } | null {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (!head) return null;
  const command: string[] = [];
  let at = head[0].length;
  for (let left = Number(head[1]); left > 0; left -= 1) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at));
    if (!size) return null;
    const begin = at + size[0].length;
    at = begin + Number(size[1]) + 2;
    if (at > text.length) return null;
    command.push(text.slice(begin, at - 2));
  }
  return { command, rest: text.slice(at) };
}
