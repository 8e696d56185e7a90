import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { LIMITS } from '../../registry/limits.js';
import { readReplies } from './clamd-replies.js';

/** The address of clamd: a socket in the file system, or a port. */
export type ClamdAddress =
  | { readonly path: string }
  | { readonly host: string; readonly port: number };

/** The size of the output buffer. A content that fits into it takes one system call. */
export const SENT_AT_ONCE_BYTES = 64 * 1024;

/**
 * One connection to clamd in session mode (`IDSESSION`), which scans any number of contents in
 * sequence. Methods that write or wait reject if the connection broke or clamd was silent for too
 * long. The session is unusable after that.
 */
export interface ClamdSession {
  /** False after the connection has ended. */
  isOpen(): boolean;
  /** Sends a command such as `PING` and returns the reply. */
  request(command: string): Promise<string>;
  /**
   * Announces a content (`INSTREAM`) as one piece, so that clamd rejects an oversized one at once.
   */
  begin(sizeBytes: number): void;
  /** Sends bytes of the content. A returned promise is back-pressure. The bytes are not kept. */
  send(bytes: Uint8Array): void | Promise<void>;
  /**
   * Waits for a reply before the end of the content, such as the refusal of its size. Throws if
   * none comes within `silenceSeconds`.
   */
  readReply(): Promise<string>;
  /** Ends the content and returns the reply to it. */
  finish(): Promise<string>;
  /** Sets whether the open session keeps the process alive. */
  keepAlive(isBusy: boolean): void;
  /** Ends the connection at once, also in the middle of a content. A waiting reply rejects. */
  close(): void;
}

/**
 * Opens a session. It ends if no bytes move in either direction for `silenceSeconds`, even while no
 * caller waits. Throws if clamd is unreachable.
 */
export async function openClamdSession(
  address: ClamdAddress,
  silenceSeconds: number,
): Promise<ClamdSession> {
  const socket = connect({ ...address, noDelay: true });
  const connecting = setTimeout(() => {
    socket.destroy(new Error('clamd could not be reached in time'));
  }, LIMITS.clamdConnectSeconds * 1000);
  try {
    await once(socket, 'connect');
  } finally {
    clearTimeout(connecting);
  }
  return sessionOn(socket, silenceSeconds);
}

function sessionOn(socket: Socket, silenceSeconds: number): ClamdSession {
  const replies = readReplies(socket, silenceSeconds);
  const output = createOutput(socket);
  const readReply = async (): Promise<string> => {
    await output.flush();
    return replies.next();
  };
  output.stage(command('IDSESSION'));
  return {
    isOpen: replies.isOpen,
    request(text) {
      output.stage(command(text));
      return readReply();
    },
    begin(sizeBytes) {
      output.stage(command('INSTREAM'));
      output.stage(lengthOf(sizeBytes));
    },
    send: output.send,
    readReply,
    async finish() {
      await output.send(END_OF_CONTENT);
      return readReply();
    },
    keepAlive(isBusy) {
      if (isBusy) socket.ref();
      else socket.unref();
    },
    close: () => void socket.destroy(),
  };
}

/** Collects small pieces for a socket and writes them with one system call. */
interface Output {
  /** Adds bytes to the buffer if they fit; returns whether they did. */
  stage(bytes: Uint8Array): boolean;
  /** Stages the bytes, or writes them after the buffer. A returned promise is back-pressure. */
  send(bytes: Uint8Array): void | Promise<void>;
  /** Writes the buffer. */
  flush(): Promise<void>;
}

function createOutput(socket: Socket): Output {
  const staged = Buffer.alloc(SENT_AT_ONCE_BYTES);
  let stagedBytes = 0;
  const stage = (bytes: Uint8Array): boolean => {
    if (stagedBytes + bytes.length > SENT_AT_ONCE_BYTES) return false;
    staged.set(bytes, stagedBytes);
    stagedBytes += bytes.length;
    return true;
  };
  const flush = async (): Promise<void> => {
    const bytes = staged.subarray(0, stagedBytes);
    stagedBytes = 0;
    await writeAll(socket, bytes);
  };
  const sendLarge = async (bytes: Uint8Array): Promise<void> => {
    await flush();
    if (!stage(bytes)) await writeAll(socket, bytes);
  };
  return { stage, flush, send: (bytes) => (stage(bytes) ? undefined : sendLarge(bytes)) };
}

function command(text: string): Uint8Array {
  return Buffer.from(`z${text}\0`, 'latin1');
}

function lengthOf(sizeBytes: number): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(sizeBytes);
  return length;
}

/** A piece of length 0. */
const END_OF_CONTENT = lengthOf(0);

/** Resolves when the bytes are written. Then their buffer may be reused. */
function writeAll(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
