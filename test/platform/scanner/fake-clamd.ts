import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { ClamdAddress } from '../../../src/platform/scanner/clamd-session.js';

/** How a made-up clamd behaves; it may be changed while it runs. */
export interface ClamdScript {
  /** The answer to `VERSION`. */
  version: string;
  /** The answer to a content: a text, or what is done with the connection. */
  verdict(content: Buffer): string | 'hang up' | 'say nothing';
  /** Answers as soon as a content has more bytes than this, and hangs up. */
  streamMaxBytes: number;
}

/** A clamd that speaks the protocol and says what a test wants to hear. */
export interface FakeClamd {
  readonly address: ClamdAddress;
  /** `host:port`. */
  readonly environment: string;
  readonly script: ClamdScript;
  /** All contents that were sent to the end, without what asks how it treats limits. */
  readonly contents: Buffer[];
  connections(): number;
  /** Stops and begins to take bytes. */
  pause(): void;
  resume(): void;
  /** Is away from now on. */
  stop(): Promise<void>;
}

/** What clamd says of an archive that is too deep, where it is to tell about limits. */
export const TOO_DEEP = 'stream: Heuristics.Limits.Exceeded.MaxRecursion FOUND';

/** The answer to `VERSION` of a clamd with signatures of a time. */
export function versionOf(signatures: Date): string {
  const [weekday, day, month, year, time] = signatures.toUTCString().replace(',', '').split(' ');
  return `ClamAV 1.4.6/27001/${weekday} ${month} ${day} ${time} ${year}`;
}

/** Starts one on loopback. Its signatures are of today, and everything is clean to it. */
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

  /** Takes a command off the front; answers how many bytes it had, or 0 for none yet. */
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
