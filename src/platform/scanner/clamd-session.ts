import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { LIMITS } from '../../registry/limits.js';

/** The address of clamd: a socket in the file system, or a port. */
export type ClamdAddress =
  | { readonly path: string }
  | { readonly host: string; readonly port: number };

/** The size of one write. A smaller content takes one system call. */
export const SENT_AT_ONCE_BYTES = 64 * 1024;

/**
 * One connection to clamd in session mode (`IDSESSION`), which scans any number of contents in
 * sequence. Every method throws if the connection broke or clamd was silent for too long. The
 * session is unusable after that.
 */
export interface ClamdSession {
  /** False after the connection has ended. */
  isOpen(): boolean;
  /** Sends a command such as `PING` and returns the reply. */
  ask(command: string): Promise<string>;
  /**
   * Announces a content (`INSTREAM`) as one piece, so that clamd rejects an oversized one at once.
   */
  begin(sizeBytes: number): void;
  /** Sends bytes of the content. A returned promise is back-pressure. The bytes are not kept. */
  send(bytes: Uint8Array): void | Promise<void>;
  /** A reply that arrives before the end of the content. */
  answer(): Promise<string>;
  /** Ends the content and returns the reply to it. */
  finish(): Promise<string>;
  /** Sets whether the open session keeps the process alive. */
  keepAlive(isBusy: boolean): void;
  close(): void;
}

/**
 * Opens a session. It fails if no bytes move in either direction for `silenceSeconds` while a
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
  const staged = Buffer.alloc(SENT_AT_ONCE_BYTES);
  let stagedBytes = 0;

  /** Adds bytes to the buffer if they fit; returns whether they did. */
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
  const answer = async (): Promise<string> => {
    await flush();
    return replies.next();
  };

  stage(command('IDSESSION'));
  return {
    isOpen: () => replies.isOpen(),
    ask(text) {
      stage(command(text));
      return answer();
    },
    begin(sizeBytes) {
      stage(command('INSTREAM'));
      stage(lengthOf(sizeBytes));
    },
    send: (bytes) => (stage(bytes) ? undefined : sendLarge(bytes)),
    answer,
    async finish() {
      if (!stage(END_OF_CONTENT)) await sendLarge(END_OF_CONTENT);
      return answer();
    },
    keepAlive(isBusy) {
      if (isBusy) socket.ref();
      else socket.unref();
    },
    close: () => void socket.destroy(),
  };
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

interface Replies {
  isOpen(): boolean;
  next(): Promise<string>;
}

/** Splits the replies of clamd. Each has a number before it and a zero byte after it. */
function readReplies(socket: Socket, silenceSeconds: number): Replies {
  const arrived: string[] = [];
  let rest = '';
  let ended: Error | null = null;
  let awaiting: { resolve(reply: string): void; reject(error: Error): void } | null = null;

  const end = (error: Error) => {
    ended ??= error;
    socket.destroy();
    awaiting?.reject(ended);
    awaiting = null;
  };
  socket.on('data', (bytes: Buffer) => {
    const texts = (rest + bytes.toString('latin1')).split('\0');
    rest = texts.pop() ?? '';
    for (const text of texts) {
      const reply = text.trim().replace(/^\d+: /, '');
      if (awaiting) awaiting.resolve(reply);
      else arrived.push(reply);
      awaiting = null;
    }
  });
  socket.on('error', end);
  socket.on('end', () => end(new Error('clamd closed the connection')));
  socket.on('close', () => end(new Error('the connection to clamd ended')));
  // While a content is sent or scanned, a caller always waits.
  socket.setTimeout(silenceSeconds * 1000, () =>
    end(new Error(`clamd was silent for ${silenceSeconds} seconds`)),
  );
  return {
    isOpen: () => ended === null,
    next() {
      const reply = arrived.shift();
      if (reply !== undefined) return Promise.resolve(reply);
      if (ended) return Promise.reject(ended);
      return new Promise((resolve, reject) => {
        awaiting = { resolve, reject };
      });
    },
  };
}
