import type { SessionCookie } from '../../auth/session-cookie.js';
import type { RegisteredError } from '../../registry/errors.js';
import { documentOf, headersOf } from './document.js';
import { failureOf } from './failure.js';
import { localPathOf, pathWithNext } from './local-path.js';
import type { PageCookies } from './page-cookies.js';
import type { Reply, Visit } from './visit.js';

/** The parts that send replies. */
export interface Sending {
  readonly cookies: PageCookies;
  readonly session: SessionCookie;
}

/** Targets that may redirect to another site, which the policy of forms would block. */
const LEADS_AWAY = /^\/oauth\//;
const NOTICE_SECONDS = 60;

/** Shows an error to the visitor, and logs the details for operators. */
export function sendFailure(
  parts: Sending,
  visit: Visit,
  { known, error, back }: { known: RegisteredError; error: unknown; back: string },
): void {
  logFailure(visit, known, error);
  if (visit.res.headersSent) {
    visit.res.destroy();
    return;
  }
  // A blocked user can still sign in with another account.
  if (known.code === 'account_blocked') visit.res.append('Set-Cookie', parts.session.forget());
  sendReply(parts, visit, failureOf(visit, known, back));
}

/** Sends the reply of a handler, unless the handler responded itself. */
export function sendReply(parts: Sending, visit: Visit, reply: Reply): void {
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
    res.redirect(303, stopover ? pathWithNext('/account/continue', to) : to);
    return;
  }
  if (visit.notice !== null) res.append('Set-Cookie', parts.cookies.keep('notice', '', 0));
  res.set({ ...reply.headers });
  res.status(reply.status ?? 200).send(documentOf(visit, reply));
}

function logFailure({ ctx }: Visit, known: RegisteredError, error: unknown): void {
  const { request, platform } = ctx;
  const { log } = platform;
  const fields = { request_id: request.id, trace_id: request.traceId, path: request.path };
  if (known.code === 'internal_error') {
    log.error({ ...fields, err: error }, 'a page failed unexpectedly');
  } else if (known.status >= 500) log.warn({ ...fields, err: error }, 'a page could not be shown');
  else if (known.logDetail !== null) log.info({ ...fields, err: error }, 'a page was refused');
}
