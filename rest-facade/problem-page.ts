import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeHtml } from '../src/platform/html.js';
import { detailOf, type Locale } from '../src/registry/error-texts.js';
import { type ErrorCode, errorRow, isErrorCode, problem } from '../src/registry/errors.js';
import { headerOf } from './headers.js';
import { localeOf } from './locale.js';
import { sendBytes } from './public-answer.js';
import { traceOf } from './trace.js';

/**
 * Explains an error code at the address that problem documents name as their `type`: a page for
 * people, JSON for programs that ask for it. Throws `not_found` for a code that does not exist.
 */
export function sendProblemPage(req: IncomingMessage, res: ServerResponse, code: string): void {
  if (!isErrorCode(code)) throw problem('not_found');
  const locale = localeOf(headerOf(req, 'accept-language'));
  const asJson = /\bapplication\/(?:[a-z.]+\+)?json\b/.test(headerOf(req, 'accept') ?? '');
  const text = asJson ? JSON.stringify(explanationOf(code, locale)) : pageOf(code, locale);
  sendBytes(req, res, 200, Buffer.from(text), {
    'Content-Type': asJson ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    'Content-Language': locale,
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'public, max-age=300',
    Vary: 'Accept, Accept-Encoding, Accept-Language',
    'X-Request-Id': traceOf(req).requestId,
  });
}

function explanationOf(code: ErrorCode, locale: Locale) {
  const { title, status, retryable, extensions } = errorRow(code);
  const detail = detailOf(code, locale);
  return { code, title, status, retryable, extensions, detail, docs_slug: `errors.${code}` };
}

const LABELS: Readonly<Record<Locale, readonly [status: string, again: string, extra: string]>> = {
  en: ['HTTP status', 'May be retried unchanged', 'Further members'],
  ru: ['Статус HTTP', 'Можно повторить без изменений', 'Дополнительные поля'],
  de: ['HTTP-Status', 'Darf unverändert wiederholt werden', 'Weitere Angaben'],
};
const ANSWERS: Readonly<Record<Locale, readonly [yes: string, no: string]>> = {
  en: ['yes', 'no'],
  ru: ['да', 'нет'],
  de: ['ja', 'nein'],
};

// Everything below comes from the registry, and is escaped all the same: texts have quotes.
function pageOf(code: ErrorCode, locale: Locale): string {
  const { title, status, retryable, extensions, detail } = explanationOf(code, locale);
  const [statusLabel, againLabel, extraLabel] = LABELS[locale];
  const [yes, no] = ANSWERS[locale];
  const rows = [
    [statusLabel, status.join(', ')],
    [againLabel, retryable ? yes : no],
    ...(extensions.length > 0 ? [[extraLabel, extensions.join(', ')]] : []),
  ].map(([label = '', value = '']) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(code)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}
dt{font-weight:600}dd{margin:0 0 .5rem}code{font-size:1.1em}</style>
<h1>${escapeHtml(title)}</h1>
<p><code>${escapeHtml(code)}</code></p>
<p>${escapeHtml(detail)}</p>
<dl>${rows.join('')}</dl>
</html>
`;
}
