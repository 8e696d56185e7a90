import {
  type PendingSignIn,
  readPendingSignIn,
  readSecondFactors,
  startSession,
} from '../../modules/identity/index.js';
import { html } from '../../platform/html/html.js';
import {
  type Handler,
  type PageKit,
  type PageReply,
  pathWithNext,
  redirectTo,
  show,
  type Visit,
} from '../kit/index.js';
import { KIT_TEXTS } from '../kit/texts.js';
import type { Fault } from './code-field.js';
import { FACTOR_TEXTS } from './factor-texts.js';
import { asksRecovery, faultOfProof, type ProofPlace, proofForms } from './second-factor-proof.js';
import { HOME } from './sign-in.js';
import { SIGN_IN_TEXTS } from './texts.js';

/**
 * The page that asks for the second factor after the password. Without a valid cookie of the
 * password step, it leads back to the sign-in.
 */
export function codePage(kit: PageKit): Handler {
  return async (visit) => {
    const pending = await pendingOf(kit, visit);
    return pending === null ? fromTheStart(visit) : codeForm(visit, pending, {});
  };
}

/** Signs a user in after the second factor. Leads back to the sign-in like `codePage`. */
export function signInWithCode(kit: PageKit): Handler {
  return async (visit) => {
    const { ctx, next } = visit;
    const pending = await pendingOf(kit, visit);
    if (pending === null) return fromTheStart(visit);
    const fault = await faultOfProof(visit, placeOf(visit, pending));
    if (fault) return codeForm(visit, pending, fault);
    const session = await startSession(ctx, {
      ...pending,
      aal2: true,
      userAgent: visit.req.headers['user-agent'],
    });
    const kept = kit.sessionCookie.keep(session.token, session.expiresAt);
    return redirectTo(next ?? HOME, { cookies: [kept, kit.cookies.keep('pending', '', 0)] });
  };
}

function pendingOf({ cookies }: PageKit, { ctx, req }: Visit): Promise<PendingSignIn | null> {
  const pending = cookies.read(req.headers.cookie, 'pending', /^[\w.-]{1,120}$/);
  return pending === null ? Promise.resolve(null) : readPendingSignIn(ctx, pending);
}

function fromTheStart({ next }: Visit): PageReply {
  return redirectTo(next ? pathWithNext('/account/sign-in', next) : '/account/sign-in');
}

/** The query for a sign-in as another user, even while a session exists. */
function otherUserQuery(next: string | null): URLSearchParams {
  return new URLSearchParams({ again: '1', ...(next === null ? {} : { next }) });
}

function placeOf({ locale }: Visit, { userId }: PendingSignIn): ProofPlace {
  const submit = KIT_TEXTS[locale].signIn;
  return { path: '/account/sign-in/code', purpose: 'second-factor', userId, submit };
}

async function codeForm(
  visit: Visit,
  pending: PendingSignIn,
  { fault, ...more }: Fault,
): Promise<PageReply> {
  const texts = SIGN_IN_TEXTS[visit.locale];
  const factors = await readSecondFactors(visit.ctx.platform.db, pending.userId);
  return show({
    ...more,
    title: asksRecovery(visit) ? FACTOR_TEXTS[visit.locale].recoveryTitle : texts.codeTitle,
    width: 'narrow',
    scripts: 'passkeys',
    body: html`${await proofForms(visit, placeOf(visit, pending), { factors, fault })}<p><a href="/account/sign-in?${otherUserQuery(visit.next).toString()}">${texts.otherAccount}</a></p>
`,
  });
}
