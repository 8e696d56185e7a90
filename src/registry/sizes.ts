import type { Locale } from './error-texts.js';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size in bytes for people, such as "1.4 MB". The units are decimal. */
export function sizeOf(bytes: number, locale: Locale): string {
  return inUnits(bytes, locale, Math.round);
}

/**
 * The largest allowed size for people, in decimal units. It is rounded down, so that the limit
 * allows what the text promises: 20 GiB are "21.4 GB".
 */
export function sizeLimitOf(bytes: number, locale: Locale): string {
  return inUnits(bytes, locale, Math.floor);
}

function inUnits(bytes: number, locale: Locale, round: (value: number) => number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[step],
    // The short form of a byte in English is "byte", also for many.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(round((bytes / 1000 ** step) * 10) / 10);
}
