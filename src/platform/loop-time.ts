let now: number | null = null;

/**
 * The time by `performance.now()`, read once for all callers in one turn of the event loop. So it
 * may be earlier than the clock by up to a turn. That suits the start of a request, which has
 * waited for the turn.
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
