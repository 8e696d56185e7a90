import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { LIMITS } from '../../registry/limits.js';

/** Where clamd listens: a socket in the file system, or a port. */
export type ClamdAddress =
  | { readonly path: string }
  | { readonly host: string; readonly port: number };

/** What is sent together: a smaller content takes one system call. */
export const SENT_AT_ONCE_BYTES = 64 * 1024;

/**
 * One connection to clamd in a session of its protocol (`IDSESSION`), which takes any number of
 * contents, one after the other. Every method throws when the connection broke, or when clamd was
 * silent for too long; a session is of no use after that.
 */
export interface ClamdSession {
  /** False once the connection has ended. */
  isOpen(): boolean;
  /** Sends a command such as `PING`; answers what clamd says to it. */
  ask(command: string): Promise<string>;
  /** Announces a content (`INSTREAM`) as one piece: clamd refuses at once what is too large to it. */
  begin(sizeBytes: number): void;
  /** Sends bytes of it; a returned promise is back-pressure, and the bytes are not kept. */
  send(bytes: Uint8Array): void | Promise<void>;
  /** What clamd says before the content has ended. */
  answer(): Promise<string>;
  /** Ends the content; answers what clamd says of it. */
  finish(): Promise<string>;
  /** Lets the process end although the session is open, or not. */
  keepAlive(isBusy: boolean): void;
  close(): void;
}

/**
 * Opens a session, which breaks when nothing goes either way for so long while somebody waits for it.
 * Throws when clamd cannot be reached.
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

  /** Takes what fits with the rest; answers whether it did. */
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

/** A piece of no length. */
const END_OF_CONTENT = lengthOf(0);

/** Resolves when the bytes have left: their buffer may be used for others then. */
function writeAll(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

interface Replies {
  isOpen(): boolean;
  next(): Promise<string>;
}

/** Takes the answers of clamd apart: each has its number before it and a zero byte behind it. */
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
  // While a content is sent or scanned there is always something to wait for.
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
