import {
  changeAddress,
  needsPassword,
  readAddress,
  resendVerification,
} from '../../../modules/identity/index.js';
import { type Html, html } from '../../../platform/html/html.js';
import {
  badge,
  button,
  card,
  field,
  form,
  type Handler,
  notice,
  type PageReply,
  redirectTo,
  show,
  tooManyOf,
  type Visit,
} from '../../kit/index.js';
import { HOME } from '../sign-in.js';
import { EMAIL_TEXTS } from './email-texts.js';
import { SECURITY_TEXTS } from './texts.js';

/** The path of the form for a new address. */
const CHANGE = '/account/security/email';

/** The section about the e-mail address on the security page. */
export async function emailCard(visit: Visit): Promise<Html> {
  const texts = EMAIL_TEXTS[visit.locale];
  const { email, unverifiedEmail } = await readAddress(visit.ctx);
  const address = unverifiedEmail ?? email;
  const state = unverifiedEmail
    ? badge('bad', texts.unverified)
    : email && badge('good', texts.verified);
  return card(
    html`<p>${address ?? texts.none}</p>
${
  unverifiedEmail &&
  html`<p>${texts.unverifiedWhat}</p>
${form(visit, button({ label: texts.resend, look: 'quiet' }), `${CHANGE}/resend`)}`
}<p><a href="${CHANGE}">${address ? texts.change : texts.add}</a></p>`,
    html`${texts.title} ${state}`,
  );
}

/** Sends another link to the unverified address, if there is one. */
export const resendLink: Handler = async ({ ctx }) => {
  const isSent = await resendVerification(ctx);
  return redirectTo(HOME, isSent ? { notice: 'verification_sent' } : {});
};

/** The page on which a user requests a new address. */
export const emailPage: Handler = (visit) => emailForm(visit, {});

/**
 * Sends a link to the new address. The account gets the address when the link is used, but an
 * unverified address is replaced at once. Needs the password, unless a recent second factor
 * replaces it. If the account has a verified address, that address gets a notice.
 */
export const saveEmail: Handler = async (visit) => {
  const { ctx, fields, locale } = visit;
  const texts = EMAIL_TEXTS[locale];
  try {
    const given = { address: fields.one('email'), password: fields.one('password') };
    const fault = await changeAddress(ctx, given);
    if (fault === null) return redirectTo(HOME, { notice: 'email_requested' });
    if (fault === 'wrong_password') {
      return emailForm(visit, { password: SECURITY_TEXTS[locale].wrongPassword });
    }
    const isSame = fault === 'same_address';
    return emailForm(visit, { email: isSame ? texts.sameAddress : texts.wrongAddress });
  } catch (error) {
    const { text, ...more } = tooManyOf(error, locale);
    return emailForm(visit, { form: text }, more);
  }
};

type Faults = Partial<Record<'email' | 'password' | 'form', string>>;

function emailForm(
  visit: Visit,
  faults: Faults,
  more: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): PageReply {
  const texts = EMAIL_TEXTS[visit.locale];
  return show({
    title: texts.change,
    width: 'narrow',
    ...(Object.keys(faults).length > 0 ? { status: 422 } : {}),
    ...more,
    body: html`<p class="lead">${texts.lead}</p>
${faults.form && notice('failed', html`<p>${faults.form}</p>`)}
${card(form(visit, [...emailFields(visit, faults), button({ label: texts.send })]))}
<p><a href="${HOME}">${SECURITY_TEXTS[visit.locale].back}</a></p>
`,
  });
}

/** The new address, and the password unless a recent second factor replaces it. */
function emailFields(visit: Visit, faults: Faults) {
  const texts = EMAIL_TEXTS[visit.locale];
  return [
    field({
      name: 'email',
      label: texts.address,
      type: 'email',
      value: visit.fields.one('email'),
      error: faults.email,
      required: true,
      autofocus: faults.password === undefined,
      autocomplete: 'email',
      maxlength: 254,
    }),
    needsPassword(visit.ctx) &&
      field({
        name: 'password',
        label: texts.password,
        type: 'password',
        error: faults.password,
        required: true,
        autocomplete: 'current-password',
      }),
  ];
}
