import {
  checkPasskey,
  checkSignIn,
  endSession,
  makePendingSignIn,
  startSession,
} from '../../modules/identity/index.js';
import { type Html, html } from '../../platform/html/html.js';
import { LIMITS } from '../../registry/limits.js';
import {
  button,
  card,
  field,
  form,
  type Handler,
  notice,
  type PageKit,
  type PageReply,
  pathWithNext,
  redirectTo,
  show,
  tooManyOf,
  type Visit,
} from '../kit/index.js';
import { KIT_TEXTS } from '../kit/texts.js';
import type { Fault } from './code-field.js';
import { FACTOR_TEXTS } from './factor-texts.js';
import { askForm, passkeyIn, requestIn } from './passkey-form.js';
import { SIGN_IN_TEXTS } from './texts.js';

/** The target after sign-in, if no page requested the sign-in. */
export const HOME = '/account/security';

const SIGN_IN = '/account/sign-in';
const SIGN_IN_BY_PASSKEY = '/account/sign-in/passkey';

/**
 * The page that asks for a name and a password, or for a passkey. A signed-in user is redirected,
 * unless the query contains `again`, which asks for a fresh sign-in. Deletes the cookie of an ended
 * session.
 */
export function signInPage({ sessionCookie }: PageKit): Handler {
  return (visit) => {
    if (visit.user && visit.query['again'] === undefined) return redirectTo(visit.next ?? HOME);
    const isDead = sessionCookie.read(visit.req.headers.cookie) !== null && !visit.user;
    return signInForm(visit, { cookies: isDead ? [sessionCookie.forget()] : [] });
  };
}

/**
 * Signs a user in, or asks for the second factor. The error never reveals whether the name or the
 * password was wrong.
 */
export function signIn(kit: PageKit): Handler {
  return async (visit) => {
    const { ctx, fields, next, locale } = visit;
    const given = { login: fields.one('login'), password: fields.one('password') };
    try {
      const account = await checkSignIn(ctx, given);
      if (!account) {
        return signInForm(visit, { fault: SIGN_IN_TEXTS[locale].wrong, status: 422 });
      }
      if (account.needsFactor) {
        const pending = makePendingSignIn(ctx, account);
        const cookie = kit.cookies.keep('pending', pending, LIMITS.secondFactorSeconds);
        const path = '/account/sign-in/code';
        return redirectTo(next ? pathWithNext(path, next) : path, { cookies: [cookie] });
      }
      const { userId, factorsFingerprint } = account;
      const session = await startSession(ctx, {
        userId,
        factorsFingerprint,
        aal2: false,
        userAgent: visit.req.headers['user-agent'],
      });
      const cookie = kit.sessionCookie.keep(session.token, session.expiresAt);
      return redirectTo(next ?? HOME, { cookies: [cookie] });
    } catch (error) {
      const { text, ...more } = tooManyOf(error, locale);
      return signInForm(visit, { fault: text, ...more });
    }
  };
}

/** The request of the sign-in page: the passkey names the account. */
const BY_PASSKEY = { purpose: 'sign-in', userId: null } as const;

/** Signs a user in with a passkey alone, which proves two factors. */
export function signInWithPasskey(kit: PageKit): Handler {
  return async (visit) => {
    const { ctx, next, locale } = visit;
    const proof = await checkPasskey(ctx, requestIn(visit, BY_PASSKEY), passkeyIn(visit));
    if (!proof) {
      return signInForm(visit, { fault: FACTOR_TEXTS[locale].wrongPasskey, status: 422 });
    }
    const userAgent = visit.req.headers['user-agent'];
    const session = await startSession(ctx, { ...proof, aal2: true, userAgent });
    const cookie = kit.sessionCookie.keep(session.token, session.expiresAt);
    return redirectTo(next ?? HOME, { cookies: [cookie] });
  };
}

async function signInForm(
  visit: Visit,
  { fault, ...more }: Fault & { readonly cookies?: readonly string[] },
): Promise<PageReply> {
  const texts = SIGN_IN_TEXTS[visit.locale];
  const byPasskey = visit.next ? pathWithNext(SIGN_IN_BY_PASSKEY, visit.next) : SIGN_IN_BY_PASSKEY;
  const ask = { label: FACTOR_TEXTS[visit.locale].withPasskey, action: byPasskey };
  const signUp = visit.next ? pathWithNext('/account/sign-up', visit.next) : '/account/sign-up';
  const isOpen = visit.ctx.platform.config.signUp === 'open';
  const message = messageOf(visit);
  return show({
    ...more,
    title: texts.signIn,
    width: 'narrow',
    scripts: 'passkeys',
    body: html`${message && notice('done', html`<p>${message}</p>`)}
${fault && notice('failed', html`<p>${fault}</p>`)}
${card(byPassword(visit))}${card(await askForm(visit, BY_PASSKEY, ask))}
<p><a href="/account/forgot-password">${texts.forgot}</a></p>
${
  isOpen &&
  html`<p>${texts.isNew} <a href="${signUp}">${texts.signUp}</a></p>
`
}`,
  });
}

/** The message about the step that led to this page; undefined without one. */
function messageOf({ locale, notice: done }: Visit): string | undefined {
  const { signedOut, passwordReset, emailVerified } = SIGN_IN_TEXTS[locale];
  const messages = new Map([
    ['signed_out', signedOut],
    ['password_reset', passwordReset],
    ['email_verified', emailVerified],
  ]);
  return messages.get(done ?? '');
}

/** The form for a username or e-mail address, and a password. */
function byPassword(visit: Visit): Html {
  const texts = SIGN_IN_TEXTS[visit.locale];
  const login = visit.fields.one('login');
  return form(
    visit,
    [
      field({
        name: 'login',
        label: texts.login,
        value: login,
        required: true,
        autofocus: login === '',
        autocomplete: 'username',
        autocapitalize: 'none',
        spellcheck: false,
      }),
      field({
        name: 'password',
        label: texts.password,
        type: 'password',
        required: true,
        autofocus: login !== '',
        autocomplete: 'current-password',
      }),
      button({ label: KIT_TEXTS[visit.locale].signIn }),
    ],
    visit.next ? pathWithNext(SIGN_IN, visit.next) : SIGN_IN,
  );
}

/** Signs the user out of this browser. Responds the same without a session. */
export function signOut({ sessionCookie }: PageKit): Handler {
  return async ({ ctx }) => {
    await endSession(ctx);
    const cookies = [sessionCookie.forget()];
    return redirectTo('/account/sign-in', { notice: 'signed_out', cookies });
  };
}
