/** The source of the current time. Tests pass a clock that they set by hand. */
export interface Clock {
  now(): Date;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock shows whole milliseconds, so its true time may be later by almost this much. */
const CLOCK_STEP_MS = 1;

/** The time of another machine, as this process read it. */
interface OtherTime {
  /** The time of this process's clock when it sent the request, in milliseconds. */
  readonly sentAtMs: number;
  readonly tookMs: number;
  /** The bounds of the other machine's time when it responded. */
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * By how many seconds this process's clock is surely ahead of another one; negative if it is
 * behind. Returns 0 if the time that the response took may explain the difference. So a slow
 * response never looks like a wrong clock.
 */
export function secondsAhead({ sentAtMs, tookMs, fromMs, toMs }: OtherTime): number {
  const least = sentAtMs - toMs;
  const most = sentAtMs + CLOCK_STEP_MS + tookMs - fromMs;
  if (least > 0) return least / 1000;
  return most < 0 ? most / 1000 : 0;
}

/**
 * Waits for a promise of an outside system. Throws the error of the promise, or a plain `Error`
 * after `patienceMs` milliseconds. The work behind the promise goes on.
 */
export async function inTime<T>(promise: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response in ${patienceMs} ms`)), patienceMs);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}

let now: number | null = null;

/**
 * The time by `performance.now()`, in milliseconds, read once for all callers in one turn of the
 * event loop. So it may be earlier than the clock by up to a turn. That suits the start of a
 * request, which has waited for the turn.
 */
export function loopTime(): number {
  if (now === null) {
    now = performance.now();
    setImmediate(forget);
  }
  return now;
}

function forget(): void {
  now = null;
}
