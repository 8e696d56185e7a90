const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The last millisecond before a day (`YYYY-MM-DD`) of the reader's zone, for a filter that excludes
 * its bound. Null without a valid day.
 */
export function dayStart(day: string | null): string | null {
  const start = midnight(day, 0);
  return start === null ? null : new Date(start.getTime() - 1).toISOString();
}

/** The end of a day of the reader's zone, exclusive. Null without a valid day. */
export function dayEnd(day: string | null): string | null {
  return midnight(day, 1)?.toISOString() ?? null;
}

function midnight(day: string | null, later: number): Date | null {
  if (day === null || !DAY.test(day)) return null;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const at = new Date(year, month - 1, date + later);
  return Number.isNaN(at.getTime()) ? null : at;
}
