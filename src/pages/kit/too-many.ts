import type { Locale } from '../../registry/error-texts.js';
import { RegisteredError } from '../../registry/errors.js';
import { KIT_TEXTS } from './texts.js';

/** The rate limit error of a form. */
export interface TooMany {
  readonly text: string;
  readonly status: 429;
  readonly headers: Readonly<Record<string, string>>;
}

/** The form's error after too many wrong guesses. Rethrows every other error. */
export function tooManyOf(error: unknown, locale: Locale): TooMany {
  if (!(error instanceof RegisteredError) || error.code !== 'rate_limited') throw error;
  const seconds = error.extensions.retry_after_seconds ?? 1;
  const span = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  const minutes = Math.ceil(seconds / 60);
  const when =
    minutes > 90 ? span.format(Math.ceil(minutes / 60), 'hour') : span.format(minutes, 'minute');
  return {
    text: `${KIT_TEXTS[locale].tooMany} ${when}.`,
    status: 429,
    headers: { 'Retry-After': String(seconds) },
  };
}
