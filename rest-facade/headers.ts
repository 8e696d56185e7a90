import type { IncomingMessage } from 'node:http';
import { LOCALES, type Locale } from '../src/registry/error-texts.js';

/**
 * A request header as one text; undefined if it is absent. `name` is in lower case. Repeated
 * headers are joined (RFC 9110 5.3), but Node keeps only the first `authorization` or `user-agent`.
 */
export function headerOf(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/**
 * The supported language that an `Accept-Language` value prefers (RFC 9110 12.5.4): the highest
 * weight wins, then the first one. Region subtags are ignored: `de-AT` is German. English if the
 * header is absent or names no supported language; `*` is English too.
 */
export function localeOf(header: string | undefined): Locale {
  if (header === undefined) return LOCALES[0];
  let best: Locale = LOCALES[0];
  let bestWeight = 0;
  // No user reads thirty-two languages; parsing a longer list would waste time.
  for (const range of header.split(',', 32)) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const language = tag.split('-', 1)[0];
    const locale = language === '*' ? LOCALES[0] : LOCALES.find((known) => known === language);
    const weight = weightOf(parameters);
    if (locale !== undefined && weight > bestWeight) {
      best = locale;
      bestWeight = weight;
    }
  }
  return best;
}

function weightOf(parameters: readonly string[]): number {
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  if (q === undefined) return 1;
  const weight = Number(q.slice(2));
  return weight >= 0 && weight <= 1 ? weight : 0;
}
