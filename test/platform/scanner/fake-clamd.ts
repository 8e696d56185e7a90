import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { ClamdAddress } from '../../../src/platform/scanner/clamd-session.js';

/** The behaviour of a fake clamd; a test can change it at runtime. */
export interface ClamdScript {
  /** The response to `VERSION`. */
  version: string;
  /** The response to a content, or what happens to the connection. */
  verdict(content: Buffer): string | 'hang up' | 'say nothing';
  /** Content over this size gets an immediate response and a closed connection. */
  streamMaxBytes: number;
}

/** A server with the clamd protocol and responses that a test defines. */
export interface FakeClamd {
  readonly address: ClamdAddress;
  /** `host:port`. */
  readonly environment: string;
  readonly script: ClamdScript;
  /** All completely sent contents, except the probe for limits. */
  readonly contents: Buffer[];
  connections(): number;
  /** Stops and resumes reading. */
  pause(): void;
  resume(): void;
  /** Stops the server for good. */
  stop(): Promise<void>;
}

/** The response of clamd to a too deep archive if it reports limits. */
export const TOO_DEEP = 'stream: Heuristics.Limits.Exceeded.MaxRecursion FOUND';

/** The response to `VERSION` for signatures of a given time. */
export function versionOf(signatures: Date): string {
  const [weekday, day, month, year, time] = signatures.toUTCString().replace(',', '').split(' ');
  return `ClamAV 1.4.6/27001/${weekday} ${month} ${day} ${time} ${year}`;
}

/** Starts a fake clamd on loopback with signatures of today; everything is clean. */
export async function startFakeClamd(): Promise<FakeClamd> {
  const script: ClamdScript = {
    version: versionOf(new Date()),
    verdict: () => 'stream: OK',
    streamMaxBytes: Number.POSITIVE_INFINITY,
  };
  const contents: Buffer[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    serve(socket, script, contents);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = bound !== null && typeof bound === 'object' ? bound.port : 0;
  return {
    address: { host: '127.0.0.1', port },
    environment: `127.0.0.1:${port}`,
    script,
    contents,
    connections: () => connections,
    pause: () => sockets.forEach((socket) => void socket.pause()),
    resume: () => sockets.forEach((socket) => void socket.resume()),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function serve(socket: Socket, script: ClamdScript, contents: Buffer[]): void {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let wantedBytes = 1;
  let content: Buffer[] | null = null;
  let count = 0;
  const say = (text: string) => socket.write(`${count}: ${text}\0`);

  /** Reads a command and returns its length in bytes, or 0 if it is incomplete. */
  const command = (buffer: Buffer): number => {
    const end = buffer.indexOf(0);
    if (end < 0) return 0;
    const name = buffer.toString('latin1', 0, end);
    if (name !== 'zIDSESSION') count += 1;
    if (name === 'zINSTREAM') content = [];
    else if (name === 'zPING') say('PONG');
    else if (name === 'zVERSION') say(script.version);
    else if (name !== 'zIDSESSION') say('UNKNOWN COMMAND');
    return end + 1;
  };
  const piece = (buffer: Buffer, pieces: Buffer[]): number => {
    if (buffer.length < 4) return 0;
    const length = buffer.readUInt32BE();
    if (length > script.streamMaxBytes) {
      socket.end('INSTREAM size limit exceeded. ERROR\0', () => socket.destroy());
      return 0;
    }
    wantedBytes = 4 + length;
    if (buffer.length < wantedBytes) return 0;
    if (length > 0) pieces.push(buffer.subarray(4, wantedBytes));
    else end(Buffer.concat(pieces));
    return wantedBytes;
  };
  const end = (whole: Buffer) => {
    content = null;
    const isProbe = whole[0] === 0x1f && whole[1] === 0x8b;
    if (!isProbe) contents.push(whole);
    const verdict = script.verdict(whole);
    if (verdict === 'hang up') socket.destroy();
    else if (verdict !== 'say nothing')
      say(isProbe && verdict === 'stream: OK' ? TOO_DEEP : verdict);
  };
  socket.on('data', (bytes: Buffer) => {
    waiting.push(bytes);
    waitingBytes += bytes.length;
    if (waitingBytes < wantedBytes) return;
    let buffer = Buffer.concat(waiting);
    for (let taken = 1; taken > 0; buffer = buffer.subarray(taken)) {
      wantedBytes = 1;
      taken = content ? piece(buffer, content) : command(buffer);
    }
    waiting = [buffer];
    waitingBytes = buffer.length;
  });
}
