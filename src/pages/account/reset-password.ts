import { readReset, requestReset, resetPassword } from '../../modules/identity/index.js';
import { html } from '../../platform/html/html.js';
import {
  button,
  card,
  field,
  form,
  type Handler,
  messagePage,
  type PageReply,
  redirectTo,
  show,
  tooManyOf,
  type Visit,
} from '../kit/index.js';
import { PASSWORD_FAULTS } from './password-faults.js';
import { RECOVERY_TEXTS } from './recovery-texts.js';
import { tokenOf } from './verify-email.js';

/** The path of the request for a link. */
const FORGOT = '/account/forgot-password';

/**
 * The page on which a user requests a link for a new password. After the request, it says that a
 * mail was sent.
 */
export const forgotPage: Handler = (visit) => {
  if (visit.notice !== 'reset_requested') return forgotForm(visit);
  const texts = RECOVERY_TEXTS[visit.locale];
  return messagePage({
    icon: 'mail',
    title: texts.sentTitle,
    text: html`<p role="status">${texts.sent}</p>
<p class="dim">${texts.noMail}</p>`,
    links: [['/account/sign-in', texts.signIn]],
  });
};

/** Requests a link. The response does not reveal whether an account has the address. */
export const requestLink: Handler = async (visit) => {
  const { ctx, fields, locale } = visit;
  try {
    if (await requestReset(ctx, fields.one('email'))) {
      return redirectTo(FORGOT, { notice: 'reset_requested' });
    }
    return forgotForm(visit, { fault: RECOVERY_TEXTS[locale].emailForm, status: 422 });
  } catch (error) {
    const { text, ...more } = tooManyOf(error, locale);
    return forgotForm(visit, { ...more, fault: text });
  }
};

function forgotForm(
  visit: Visit,
  {
    fault,
    ...more
  }: { fault?: string; status?: number; headers?: Readonly<Record<string, string>> } = {},
): PageReply {
  const texts = RECOVERY_TEXTS[visit.locale];
  return show({
    ...more,
    title: texts.forgotTitle,
    width: 'narrow',
    body: html`<p class="lead">${texts.forgotLead}</p>
${card(
  form(visit, [
    field({
      name: 'email',
      label: texts.email,
      type: 'email',
      value: visit.fields.one('email'),
      error: fault,
      required: true,
      autofocus: true,
      autocomplete: 'email',
      maxlength: 254,
    }),
    button({ label: texts.send }),
  ]),
)}
<p><a href="/account/sign-in">${texts.signIn}</a></p>
`,
  });
}

/** The page of a link for a new password. It changes nothing by itself. */
export const resetPage: Handler = async (visit) => {
  const link = await readReset(visit.ctx, tokenOf(visit));
  return link ? resetForm(visit, link.username, {}) : stalePage(visit);
};

/** Saves the new password, ends all access to the account, and leads to the sign-in. */
export const saveReset: Handler = async (visit) => {
  const { ctx, fields, locale } = visit;
  const token = tokenOf(visit);
  const link = await readReset(ctx, token);
  if (!link) return stalePage(visit);
  const password = fields.one('new');
  if (password !== fields.one('repeated')) {
    return resetForm(visit, link.username, { repeated: RECOVERY_TEXTS[locale].notSame });
  }
  const fault = await resetPassword(ctx, { token, password });
  if (fault === 'stale') return stalePage(visit);
  if (fault) return resetForm(visit, link.username, { new: PASSWORD_FAULTS[locale][fault] });
  return redirectTo('/account/sign-in?again', { notice: 'password_reset' });
};

function resetForm(
  visit: Visit,
  username: string,
  faults: { readonly new?: string; readonly repeated?: string },
): PageReply {
  const texts = RECOVERY_TEXTS[visit.locale];
  const newField = { type: 'password', required: true, autocomplete: 'new-password' } as const;
  return show({
    title: texts.resetTitle,
    width: 'narrow',
    robots: 'noindex',
    ...(Object.keys(faults).length > 0 ? { status: 422 } : {}),
    body: html`<p class="lead">${texts.resetFor} <strong>${username}</strong>. ${texts.resetEnds}</p>
${card(
  form(visit, [
    // Tells password managers the user name.
    html`<input type="text" name="username" value="${username}" autocomplete="username" hidden>`,
    field({
      ...newField,
      name: 'new',
      label: texts.newPassword,
      hint: texts.newPasswordHint,
      error: faults.new,
      autofocus: true,
    }),
    field({ ...newField, name: 'repeated', label: texts.repeated, error: faults.repeated }),
    button({ label: texts.save }),
  ]),
)}`,
  });
}

function stalePage({ locale }: Visit): PageReply {
  const texts = RECOVERY_TEXTS[locale];
  return messagePage({
    icon: 'clock',
    title: texts.staleTitle,
    status: 410,
    text: html`<p>${texts.stale}</p>`,
    links: [[FORGOT, texts.staleReset]],
  });
}
