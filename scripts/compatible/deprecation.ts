import { type JsonObject, textIn } from './json.js';
import type { Operation } from './operations.js';
import type { Finding } from './rules.js';

/** The shortest time from `x-deprecation-date` to `x-sunset-date`. */
const NOTICE_MS = 90 * 24 * 60 * 60 * 1000;

const ADDRESSES = ['x-migration-url', 'x-changelog-url'];

/** Whether the removal of an operation was announced early enough, and its date has passed. */
export function hasEnded({ source }: Operation, now: Date): boolean {
  const sunset = dateIn(source, 'x-sunset-date');
  return source['deprecated'] === true && noticeMs(source) >= NOTICE_MS && sunset < now.getTime();
}

/**
 * The faults of a deprecation: a malformed date, a missing deprecation date or address, or too
 * short a notice. An announcement may leave out the sunset date and add it in a later release.
 * Empty for an operation without a deprecation.
 */
export function announcementFindings({ source }: Operation): Finding[] {
  if (source['deprecated'] !== true) return [];
  const hasSunset = (source['x-sunset-date'] ?? null) !== null;
  const dates = ['x-deprecation-date', ...(hasSunset ? ['x-sunset-date'] : [])];
  const missing = [
    ...dates.filter((name) => Number.isNaN(dateIn(source, name))),
    ...ADDRESSES.filter((name) => !textIn(source, name)),
  ];
  if (missing.length > 0) {
    return missing.map((place) => ({ place, rule: 'deprecation-incomplete' }));
  }
  return !hasSunset || noticeMs(source) >= NOTICE_MS
    ? []
    : [{ place: 'x-sunset-date', rule: 'notice-too-short' }];
}

/** Reports a sunset date that is earlier than announced. A removed date is no finding. */
export function sunsetFindings(before: Operation, after: Operation): Finding[] {
  const announced = dateIn(before.source, 'x-sunset-date');
  const isEarlier = dateIn(after.source, 'x-sunset-date') < announced;
  return isEarlier ? [{ place: 'x-sunset-date', rule: 'sunset-earlier' }] : [];
}

function noticeMs(source: JsonObject): number {
  return dateIn(source, 'x-sunset-date') - dateIn(source, 'x-deprecation-date');
}

/** In milliseconds; NaN if it is missing. */
function dateIn(source: JsonObject, name: string): number {
  return Date.parse(textIn(source, name) ?? '');
}
