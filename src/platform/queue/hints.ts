import type { Lane } from '../../registry/jobs.js';
import type { Clock } from '../clock.js';
import type { Log } from '../log.js';
import type { Carrier } from './bull-carrier.js';
import { type DueRow, hintIdOf } from './due-rows.js';

const PROBE_MS = 1_000;
/** A row that still waits after this gets another hint, because Redis may have lost the first. */
const REPEAT_MS = 3_000;

/** Sends hints for rows, and tracks whether Redis is available. */
export interface Hints {
  /**
   * Sends hints for rows without a recent hint. Never fails; while Redis is unavailable it sends
   * nothing.
   */
  send(lane: Lane, rows: readonly DueRow[]): Promise<void>;
  isAway(): boolean;
  stop(): void;
}

/** Creates the sender of hints. It logs when Redis becomes unavailable and when it is back. */
export function createHints(options: {
  readonly carrier: Carrier;
  readonly clock: Clock;
  readonly log: Log;
}): Hints {
  const { carrier, clock, log } = options;
  const sentAt = new Map<string, number>();
  let isAway = false;
  let isStopped = false;
  let probe: NodeJS.Timeout | undefined;

  function noteAway(error: unknown): void {
    if (isAway || isStopped) return;
    isAway = true;
    log.warn({ err: error, part: 'redis' }, 'jobs are found in the database alone');
    probeLater();
  }

  function probeLater(): void {
    probe = setTimeout(async () => {
      try {
        await carrier.ping();
        isAway = false;
        log.info({ part: 'redis' }, 'jobs are carried by Redis again');
      } catch {
        if (!isStopped) probeLater();
      }
    }, PROBE_MS).unref();
  }

  function unsent(rows: readonly DueRow[], nowMs: number): readonly DueRow[] {
    for (const [hint, at] of sentAt) if (at <= nowMs - REPEAT_MS) sentAt.delete(hint);
    return rows.filter((row) => !sentAt.has(hintIdOf(row)));
  }

  return {
    async send(lane, rows) {
      const nowMs = clock.now().getTime();
      const fresh = unsent(rows, nowMs);
      if (isAway || fresh.length === 0) return;
      try {
        await carrier.carry(lane, fresh);
        for (const row of fresh) sentAt.set(hintIdOf(row), nowMs);
      } catch (error) {
        noteAway(error);
      }
    },
    isAway: () => isAway,
    stop() {
      isStopped = true;
      clearTimeout(probe);
    },
  };
}
