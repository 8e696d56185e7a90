import type { IncomingMessage, ServerResponse } from 'node:http';
import { pageHeaders, renderPage } from '../src/platform/html/frame.js';
import { type Html, html } from '../src/platform/html/html.js';
import { renderFooter, renderMasthead } from '../src/platform/html/masthead.js';
import type { LegalName } from '../src/platform/legal.js';
import { detailOf, type Locale } from '../src/registry/error-texts.js';
import { ERRORS, type ErrorCode, errorRow, isErrorCode, problem } from '../src/registry/errors.js';
import { headerOf, localeOf } from './headers.js';
import { sendBytes } from './public-response.js';
import { requestIdOf } from './trace.js';

/** The path of the error pages, which the `type` of problem documents contains. */
export const PROBLEM_PAGES = '/problems';

/** The headers of the pages of errors. */
const PAGE_HEADERS = pageHeaders();

/**
 * Sends the explanation of an error code: JSON if `Accept` names it, an HTML page if not. The
 * `type` of problem documents is its address. Throws `not_found` for an unknown code.
 */
export function sendProblemPage(
  req: IncomingMessage,
  res: ServerResponse,
  { code, legal }: { readonly code: string; readonly legal: readonly LegalName[] },
): void {
  if (!isErrorCode(code)) throw problem('not_found');
  send(req, res, {
    document: (locale) => explanationOf(code, locale),
    page: (locale) => pageOf({ locale, title: code, content: explained(code, locale), legal }),
  });
}

/** Sends every error code with its explanation: JSON if `Accept` names it, an HTML page if not. */
export function sendProblemIndex(
  req: IncomingMessage,
  res: ServerResponse,
  legal: readonly LegalName[],
): void {
  send(req, res, {
    document: (locale) => ({ problems: CODES.map((code) => explanationOf(code, locale)) }),
    page: (locale) => pageOf({ locale, title: LABELS[locale].all, content: listed(locale), legal }),
  });
}

interface Explanation {
  readonly document: (locale: Locale) => object;
  readonly page: (locale: Locale) => string;
}

function send(req: IncomingMessage, res: ServerResponse, { document, page }: Explanation): void {
  const locale = localeOf(headerOf(req, 'accept-language'));
  const asJson = /\bapplication\/(?:[a-z.]+\+)?json\b/i.test(headerOf(req, 'accept') ?? '');
  const text = asJson ? JSON.stringify(document(locale)) : page(locale);
  sendBytes(req, res, 200, Buffer.from(text), {
    'Content-Type': asJson ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    'Content-Language': locale,
    ...PAGE_HEADERS,
    'Cache-Control': 'public, max-age=300',
    Vary: 'Accept, Accept-Encoding, Accept-Language',
    'X-Request-Id': requestIdOf(req),
  });
}

/** The parts of a page about errors. */
interface ProblemPage {
  readonly locale: Locale;
  readonly title: string;
  readonly content: Html;
  /** The legal texts that its footer links. */
  readonly legal: readonly LegalName[];
}

/** A page about errors. */
function pageOf({ locale, title, content, legal }: ProblemPage): string {
  return renderPage({
    locale,
    title: `${title} · modport`,
    body: html`${renderMasthead({ locale })}<main id="content" class="problems" tabindex="-1">
${content}
</main>
${renderFooter({ locale, legal })}`,
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
    about: 'Every error response contains one of these codes.',
    status: 'HTTP status',
    again: 'Can be retried unchanged',
    extra: 'Additional members',
    yes: 'yes',
    no: 'no',
  },
  ru: {
    all: 'Ошибки',
    about: 'Каждый ответ с ошибкой содержит один из этих кодов.',
    status: 'Статус HTTP',
    again: 'Можно повторить без изменений',
    extra: 'Дополнительные поля',
    yes: 'да',
    no: 'нет',
  },
  de: {
    all: 'Fehler',
    about: 'Jede Fehlerantwort enthält einen dieser Codes.',
    status: 'HTTP-Status',
    again: 'Kann unverändert wiederholt werden',
    extra: 'Weitere Felder',
    yes: 'ja',
    no: 'nein',
  },
} as const satisfies Readonly<Record<Locale, object>>;

function explained(code: ErrorCode, locale: Locale) {
  const { title, status, retryable, extensions, detail } = explanationOf(code, locale);
  const label = LABELS[locale];
  const rows = [
    [label.status, status.join(', ')],
    [label.again, retryable ? label.yes : label.no],
    ...(extensions.length > 0 ? [[label.extra, extensions.join(', ')]] : []),
  ].map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`);
  return html`<h1>${title}</h1>
<p class="dim"><code>${code}</code></p>
<p class="lead">${detail}</p>
<dl>${rows}</dl>
<p><a href="${PROBLEM_PAGES}">${label.all}</a></p>`;
}

/** The codes, grouped by their usual status. */
function listed(locale: Locale) {
  const label = LABELS[locale];
  const statuses = [...new Set(CODES.map((code) => errorRow(code).status[0]))].sort();
  const sections = statuses.map((status) => {
    const items = CODES.filter((code) => errorRow(code).status[0] === status).map(
      (code) => html`<li><a href="${PROBLEM_PAGES}/${code}"><code>${code}</code></a>
<p>${detailOf(code, locale)}</p></li>
`,
    );
    return html`<h2>${label.status} ${status}</h2>
<ul>${items}</ul>
`;
  });
  return html`<h1>${label.all}</h1>
<p class="lead">${label.about}</p>
${sections}`;
}
