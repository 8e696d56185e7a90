import { LIMITS } from '../../registry/limits.js';
import { type ClamdAddress, type ClamdSession, openClamdSession } from './clamd-session.js';

/** Sessions that are used again, so that a thousand small contents do not make as many connections. */
export interface ClamdSessions {
  /** A session for one use; give it back, or close it. Throws when clamd cannot be reached. */
  take(): Promise<ClamdSession>;
  giveBack(session: ClamdSession): void;
  /** Asks whether a content is too large to clamd; answers what it says, or null where it takes it. */
  refusalOf(sizeBytes: number): Promise<string | null>;
}

/**
 * Keeps sessions that are idle for a moment: much shorter than clamd keeps them, so that none is
 * taken that is just being closed. There are as many as contents that are scanned at one time.
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
      // Where it takes the content, it says nothing and waits.
      return session
        .answer()
        .catch(() => null)
        .finally(session.close);
    },
    giveBack(session) {
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
