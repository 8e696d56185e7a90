import type { Verdict } from './scanner.port.js';

/** What clamd says of itself. */
export interface ClamdVersion {
  readonly engine: string;
  /** The number of its daily signatures; null where it has none. */
  readonly signatures: string | null;
  /** When they were made; null where clamd does not tell. */
  readonly madeAt: Date | null;
}

/** `ClamAV 1.4.6/27001/Fri Nov 20 18:48:32 2026`, or without signatures `ClamAV 1.4.6`. */
const VERSION = /^ClamAV ([^/\s]+)(?:\/(\d+)\/\w{3} (\w{3} +\d+ [\d:]+ \d{4}))?$/;

/**
 * Reads the answer to `VERSION`. The time in it is of clamd's own zone, which it does not name, so
 * it is right to within 14 hours. Throws for what is no such answer.
 */
export function readVersion(reply: string): ClamdVersion {
  const [whole, engine = '', signatures = null, made = ''] = VERSION.exec(reply) ?? [];
  if (whole === undefined) throw new Error(`clamd tells no version: ${shorten(reply)}`);
  const madeAt = new Date(`${made} UTC`);
  return { engine, signatures, madeAt: Number.isNaN(madeAt.getTime()) ? null : madeAt };
}

/** Found nothing, but did not look at all of it. */
const NOT_SEEN = /^Heuristics\.(Limits\.Exceeded|Encrypted)/;

/** The session itself went wrong, whatever the content is. */
const NOT_OF_CONTENT = /^(COMMAND READ TIMED OUT|UNKNOWN COMMAND)/;

/**
 * Reads the answer to a content. Whatever kept clamd from looking at all of it is `unknown`.
 * Throws for what is no answer to a content: another attempt may get one.
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
  throw new Error(`clamd answered ${shorten(reply)}`);
}

function shorten(reply: string): string {
  return JSON.stringify(reply.slice(0, 200));
}
