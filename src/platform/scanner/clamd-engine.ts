import { gzipSync } from 'node:zlib';
import { LIMITS } from '../../registry/limits.js';
import type { Clock } from '../clock.js';
import { type ClamdVersion, readVerdict, readVersion } from './clamd-replies.js';
import { type ClamdAddress, type ClamdSession, openClamdSession } from './clamd-session.js';

/** Reused sessions, so that a thousand small contents do not open a thousand connections. */
export interface ClamdSessions {
  /**
   * Returns a session for one use. The caller must give it back or close it. Throws if clamd is
   * unreachable.
   */
  take(): Promise<ClamdSession>;
  /** Gives a session back for reuse. Ignores one whose connection has ended. */
  release(session: ClamdSession): void;
  /**
   * Announces a content of this size to clamd and sends no bytes of it. Returns the reply of clamd,
   * which refuses the size. Returns null if no reply comes within `clamdRefusalSeconds`, or the
   * connection ends. Throws if clamd is unreachable.
   */
  refusalOf(sizeBytes: number): Promise<string | null>;
}

/**
 * Creates sessions and keeps idle ones for a moment. That is much shorter than clamd keeps them, so
 * that clamd is not closing a reused one. There are at most as many sessions as concurrent scans.
 */
export function keepClamdSessions(address: ClamdAddress, silenceSeconds: number): ClamdSessions {
  const idle: { session: ClamdSession; timer: NodeJS.Timeout }[] = [];
  return {
    async take() {
      for (let kept = idle.pop(); kept; kept = idle.pop()) {
        clearTimeout(kept.timer);
        if (!kept.session.isOpen()) continue;
        kept.session.keepAlive(true);
        return kept.session;
      }
      return openClamdSession(address, silenceSeconds);
    },
    async refusalOf(sizeBytes) {
      const session = await openClamdSession(address, LIMITS.clamdRefusalSeconds);
      session.begin(sizeBytes);
      // If clamd accepts the content, it sends no reply and waits.
      return session
        .readReply()
        .catch(() => null)
        .finally(session.close);
    },
    release(session) {
      if (!session.isOpen()) return;
      session.keepAlive(false);
      const timer = setTimeout(() => {
        idle.splice(
          idle.findIndex((it) => it.session === session),
          1,
        );
        session.close();
      }, LIMITS.clamdIdleSeconds * 1000);
      idle.push({ session, timer: timer.unref() });
    },
  };
}

/** The version of clamd, and whether its clean verdicts count. */
export interface ClamdEngine {
  readonly version: ClamdVersion;
  /** Why its clean verdicts do not count; null if they do. */
  readonly doubt: string | null;
}

interface Examined {
  readonly version: ClamdVersion;
  readonly tellsLimits: boolean;
  readonly at: number;
}

/** More levels than clamd can be configured to unpack (`MaxRecursion`). */
const PROBE_LEVELS = 120;

/**
 * Returns a function that examines clamd if the last examination failed or is older than
 * `clamdVersionSeconds`, because signatures are replaced while clamd runs. Otherwise it uses the
 * last examination. An examination throws if clamd is unreachable. Clean verdicts do not count in
 * these cases:
 * - The signatures are old, of unknown age, or dated too far in the future.
 * - clamd calls incomplete scans clean.
 */
export function watchClamdEngine(
  sessions: ClamdSessions,
  clock: Clock,
): () => Promise<ClamdEngine> {
  let examining: Promise<Examined> | null = null;
  return async () => {
    const now = clock.now();
    let examined = await examining?.catch(() => null);
    if (!examined || now.getTime() - examined.at >= LIMITS.clamdVersionSeconds * 1000) {
      examining = examine(sessions, now.getTime());
      examined = await examining;
    }
    const { version, tellsLimits } = examined;
    return { version, doubt: doubtOf(version, tellsLimits, now) };
  };
}

async function examine(sessions: ClamdSessions, at: number): Promise<Examined> {
  const session = await sessions.take();
  try {
    const version = readVersion(await session.request('VERSION'));
    const examined = { version, tellsLimits: await tellsLimits(session), at };
    sessions.release(session);
    return examined;
  } catch (error) {
    session.close();
    throw error;
  }
}

/** Sends an archive that is too deep to unpack. clamd reports that only if it is configured to. */
async function tellsLimits(session: ClamdSession): Promise<boolean> {
  const archive = tooDeep();
  session.begin(archive.length);
  await session.send(archive);
  return readVerdict(await session.finish()).result === 'unknown';
}

let probe: Uint8Array | undefined;

function tooDeep(): Uint8Array {
  if (probe) return probe;
  probe = new Uint8Array([0]);
  for (let level = 0; level < PROBE_LEVELS; level += 1) probe = gzipSync(probe);
  return probe;
}

function doubtOf({ madeAt }: ClamdVersion, tellsLimits: boolean, now: Date): string | null {
  if (!madeAt) return 'the age of the signatures is unknown';
  const ageSeconds = (now.getTime() - madeAt.getTime()) / 1000;
  if (ageSeconds > LIMITS.signatureAgeSeconds) return `the signatures are of ${dayOf(madeAt)}`;
  if (ageSeconds < -LIMITS.signatureAheadSeconds) {
    return `the signatures are of ${dayOf(madeAt)}, which is yet to come`;
  }
  return tellsLimits ? null : 'clamd does not tell when a limit was exceeded (AlertExceedsMax)';
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
