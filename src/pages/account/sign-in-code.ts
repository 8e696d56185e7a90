import {
  checkTotp,
  type PendingSignIn,
  readPendingSignIn,
  startSession,
} from '../../modules/identity/index.js';
import { html } from '../../platform/html/html.js';
import {
  button,
  card,
  form,
  type Handler,
  type PageKit,
  type PageReply,
  pathWithNext,
  seeOther,
  show,
  type Visit,
} from '../kit/index.js';
import { KIT_TEXTS } from '../kit/texts.js';
import { codeField, type Fault, faultOf } from './code-field.js';
import { HOME } from './sign-in.js';
import { SIGN_IN_TEXTS } from './texts.js';

/** The page that asks for the second factor after the password. */
export function codePage(kit: PageKit): Handler {
  return async (visit) => {
    const pending = await pendingOf(kit, visit);
    return pending === null ? fromTheStart(visit) : codeForm(visit, {});
  };
}

/** Signs a user in with both factors. */
export function signInWithCode(kit: PageKit): Handler {
  return async (visit) => {
    const { ctx, fields, next, locale } = visit;
    const pending = await pendingOf(kit, visit);
    if (pending === null) return fromTheStart(visit);
    const { userId } = pending;
    const fault = await faultOf(visit, SIGN_IN_TEXTS[locale].wrongCode, () =>
      checkTotp(ctx, { userId, code: fields.one('code') }),
    );
    if (fault) return codeForm(visit, fault);
    const session = await startSession(ctx, {
      ...pending,
      aal2: true,
      userAgent: visit.req.headers['user-agent'],
    });
    const kept = kit.sessionCookie.keep(session.token, session.expiresAt);
    return seeOther(next ?? HOME, { cookies: [kept, kit.cookies.keep('pending', '', 0)] });
  };
}

function pendingOf({ cookies }: PageKit, { ctx, req }: Visit): Promise<PendingSignIn | null> {
  const pending = cookies.read(req.headers.cookie, 'pending', /^[\w.-]{1,120}$/);
  return pending === null ? Promise.resolve(null) : readPendingSignIn(ctx, pending);
}

function fromTheStart({ next }: Visit): PageReply {
  return seeOther(next ? pathWithNext('/account/sign-in', next) : '/account/sign-in');
}

/** The query for a sign-in as another user, even while a session exists. */
function otherUserQuery(next: string | null): URLSearchParams {
  return new URLSearchParams({ again: '1', ...(next === null ? {} : { next }) });
}

function codeForm(visit: Visit, { fault, ...more }: Fault): PageReply {
  const texts = SIGN_IN_TEXTS[visit.locale];
  return show({
    ...more,
    title: texts.codeTitle,
    width: 'narrow',
    body: html`${card(
      form(visit, [
        codeField(visit.locale, { fault }),
        button({ label: KIT_TEXTS[visit.locale].signIn }),
      ]),
    )}<p><a href="/account/sign-in?${otherUserQuery(visit.next).toString()}">${texts.otherAccount}</a></p>
`,
  });
}
