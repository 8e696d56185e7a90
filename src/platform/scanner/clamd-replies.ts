import type { Verdict } from './scanner.port.js';

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
  if (whole === undefined) throw new Error(`clamd tells no version: ${shorten(reply)}`);
  const madeAt = new Date(`${made} UTC`);
  return { engine, signatures, madeAt: Number.isNaN(madeAt.getTime()) ? null : madeAt };
}

/** clamd found nothing, but did not examine all of the content. */
const NOT_SEEN = /^Heuristics\.(Limits\.Exceeded|Encrypted)/;

/** The session failed; the content is not the cause. */
const NOT_OF_CONTENT = /^(COMMAND READ TIMED OUT|UNKNOWN COMMAND)/;

/**
 * Parses the reply to a content. An incomplete scan gives `unknown`. Throws for any other text,
 * because another attempt may succeed.
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
