import type { Socket } from 'node:net';
import type { Verdict } from './scanner.port.js';

/** The replies of clamd on one connection, in order. */
export interface Replies {
  /** False after the connection has ended. */
  isOpen(): boolean;
  /** The next reply. Throws if the connection ended, or was silent for too long. */
  next(): Promise<string>;
}

interface Inbox {
  readonly arrived: string[];
  ended: Error | null;
  awaiting: { resolve(reply: string): void; reject(error: Error): void } | null;
}

/** Splits the replies of clamd. Each has a number before it and a zero byte after it. */
export function readReplies(socket: Socket, silenceSeconds: number): Replies {
  const inbox: Inbox = { arrived: [], ended: null, awaiting: null };
  let rest = '';
  const end = (error: Error) => {
    inbox.ended ??= error;
    socket.destroy();
    inbox.awaiting?.reject(inbox.ended);
    inbox.awaiting = null;
  };
  socket.on('data', (bytes: Buffer) => {
    const texts = (rest + bytes.toString('latin1')).split('\0');
    rest = texts.pop() ?? '';
    for (const text of texts) deliver(inbox, text.trim().replace(/^\d+: /, ''));
  });
  socket.on('error', end);
  socket.on('end', () => end(new Error('clamd closed the connection')));
  socket.on('close', () => end(new Error('the connection to clamd ended')));
  // While a content is sent or scanned, a caller waits for a reply, and gets this error.
  socket.setTimeout(silenceSeconds * 1000, () =>
    end(new Error(`clamd was silent for ${silenceSeconds} seconds`)),
  );
  return { isOpen: () => inbox.ended === null, next: () => nextReply(inbox) };
}

function deliver(inbox: Inbox, reply: string): void {
  if (inbox.awaiting) inbox.awaiting.resolve(reply);
  else inbox.arrived.push(reply);
  inbox.awaiting = null;
}

function nextReply(inbox: Inbox): Promise<string> {
  const reply = inbox.arrived.shift();
  if (reply !== undefined) return Promise.resolve(reply);
  if (inbox.ended) return Promise.reject(inbox.ended);
  return new Promise((resolve, reject) => {
    inbox.awaiting = { resolve, reject };
  });
}

/** The version that clamd reports. */
export interface ClamdVersion {
  readonly engine: string;
  /** The number of its daily signatures, or null. */
  readonly signatures: string | null;
  /** When the signatures were made; null if clamd does not report it. */
  readonly madeAt: Date | null;
}

/** `ClamAV 1.4.6/27001/Fri Nov 20 18:48:32 2026`, or without signatures `ClamAV 1.4.6`. */
const VERSION = /^ClamAV ([^/\s]+)(?:\/(\d+)\/\w{3} (\w{3} +\d+ [\d:]+ \d{4}))?$/;

/**
 * Parses the reply to `VERSION`. The time is in clamd's own zone, which the reply omits, so it is
 * accurate to 14 hours. Throws for any other text.
 */
export function readVersion(reply: string): ClamdVersion {
  const [whole, engine = '', signatures = null, made = ''] = VERSION.exec(reply) ?? [];
  if (whole === undefined) throw new Error(`clamd returned no version: ${shorten(reply)}`);
  const madeAt = new Date(`${made} UTC`);
  return { engine, signatures, madeAt: Number.isNaN(madeAt.getTime()) ? null : madeAt };
}

/** clamd found nothing, but did not examine all of the content. */
const NOT_SEEN = /^Heuristics\.(Limits\.Exceeded|Encrypted)/;

/** The session failed; the content is not the cause. */
const NOT_OF_CONTENT = /^(COMMAND READ TIMED OUT|UNKNOWN COMMAND)/;

/**
 * Parses the reply to a content. An incomplete scan, or one that failed because of the content,
 * gives `unknown`. Throws for any other text, such as a failure of the session, because another
 * attempt may succeed.
 */
export function readVerdict(reply: string): Verdict {
  if (reply === 'stream: OK') return { result: 'clean' };
  const found = /^stream: (.+) FOUND$/.exec(reply)?.[1];
  if (found !== undefined) {
    if (NOT_SEEN.test(found)) return { result: 'unknown', reason: found };
    return { result: 'infected', signature: found };
  }
  if (reply.endsWith('ERROR') && !NOT_OF_CONTENT.test(reply)) {
    return { result: 'unknown', reason: shorten(reply) };
  }
  throw new Error(`clamd replied ${shorten(reply)}`);
}

function shorten(reply: string): string {
  return JSON.stringify(reply.slice(0, 200));
}
