import { sizeLimitOf, sizeOf } from '../../../src/registry/sizes';
import type { LanguageMap } from '../api/graphql';
import { pageLocale } from '../i18n';

const MINUTE_SECONDS = 60;
const UNITS = [
  ['year', 365 * 24 * 60 * MINUTE_SECONDS],
  ['month', 30 * 24 * 60 * MINUTE_SECONDS],
  ['day', 24 * 60 * MINUTE_SECONDS],
  ['hour', 60 * MINUTE_SECONDS],
  ['minute', MINUTE_SECONDS],
] as const;

/** The text in the language of the page, else in English or any other; empty for an empty map. */
export function textOf(texts: LanguageMap): string {
  return texts[pageLocale()] ?? texts['en'] ?? Object.values(texts)[0] ?? '';
}

/** A size in bytes for people, in decimal units, as on the public pages. */
export function formatBytes(bytes: number): string {
  return sizeOf(bytes, pageLocale());
}

/** A limit in bytes for people. Rounded down, so that a file of the shown size is not too large. */
export function formatLimit(bytes: number): string {
  return sizeLimitOf(bytes, pageLocale());
}

/** A number for people, rounded to `digits` decimals at most. */
export function formatNumber(value: number, digits = 0): string {
  return new Intl.NumberFormat(pageLocale(), { maximumFractionDigits: digits }).format(value);
}

/** A fraction in percent, such as 12% for 0.12. With `hasSign`, a change, such as +12%. */
export function formatShare(share: number, { hasSign = false } = {}): string {
  return new Intl.NumberFormat(pageLocale(), {
    style: 'percent',
    maximumFractionDigits: share !== 0 && Math.abs(share) < 0.1 ? 1 : 0,
    signDisplay: hasSign ? 'exceptZero' : 'auto',
  }).format(share);
}

/** A duration for people: in seconds, or in minutes from two minutes on; one decimal at most. */
export function formatSeconds(seconds: number): string {
  const isLong = seconds >= 2 * MINUTE_SECONDS;
  const unit = isLong ? 'minute' : 'second';
  const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(pageLocale(), style).format(isLong ? seconds / 60 : seconds);
}

/** The day of a moment (ISO 8601) in the reader's zone, for people. */
export function formatDay(iso: string): string {
  return new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'medium' }).format(new Date(iso));
}

/**
 * A UTC day, given as `2026-11-26`, for people. It is not moved to the reader's zone. `short` omits
 * the year.
 */
export function formatUtcDay(day: string, length: 'medium' | 'short' = 'medium'): string {
  const style: Intl.DateTimeFormatOptions =
    length === 'short' ? { day: 'numeric', month: 'short' } : { dateStyle: length };
  return new Intl.DateTimeFormat(pageLocale(), { ...style, timeZone: 'UTC' }).format(new Date(day));
}

/** The day and time of a moment (ISO 8601) in the reader's zone, for people, without seconds. */
export function formatTime(iso: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(pageLocale(), style).format(new Date(iso));
}

/**
 * The time since or until a moment, such as "3 days ago", in whole units of a minute or more. Days
 * are those of the calendar, so that "yesterday" is true.
 */
export function formatAgo(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60];
  const isNamed = unit === 'day' || unit === 'minute';
  const words = new Intl.RelativeTimeFormat(pageLocale(), { numeric: isNamed ? 'auto' : 'always' });
  const days = () => dayOf(new Date(iso)) - dayOf(new Date(now));
  return words.format(unit === 'day' ? days() : Math.trunc(seconds / size), unit);
}

/** The number of a day in the reader's zone. */
function dayOf(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}

/**
 * The time until a request may be repeated, such as "in 5 seconds": rounded up, in the largest unit
 * of which it has two or more.
 */
export function formatWait(seconds: number): string {
  const words = new Intl.RelativeTimeFormat(pageLocale());
  const [unit, size] = UNITS.find(([, size]) => seconds >= 2 * size) ?? ['second', 1];
  return words.format(Math.ceil(seconds / size), unit);
}

/** A list of words for people, such as "a, b and c". */
export function formatList(words: readonly string[]): string {
  return new Intl.ListFormat(pageLocale()).format(words);
}
