import type { Socket } from 'node:net';
import { dial, type RawAnswer, takeAnswer } from '../raw-http.js';

/** Far longer than any response takes. A request without a response by then hangs. */
const HANG_MS = 60_000;

/** A connection that sends one request after another. */
export interface Line {
  /** Sends a request and returns its response. Throws if the response is incomplete. */
  ask(bytes: Buffer, isHead: boolean): Promise<RawAnswer>;
  close(): void;
}

/** Opens a connection to a server and reopens it when the server closes it. */
export function openLine(port: number): Line {
  let socket: Socket | null = null;

  async function ask(bytes: Buffer, isHead: boolean, isRetry = false): Promise<RawAnswer> {
    const isReused = socket !== null && !socket.destroyed && socket.writable;
    const own = isReused && socket ? socket : await dial(port);
    socket = own;
    own.write(bytes);
    const taken = await respondOn(own, isHead);
    if (taken) {
      const isLast = taken.answer.headers['connection'] === 'close';
      if (isLast) own.destroy();
      // The server does not know the method of an unparsable request, so its response has a body.
      if (taken.rest.length > 0 && !(isHead && isLast))
        throw new Error(`more than an answer: ${taken.rest.toString()}`);
      return taken.answer;
    }
    own.destroy();
    // A server may close an idle connection at the moment of its next use.
    if (!isReused || isRetry) throw new Error('the connection ended without a whole answer');
    return ask(bytes, isHead, true);
  }

  return { ask, close: () => socket?.destroy() };
}

/** Reads one response from a socket. Returns null if the connection ends first. */
function respondOn(socket: Socket, isHead: boolean): Promise<ReturnType<typeof takeAnswer>> {
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
