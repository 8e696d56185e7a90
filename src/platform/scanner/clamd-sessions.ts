import { LIMITS } from '../../registry/limits.js';
import { type ClamdAddress, type ClamdSession, openClamdSession } from './clamd-session.js';

/** Reused sessions, so that a thousand small contents do not open a thousand connections. */
export interface ClamdSessions {
  /**
   * Returns a session for one use. The caller must give it back or close it. Throws if clamd is
   * unreachable.
   */
  take(): Promise<ClamdSession>;
  giveBack(session: ClamdSession): void;
  /**
   * Asks clamd whether a content is too large. Returns its reply, or null if it accepts the
   * content.
   */
  refusalOf(sizeBytes: number): Promise<string | null>;
}

/**
 * Keeps idle sessions for a moment, much shorter than clamd does, so that clamd is not closing a
 * reused one. There are at most as many as concurrent scans.
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
