import type { Locale } from '../../registry/error-texts.js';
import { RegisteredError } from '../../registry/errors.js';
import { KIT_TEXTS } from './texts.js';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/** The time until a visitor may try again, such as "in 5 seconds", rounded up. */
export function waitOf(seconds: number, locale: Locale): string {
  const span = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  if (seconds < MINUTE_SECONDS) return span.format(Math.ceil(seconds), 'second');
  if (seconds <= 1.5 * HOUR_SECONDS) {
    return span.format(Math.ceil(seconds / MINUTE_SECONDS), 'minute');
  }
  return span.format(Math.ceil(seconds / HOUR_SECONDS), 'hour');
}

/** The rate limit error of a form. */
interface TooMany {
  readonly text: string;
  readonly status: 429;
  readonly headers: Readonly<Record<string, string>>;
}

/** The form's error after too many attempts (`rate_limited`). Rethrows every other error. */
export function tooManyOf(error: unknown, locale: Locale): TooMany {
  if (!(error instanceof RegisteredError) || error.code !== 'rate_limited') throw error;
  const seconds = error.extensions.retry_after_seconds ?? 1;
  return {
    text: `${KIT_TEXTS[locale].tooMany} ${waitOf(seconds, locale)}.`,
    status: 429,
    headers: { 'Retry-After': String(seconds) },
  };
}
