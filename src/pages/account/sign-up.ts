import { type SignUpFaults, signUp } from '../../modules/identity/index.js';
import { type Html, html } from '../../platform/html/html.js';
import { legalTitle } from '../../platform/html/masthead.js';
import {
  button,
  card,
  field,
  form,
  type Handler,
  messagePage,
  notice,
  type PageReply,
  pathWithNext,
  redirectTo,
  show,
  tooManyOf,
  type Visit,
} from '../kit/index.js';
import { PASSWORD_FAULTS } from './password-faults.js';
import { HOME } from './sign-in.js';
import { SIGN_UP_TEXTS } from './sign-up-texts.js';

/** The path of the sign-up. */
const SIGN_UP = '/account/sign-up';

/**
 * The page on which a visitor creates an account. It also tells what to do afterwards, or that
 * sign-up is closed. A signed-in user is redirected.
 */
export const signUpPage: Handler = (visit) => {
  if (visit.notice === 'signed_up') return checkMailPage(visit);
  if (visit.user) return redirectTo(visit.next ?? HOME);
  return isClosed(visit) ? closedPage(visit, 200) : signUpForm(visit, {});
};

/**
 * Creates an account, but does not sign the user in. The given address gets a mail with a link that
 * verifies it, or a notice if an account has the address already. The response is the same whether
 * or not an account has the address, so it reveals no addresses.
 */
export const createAccount: Handler = async (visit) => {
  const { ctx, fields, locale, next } = visit;
  if (isClosed(visit)) return closedPage(visit, 403);
  try {
    const faults = await signUp(ctx, {
      username: fields.one('username').trim(),
      email: fields.one('email'),
      password: fields.one('password'),
      locale,
    });
    if (faults) return signUpForm(visit, faults, { status: 422 });
    return redirectTo(next ? pathWithNext(SIGN_UP, next) : SIGN_UP, { notice: 'signed_up' });
  } catch (error) {
    const { text, ...more } = tooManyOf(error, locale);
    return signUpForm(visit, { form: text }, more);
  }
};

function isClosed({ ctx }: Visit): boolean {
  return ctx.platform.config.signUp === 'closed';
}

function closedPage({ locale }: Visit, status: number): PageReply {
  const texts = SIGN_UP_TEXTS[locale];
  return messagePage({
    icon: 'user',
    title: texts.closedTitle,
    status,
    text: html`<p>${texts.closed}</p>
<p>${texts.haveAccount}</p>`,
    links: [['/account/sign-in', texts.signIn]],
  });
}

function checkMailPage({ locale, next }: Visit): PageReply {
  const texts = SIGN_UP_TEXTS[locale];
  const signIn = '/account/sign-in';
  return messagePage({
    icon: 'mail',
    title: texts.doneTitle,
    text: html`<p role="status">${texts.done}</p>
<p>${texts.doneNext}</p>`,
    links: [[next ? pathWithNext(signIn, next) : signIn, texts.signIn]],
    note: html`<p class="dim">${texts.noMail}</p>
`,
  });
}

/** The legal texts of this installation, which a new user should know; nothing without any. */
function legalNote({ ctx, locale }: Visit): Html | null {
  const { names } = ctx.platform.legal;
  if (names.length === 0) return null;
  const links = names.map(
    (name, at) => html`${at > 0 && ', '}<a href="/legal/${name}">${legalTitle(name, locale)}</a>`,
  );
  return html`<p class="dim">${SIGN_UP_TEXTS[locale].legal} ${links}</p>
`;
}

/** The faults of the fields, and of the form as a whole. */
type FormFaults = SignUpFaults & { readonly form?: string };

function signUpForm(
  visit: Visit,
  faults: FormFaults,
  more: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): PageReply {
  const { locale, next } = visit;
  const texts = SIGN_UP_TEXTS[locale];
  const signIn = '/account/sign-in';
  const fields = [...fieldsOf(visit, faults), legalNote(visit), button({ label: texts.create })];
  return show({
    ...more,
    title: texts.title,
    width: 'narrow',
    body: html`<p class="lead">${texts.lead}</p>
${faults.form && notice('failed', html`<p>${faults.form}</p>`)}
${card(form(visit, fields))}
<p>${texts.haveAccount} <a href="${next ? pathWithNext(signIn, next) : signIn}">${texts.signIn}</a></p>
`,
  });
}

function fieldsOf({ fields, locale }: Visit, faults: FormFaults): Html[] {
  const texts = SIGN_UP_TEXTS[locale];
  const usernameFaults = { form: texts.usernameForm, taken: texts.usernameTaken };
  return [
    field({
      name: 'username',
      label: texts.username,
      hint: texts.usernameHint,
      error: faults.username && usernameFaults[faults.username],
      value: fields.one('username'),
      required: true,
      autofocus: Object.keys(faults).length === 0,
      autocomplete: 'username',
      autocapitalize: 'none',
      spellcheck: false,
      maxlength: 39,
    }),
    field({
      name: 'email',
      label: texts.email,
      type: 'email',
      hint: texts.emailHint,
      error: faults.email && texts.emailForm,
      value: fields.one('email'),
      required: true,
      autocomplete: 'email',
      maxlength: 254,
    }),
    field({
      name: 'password',
      label: texts.password,
      type: 'password',
      hint: texts.passwordHint,
      error: faults.password && PASSWORD_FAULTS[locale][faults.password],
      required: true,
      autocomplete: 'new-password',
    }),
  ];
}
