import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** An answer as it came over a connection. */
export interface RawAnswer {
  readonly status: number;
  /** By lower-case name; of a repeated one, the last. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Opens a connection and sends bytes; the caller goes on with it. */
export async function dial(port: number, bytes: string | Uint8Array = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

/** All that comes on a connection until the other side closes it; a reset ends it as well. */
export async function allOf(socket: Socket): Promise<RawAnswer[]> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  if (!socket.destroyed) await once(socket, 'close');
  return answersIn(Buffer.concat(chunks));
}

/** Sends bytes on a connection of their own; answers all that comes back. */
export async function rawRequest(port: number, bytes: string | Uint8Array): Promise<RawAnswer[]> {
  return allOf(await dial(port, bytes));
}

/** Splits what a server sent into answers. Throws where it is not whole HTTP/1.1. */
function answersIn(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf('\r\n\r\n', at);
    const [line = '', ...lines] = bytes.toString('latin1', at, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
    if (end < 0 || !status) throw new Error(`no HTTP: ${bytes.toString('latin1', at)}`);
    const headers = Object.fromEntries(
      lines.map((text) => {
        const colon = text.indexOf(':');
        return [text.slice(0, colon).toLowerCase(), text.slice(colon + 1).trim()];
      }),
    );
    at = end + 4;
    const sizeBytes = status === 100 || status === 204 ? 0 : Number(headers['content-length'] ?? 0);
    if (at + sizeBytes > bytes.length) throw new Error('an answer that broke off');
    const body = bytes.toString('utf8', at, at + sizeBytes);
    at += sizeBytes;
    if (status !== 100) answers.push({ status, headers, body });
  }
  return answers;
}
