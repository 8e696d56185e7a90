import type { SessionCookie } from '../../auth/session-cookie.js';
import { type Html, html } from '../../platform/html/html.js';
import { problemHeaders } from '../../platform/http/headers.js';
import { detailOf } from '../../registry/error-texts.js';
import type { ErrorCode, RegisteredError } from '../../registry/errors.js';
import { documentOf, headersOf } from './document.js';
import type { PageCookies } from './open-visit.js';
import { messagePage } from './ready-pages.js';
import { KIT_TEXTS } from './texts.js';
import { waitOf } from './too-many.js';
import {
  localPathOf,
  type Moved,
  type PageReply,
  pathWithNext,
  redirectTo,
  type Shown,
  type Visit,
} from './visit.js';

/** The page to return to, and the long texts of a refused form (`keptTexts`). */
interface Refused {
  readonly back: string;
  readonly kept: Html | null;
}

/**
 * The page for an error, in the visitor's language. If the visitor only needs to sign in or prove
 * the second factor, it redirects there, and back afterwards. A form with texts gets a page with
 * the link to the sign-in instead.
 */
function failureOf(visit: Visit, error: RegisteredError, { back, kept }: Refused): Shown | Moved {
  if (error.code === 'unauthorized') return signInFirst(visit, back, kept);
  if (error.code === 'step_up_required') return redirectTo(pathWithNext('/account/step-up', back));
  const texts = KIT_TEXTS[visit.locale];
  if (error.code === 'not_found') return notFound(visit, kept);
  if (error.status === 429) return tooManyRequests(visit, error, { back, kept });
  const common = { status: error.status, headers: problemHeaders(error) };
  const note = errorNote(visit, error.code);
  if (error.code === 'gone') {
    return messagePage({
      ...common,
      icon: 'bin',
      title: texts.gone,
      text: html`<p>${texts.goneHow}</p>
${kept}`,
      links: [
        ['/mods', texts.toMods],
        ['/', texts.toStart],
      ],
      note,
    });
  }
  return messagePage({
    ...common,
    icon: 'warning',
    title: texts.failed,
    text: html`<p>${error.detail?.[visit.locale] ?? detailOf(error.code, visit.locale)}</p>
${kept}`,
    links: [['/', texts.toStart]],
    note,
  });
}

/** The code of an error and the id of its request, which support asks for. */
export function errorNote({ locale, ctx }: Visit, code: ErrorCode): Html {
  return html`<p class="dim"><code>${code}</code> · ${KIT_TEXTS[locale].requestId} <code>${ctx.request.id}</code></p>
`;
}

/** The page for too many requests, with the wait and a link to the same page. */
function tooManyRequests(visit: Visit, error: RegisteredError, { back, kept }: Refused): Shown {
  const texts = KIT_TEXTS[visit.locale];
  const wait = waitOf(error.extensions.retry_after_seconds ?? 1, visit.locale);
  return messagePage({
    icon: 'clock',
    title: texts.busy,
    status: error.status,
    headers: problemHeaders(error),
    text: html`${error.detail && html`<p>${error.detail[visit.locale]}</p>\n`}<p>${texts.tryAgain} ${wait}.</p>
${kept}`,
    links: [
      [back, texts.openAgain],
      ['/', texts.toStart],
    ],
    note: errorNote(visit, error.code),
  });
}

/** The page for an unknown URL, or one that the visitor may not see. */
function notFound(visit: Visit, kept: Html | null): Shown {
  const texts = KIT_TEXTS[visit.locale];
  return messagePage({
    icon: 'search',
    title: texts.notFound,
    status: 404,
    text: html`${kept}<p>${texts.notFoundHow}</p>`,
    links: [
      ['/mods', texts.toMods],
      ['/', texts.toStart],
      ['/docs', texts.toApiReference],
    ],
    note: errorNote(visit, 'not_found'),
  });
}

