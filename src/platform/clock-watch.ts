import { LIMITS } from '../registry/limits.js';
import { type Clock, inTime, secondsAhead } from './clock.js';
import type { Database } from './database/connect.js';
import type { Log } from './log.js';
import type { PartReport } from './parts.js';
import type { Storage } from './storage/storage.port.js';

/** The parts whose clocks are compared with that of this process. */
export interface ClockWatchOptions {
  readonly clock: Clock;
  readonly db: Database;
  readonly stores: readonly Pick<Storage, 'storeName' | 'clockAheadSeconds'>[];
  readonly log: Log;
}

/** The last comparison, for the metrics. */
export interface ClockUse {
  /**
   * The seconds by which the clock of this process is surely ahead of another one, by the name of
   * the other side (`database`, `storage` or `mirror`). Negative if it is behind; 0 if the
   * difference may come from the time of the response. A side without a recent response is absent.
   */
  readonly ahead: Readonly<Record<string, number>>;
  /**
   * How often this process has seen its clock jump by more than `clockSkewSeconds`, since the
   * start.
   */
  readonly jumps: number;
}

/** Regular comparisons of the clock of this process with others. */
export interface ClockWatch {
  /** Compares now. Never throws: it leaves out the clock of a part that does not respond. */
  check(): Promise<void>;
  /** The result of the last comparison: `degraded` if the clock is wrong. Sends no request. */
  report(): PartReport;
  /** The result of the last comparison in numbers, for the metrics. */
  use(): ClockUse;
  /** Compares once and then every `clockWatchSeconds`. Resolves after the first comparison. */
  start(): Promise<void>;
  /** Ends the regular comparisons. One that runs ends by itself. */
  stop(): void;
}

const PATIENCE_MS = 2_000;

/**
 * Creates the comparison with the database and the stores. Each process has its own timer, because
 * with several processes only some serve `/readyz` and `/metrics`. The clock also counts as wrong
 * for `clockJumpShownSeconds` after it jumped, because leases, signatures and sessions of the time
 * before may have ended at once. It logs each jump and each change of the verdict.
 */
export function createClockWatch({ clock, db, stores, log }: ClockWatchOptions): ClockWatch {
  const jumps = createJumpFinder(clock, log);
  const readDatabase = keptBriefly(() => aheadOfDatabase(clock, db));
  let ahead: Record<string, number> = {};
  let wrong: ReadonlySet<string> = new Set();
  let reason: string | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function check(): Promise<void> {
    const jump = jumps.look();
    const seconds = await readDatabase();
    ahead = seconds === null ? {} : { database: seconds };
    for (const store of stores) {
      const found = store.clockAheadSeconds?.() ?? null;
      if (found !== null) ahead[store.storeName === 'mirror' ? 'mirror' : 'storage'] = found;
    }
    wrong = wrongOf(ahead, wrong);
    const former = kindOf(reason);
    reason = skewOf(ahead, wrong) ?? jump;
    if (kindOf(reason) === former) return;
    if (reason === null) log.info({ part: 'clock' }, 'the clock is correct again');
    else log.warn({ part: 'clock', reason }, 'the clock is wrong');
  }

  return {
    check,
    report: () => (reason === null ? { state: 'up' } : { state: 'degraded', reason }),
    use: () => ({ ahead, jumps: jumps.count() }),
    async start() {
      timer ??= setInterval(() => void check(), LIMITS.clockWatchSeconds * 1000).unref();
      await check();
    },
    stop: () => clearInterval(timer),
  };
}

/** A sentence without its numbers, which change with each comparison. */
const kindOf = (reason: string | null) => reason?.replace(/[\d.]+/g, '') ?? null;

/**
 * The names of the sides that differ by more than `clockSkewSeconds`. For a side that already
 * differed (`before`), the bound is the lower `clockRightSeconds`, so its verdict does not flap.
 */
function wrongOf(
  ahead: Readonly<Record<string, number>>,
  before: ReadonlySet<string>,
): ReadonlySet<string> {
  const { clockSkewSeconds, clockRightSeconds } = LIMITS;
  const isWrong = ([other, seconds]: readonly [string, number]) =>
    before.has(other)
      ? Math.abs(seconds) >= clockRightSeconds
      : Math.abs(seconds) > clockSkewSeconds;
  return new Set(
    Object.entries(ahead)
      .filter(isWrong)
      .map(([other]) => other),
  );
}

/** The first difference that is too large, as a sentence; null without one. */
function skewOf(
  ahead: Readonly<Record<string, number>>,
  wrong: ReadonlySet<string>,
): string | null {
  for (const [other, seconds] of Object.entries(ahead)) {
    if (!wrong.has(other)) continue;
    const side = seconds > 0 ? 'ahead of' : 'behind';
    return `the clock of this process is ${Math.abs(seconds).toFixed(1)} s ${side} that of the ${other}`;
  }
  return null;
}

/**
 * Repeats the last value for `clockKeptSeconds` if there is no new one, so that a short outage
 * changes no verdict.
 */
function keptBriefly(read: () => Promise<number | null>): () => Promise<number | null> {
  let last: { readonly value: number; readonly at: number } | null = null;
  return async () => {
    const value = await read().catch(() => null);
    const now = performance.now();
    if (value !== null) last = { value, at: now };
    return last !== null && now - last.at < LIMITS.clockKeptSeconds * 1000 ? last.value : null;
  };
}

async function aheadOfDatabase(clock: Clock, db: Database): Promise<number | null> {
  const sentAtMs = clock.now().getTime();
  const began = performance.now();
  const [row] = await inTime(
    db.$queryRaw<{ ms: number }[]>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
    PATIENCE_MS,
  );
  const tookMs = performance.now() - began;
  return row ? secondsAhead({ sentAtMs, tookMs, fromMs: row.ms, toMs: row.ms }) : null;
}

/** Compares the clock with the steady one of Node, which no program can set. */
function createJumpFinder(clock: Clock, log: Log) {
  const read = () => ({ wallMs: clock.now().getTime(), steadyMs: performance.now() });
  let last = read();
  let jumps = 0;
  let latest: { readonly seconds: number; readonly at: number } | null = null;
  return {
    count: () => jumps,
    /** Returns a sentence about a jump of the last minutes; null without one. */
    look(): string | null {
      const now = read();
      const seconds = (now.wallMs - last.wallMs - (now.steadyMs - last.steadyMs)) / 1000;
      last = now;
      if (Math.abs(seconds) > LIMITS.clockSkewSeconds) {
        jumps += 1;
        latest = { seconds, at: now.steadyMs };
        log.warn({ part: 'clock', seconds: Math.round(seconds) }, 'the clock jumped');
      }
      const isRecent =
        latest !== null && now.steadyMs - latest.at < LIMITS.clockJumpShownSeconds * 1000;
      if (!isRecent || latest === null) return null;
      const side = latest.seconds > 0 ? 'forward' : 'back';
      return `the clock of this process jumped ${side} by ${Math.abs(latest.seconds).toFixed(0)} s`;
    },
  };
}
