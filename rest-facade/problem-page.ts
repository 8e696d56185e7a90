import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeHtml } from '../src/platform/html.js';
import { detailOf, type Locale } from '../src/registry/error-texts.js';
import { ERRORS, type ErrorCode, errorRow, isErrorCode, problem } from '../src/registry/errors.js';
import { headerOf } from './headers.js';
import { localeOf } from './locale.js';
import { PAGE_POLICY, pageOf } from './problem-html.js';
import { sendBytes } from './public-answer.js';
import { traceOf } from './trace.js';

/** Where the pages of errors are: problem documents name addresses below it as their `type`. */
export const PROBLEM_PAGES = '/problems';

/**
 * Explains an error code at the address that problem documents name as their `type`: a page for
 * people, JSON for programs that ask for it. Throws `not_found` for a code that does not exist.
 */
export function sendProblemPage(req: IncomingMessage, res: ServerResponse, code: string): void {
  if (!isErrorCode(code)) throw problem('not_found');
  send(req, res, {
    document: (locale) => explanationOf(code, locale),
    page: (locale) => pageOf(locale, code, explained(code, locale)),
  });
}

/** Lists every error code with its explanation, for people and for programs. */
export function sendProblemIndex(req: IncomingMessage, res: ServerResponse): void {
  send(req, res, {
    document: (locale) => ({ problems: CODES.map((code) => explanationOf(code, locale)) }),
    page: (locale) => pageOf(locale, LABELS[locale].all, listed(locale)),
  });
}

interface Explanation {
  readonly document: (locale: Locale) => object;
  readonly page: (locale: Locale) => string;
}

function send(req: IncomingMessage, res: ServerResponse, { document, page }: Explanation): void {
  const locale = localeOf(headerOf(req, 'accept-language'));
  const asJson = /\bapplication\/(?:[a-z.]+\+)?json\b/.test(headerOf(req, 'accept') ?? '');
  const text = asJson ? JSON.stringify(document(locale)) : page(locale);
  sendBytes(req, res, 200, Buffer.from(text), {
    'Content-Type': asJson ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    'Content-Language': locale,
    'Content-Security-Policy': PAGE_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'public, max-age=300',
    Vary: 'Accept, Accept-Encoding, Accept-Language',
    'X-Request-Id': traceOf(req).requestId,
  });
}

const CODES = Object.keys(ERRORS).filter(isErrorCode).sort();

function explanationOf(code: ErrorCode, locale: Locale) {
  const { title, status, retryable, extensions } = errorRow(code);
  const detail = detailOf(code, locale);
  return { code, title, status, retryable, extensions, detail, docs_slug: `errors.${code}` };
}

const LABELS = {
  en: {
    all: 'Errors',
    about: 'Every answer that refuses a request names one of these codes.',
    status: 'HTTP status',
    again: 'May be retried unchanged',
    extra: 'Further members',
    yes: 'yes',
    no: 'no',
  },
  ru: {
    all: 'Ошибки',
    about: 'Каждый отказ называет один из этих кодов.',
    status: 'Статус HTTP',
    again: 'Можно повторить без изменений',
    extra: 'Дополнительные поля',
    yes: 'да',
    no: 'нет',
  },
  de: {
    all: 'Fehler',
    about: 'Jede Antwort, die eine Anfrage ablehnt, nennt einen dieser Codes.',
    status: 'HTTP-Status',
    again: 'Darf unverändert wiederholt werden',
    extra: 'Weitere Angaben',
    yes: 'ja',
    no: 'nein',
  },
} as const satisfies Readonly<Record<Locale, object>>;

// Everything below comes from the registry, and is escaped all the same: texts have quotes.
function explained(code: ErrorCode, locale: Locale): string {
  const { title, status, retryable, extensions, detail } = explanationOf(code, locale);
  const label = LABELS[locale];
  const rows = [
    [label.status, status.join(', ')],
    [label.again, retryable ? label.yes : label.no],
    ...(extensions.length > 0 ? [[label.extra, extensions.join(', ')]] : []),
  ].map(([name = '', value = '']) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<h1>${escapeHtml(title)}</h1>
<p class="dim"><code>${escapeHtml(code)}</code></p>
<p class="lead">${escapeHtml(detail)}</p>
<dl>${rows.join('')}</dl>
<p><a href="${PROBLEM_PAGES}">${escapeHtml(label.all)}</a></p>`;
}

/** The codes below the status that they usually come with. */
function listed(locale: Locale): string {
  const label = LABELS[locale];
  const statuses = [...new Set(CODES.map((code) => errorRow(code).status[0]))].sort();
  const sections = statuses.map((status) => {
    const items = CODES.filter((code) => errorRow(code).status[0] === status).map((code) => {
      const name = escapeHtml(code);
      const detail = escapeHtml(detailOf(code, locale));
      return `<li><a href="${PROBLEM_PAGES}/${name}"><code>${name}</code></a><p>${detail}</p></li>`;
    });
    return `<h2>${escapeHtml(label.status)} ${status}</h2>\n<ul>${items.join('\n')}</ul>`;
  });
  return `<h1>${escapeHtml(label.all)}</h1>
<p class="lead">${escapeHtml(label.about)}</p>
${sections.join('\n')}`;
}
