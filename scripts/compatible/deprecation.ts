import { type JsonObject, textIn } from './json.js';
import type { Operation } from './operations.js';
import type { Finding } from './rules.js';

const NOTICE_MS = 90 * 24 * 60 * 60 * 1000;

/** What a deprecated operation says of itself. */
const DATES = ['x-deprecation-date', 'x-sunset-date'];
const ADDRESSES = ['x-migration-url', 'x-changelog-url'];

/** Whether an operation was announced to end, long enough before, and that time is over. */
export function hasEnded({ source }: Operation, now: Date): boolean {
  const sunset = dateIn(source, 'x-sunset-date');
  return source['deprecated'] === true && noticeMs(source) >= NOTICE_MS && sunset < now.getTime();
}

/** What is wrong with the announcement that an operation ends; nothing where it does not. */
export function announcementFindings({ source }: Operation): Finding[] {
  if (source['deprecated'] !== true) return [];
  const missing = [
    ...DATES.filter((name) => Number.isNaN(dateIn(source, name))),
    ...ADDRESSES.filter((name) => !textIn(source, name)),
  ];
  if (missing.length > 0) {
    return missing.map((place) => ({ place, rule: 'deprecation-incomplete' }));
  }
  return noticeMs(source) >= NOTICE_MS
    ? []
    : [{ place: 'x-sunset-date', rule: 'notice-too-short' }];
}

/** Whether an operation would end sooner than was announced, or is longer announced than it was. */
export function sunsetFindings(before: Operation, after: Operation): Finding[] {
  const announced = dateIn(before.source, 'x-sunset-date');
  const isEarlier = dateIn(after.source, 'x-sunset-date') < announced;
  return isEarlier ? [{ place: 'x-sunset-date', rule: 'sunset-earlier' }] : [];
}

function noticeMs(source: JsonObject): number {
  return dateIn(source, 'x-sunset-date') - dateIn(source, 'x-deprecation-date');
}

/** In milliseconds; NaN where there is none. */
function dateIn(source: JsonObject, name: string): number {
  return Date.parse(textIn(source, name) ?? '');
}
