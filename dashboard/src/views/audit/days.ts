const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The last millisecond before a day (`YYYY-MM-DD`) of the reader's zone, in ISO 8601 and UTC. The
 * filter excludes its bounds. Null for null, for another form, and for a day that does not exist.
 */
export function lastMomentBefore(day: string | null): string | null {
  const start = midnight(day, 0);
  return start === null ? null : new Date(start.getTime() - 1).toISOString();
}

/**
 * The first moment after a day (`YYYY-MM-DD`) of the reader's zone, in ISO 8601 and UTC. Null for
 * the same texts as in `lastMomentBefore`.
 */
export function firstMomentAfter(day: string | null): string | null {
  return midnight(day, 1)?.toISOString() ?? null;
}

/** The midnight that begins a day, or the day that is `later` days after it. */
function midnight(day: string | null, later: number): Date | null {
  if (day === null || !DAY.test(day)) return null;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // `Date` continues a day that does not exist, such as February 31, in another month.
  if (new Date(year, month - 1, date).getMonth() !== month - 1) return null;
  return new Date(year, month - 1, date + later);
}
