import type { Lane } from '../../registry/jobs.js';
import type { Clock } from '../clock.js';
import type { Log } from '../log.js';
import { watchOutage } from '../outage.js';
import type { HintTransport } from './bull-transport.js';
import { type DueRow, hintIdOf } from './claim.js';

/** A row that still waits after this gets another hint, because Redis may have lost the first. */
const REPEAT_MS = 3_000;

/** Sends hints for rows, and tracks whether Redis is available. */
export interface Hints {
  /**
   * Sends hints for rows without a recent hint. Never fails; while Redis is unavailable it sends
   * nothing.
   */
  send(lane: Lane, rows: readonly DueRow[]): Promise<void>;
  /** Whether Redis failed, and no probe has found it available since. */
  isUnavailable(): boolean;
  /** Ends the probes of Redis. */
  stop(): void;
}

/** The parts that the sender of hints needs. */
interface HintOptions {
  readonly transport: HintTransport;
  readonly clock: Clock;
  readonly log: Log;
}

/** Creates the sender of hints. It logs when Redis becomes unavailable and when it is back. */
export function createHints({ transport, clock, log }: HintOptions): Hints {
  const sentAt = new Map<string, number>();
  const outage = watchOutage({
    part: 'redis',
    ping: () => transport.ping(),
    log,
    begun: 'Redis is unavailable; workers poll the database for jobs',
    ended: 'workers get jobs through Redis again',
  });

  function unsent(rows: readonly DueRow[], nowMs: number): readonly DueRow[] {
    for (const [hint, at] of sentAt) if (at <= nowMs - REPEAT_MS) sentAt.delete(hint);
    return rows.filter((row) => !sentAt.has(hintIdOf(row)));
  }

  return {
    async send(lane, rows) {
      const nowMs = clock.now().getTime();
      const fresh = unsent(rows, nowMs);
      if (outage.isUnavailable() || fresh.length === 0) return;
      try {
        await transport.carry(lane, fresh);
        for (const row of fresh) sentAt.set(hintIdOf(row), nowMs);
      } catch (error) {
        outage.begin(error);
      }
    },
    isUnavailable: outage.isUnavailable,
    stop: outage.stop,
  };
}