function signInFirst({ locale }: Visit, back: string, kept: Html | null): Shown | Moved {
  const signIn = pathWithNext('/account/sign-in', back);
  if (kept === null) return redirectTo(signIn);
  const texts = KIT_TEXTS[locale];
  return messagePage({
    icon: 'clock',
    title: texts.signedOut,
    status: 403,
    text: html`<p>${texts.signedOutHow}</p>
${kept}`,
    links: [[signIn, texts.signIn]],
  });
}

/**
 * The page for a form whose token is missing or belongs to another session or browser. `kept` are
 * the long texts of the form.
 */
export function staleForm({ locale }: Visit, back: string, kept: Html | null): Shown {
  const texts = KIT_TEXTS[locale];
  return messagePage({
    icon: 'clock',
    title: texts.staleForm,
    status: 403,
    text: html`<p>${texts.staleFormHow}</p>
${kept}`,
    links: [[back, texts.openAgain]],
  });
}

/** The parts that send replies. */
export interface Sending {
  readonly cookies: PageCookies;
  readonly session: SessionCookie;
}

/**
 * Targets that may redirect to another site. After a form, the page's `form-action` policy would
 * block such a redirect.
 */
const LEADS_AWAY = /^\/oauth\//;
const NOTICE_SECONDS = 60;

/**
 * Shows an error to the visitor, and logs the details for operators. `error` is the thrown value,
 * and `known` is the registered error for it. `back` is the page to return to after a sign-in or
 * the second factor. `kept` are the long texts of a refused form. Breaks off a response that has
 * already begun.
 */
export function sendFailure(
  parts: Sending,
  visit: Visit,
  { known, error, ...refused }: Refused & { known: RegisteredError; error: unknown },
): void {
  logFailure(visit, known, error);
  if (visit.res.headersSent) {
    visit.res.destroy();
    return;
  }
  // Without the session cookie, a blocked user can sign in with another account. With a detail, the
  // account is not blocked: the detail names a missing step, such as verifying the e-mail address.
  if (known.code === 'account_blocked' && known.detail === null)
    visit.res.append('Set-Cookie', parts.session.forget());
  sendReply(parts, visit, failureOf(visit, known, refused));
}

/**
 * Sends the reply of a handler, unless the handler responded itself. A redirect keeps its notice
 * for the next page, for a minute. Each page deletes the notice, even if it does not display it. A
 * form that redirects to OAuth goes through the page `/account/continue` (`oauthStopoverPage` in
 * `src/pages/account`). Throws Error for a redirect to another origin.
 */
export function sendReply(parts: Sending, visit: Visit, reply: PageReply): void {
  if (!reply) return;
  const { res } = visit;
  for (const cookie of reply.cookies ?? []) res.append('Set-Cookie', cookie);
  res.set({ ...headersOf(reply.kind === 'shown' ? reply : {}), 'Content-Language': visit.locale });
  res.set('X-Request-Id', visit.ctx.request.id);
  if (reply.kind === 'moved') {
    const { to, notice } = reply;
    if (localPathOf(to) === null) throw new Error(`no path of this origin: ${to}`);
    if (notice) res.append('Set-Cookie', parts.cookies.keep('notice', notice, NOTICE_SECONDS));
    const stopover = visit.req.method === 'POST' && LEADS_AWAY.test(to);
    res.redirect(reply.status ?? 303, stopover ? pathWithNext('/account/continue', to) : to);
    return;
  }
  if (visit.notice !== null) res.append('Set-Cookie', parts.cookies.keep('notice', '', 0));
  res.set({ ...reply.headers });
  res.status(reply.status ?? 200).send(documentOf(visit, reply));
}

/** Logs a failure of the service, and a refusal only if it has details for the log. */
function logFailure({ ctx }: Visit, known: RegisteredError, error: unknown): void {
  const { request, platform } = ctx;
  const { log } = platform;
  const fields = { request_id: request.id, trace_id: request.traceId, path: request.path };
  if (known.code === 'internal_error') {
    log.error({ ...fields, err: error }, 'a page failed unexpectedly');
  } else if (known.status >= 500) log.warn({ ...fields, err: error }, 'a page could not be shown');
  else if (known.logDetail !== null) log.info({ ...fields, err: error }, 'a page was refused');
}
