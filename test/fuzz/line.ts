import type { Socket } from 'node:net';
import { dial, type RawAnswer, takeAnswer } from '../raw-http.js';

/** Far longer than any answer takes: what is not there by then does not come. */
const HANG_MS = 60_000;

/** A connection that sends one request after the other. */
export interface Line {
  /** Sends a request and answers what it is answered. Throws where no whole answer comes. */
  ask(bytes: Buffer, isHead: boolean): Promise<RawAnswer>;
  close(): void;
}

/** Makes a line to a server; it is opened again when the server hangs up. */
export function openLine(port: number): Line {
  let socket: Socket | null = null;

  async function ask(bytes: Buffer, isHead: boolean, isRetry = false): Promise<RawAnswer> {
    const isReused = socket !== null && !socket.destroyed && socket.writable;
    const own = isReused && socket ? socket : await dial(port);
    socket = own;
    own.write(bytes);
    const taken = await answerOn(own, isHead);
    if (taken) {
      const isLast = taken.answer.headers['connection'] === 'close';
      if (isLast) own.destroy();
      // What cannot be parsed has no method, and its answer a body.
      if (taken.rest.length > 0 && !(isHead && isLast))
        throw new Error(`more than an answer: ${taken.rest.toString()}`);
      return taken.answer;
    }
    own.destroy();
    // A server may close an idle connection at the very moment at which it is used again.
    if (!isReused || isRetry) throw new Error('the connection ended without a whole answer');
    return ask(bytes, isHead, true);
  }

  return { ask, close: () => socket?.destroy() };
}

/** What comes on a socket, up to the end of an answer; null where the connection ends before. */
function answerOn(socket: Socket, isHead: boolean): Promise<ReturnType<typeof takeAnswer>> {
  return new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0);
    const timer = setTimeout(() => settle(() => reject(new Error('no answer comes'))), HANG_MS);
    const settle = (end: () => void) => {
      clearTimeout(timer);
      socket.off('data', onData).off('close', onClose);
      end();
    };
    const onData = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      try {
        const taken = takeAnswer(bytes, isHead);
        if (taken) settle(() => resolve(taken));
      } catch (error) {
        settle(() => reject(error));
      }
    };
    const onClose = () => settle(() => resolve(null));
    socket.on('data', onData).on('close', onClose);
  });
}
