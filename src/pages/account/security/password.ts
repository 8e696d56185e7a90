import { changePassword } from '../../../modules/accounts/index.js';
import { html } from '../../../platform/html/html.js';
import { LIMITS } from '../../../registry/limits.js';
import { requireUser } from '../../../request/authorize.js';
import {
  button,
  card,
  field,
  form,
  type Handler,
  notice,
  type Reply,
  seeOther,
  show,
  tooManyOf,
  type Visit,
} from '../../kit/index.js';
import { HOME } from '../sign-in.js';
import { SECURITY_TEXTS } from './texts.js';

/** The page on which somebody changes their password. */
export const passwordPage: Handler = (visit) => passwordForm(visit, {});

/** Changes it, where the old one is right; sessions in other browsers end. */
export const savePassword: Handler = async (visit) => {
  const { ctx, fields, locale } = visit;
  const texts = SECURITY_TEXTS[locale];
  const chosen = fields.one('new');
  const length = [...chosen].length;
  if (length < LIMITS.passwordCharactersMin || chosen.length > LIMITS.passwordCharactersMax) {
    return passwordForm(visit, { new: texts.notLong });
  }
  if (chosen !== fields.one('repeated')) return passwordForm(visit, { repeated: texts.notSame });
  try {
    const isChanged = await changePassword(ctx, { old: fields.one('old'), new: chosen });
    if (!isChanged) return passwordForm(visit, { old: texts.wrongPassword });
  } catch (error) {
    const { text, status, headers } = tooManyOf(error, locale);
    return passwordForm(visit, { form: text }, { status, headers });
  }
  return seeOther(HOME, { notice: 'password_changed' });
};

type Faults = Partial<Record<'old' | 'new' | 'repeated' | 'form', string>>;

function passwordForm(
  visit: Visit,
  faults: Faults,
  more: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): Reply {
  const texts = SECURITY_TEXTS[visit.locale];
  const isWrong = Object.keys(faults).length > 0;
  const newField = { type: 'password', required: true, autocomplete: 'new-password' } as const;
  return show({
    title: texts.changePassword,
    width: 'narrow',
    ...(isWrong ? { status: 422 } : {}),
    ...more,
    body: html`${faults.form && notice('failed', html`<p>${faults.form}</p>`)}
<p class="lead">${texts.changePasswordHow}</p>
${card(
  form(visit, [
    // Password managers learn from it whose password it is.
    html`<input type="text" name="username" value="${requireUser(visit.ctx).username}"
 autocomplete="username" hidden>`,
    field({
      name: 'old',
      label: texts.oldPassword,
      type: 'password',
      required: true,
      autofocus: true,
      autocomplete: 'current-password',
      error: faults.old,
    }),
    field({
      ...newField,
      name: 'new',
      label: texts.newPassword,
      hint: texts.newPasswordHint,
      error: faults.new,
    }),
    field({ ...newField, name: 'repeated', label: texts.repeated, error: faults.repeated }),
    button({ label: texts.changePassword }),
  ]),
)}
<p><a href="${HOME}">${texts.back}</a></p>
`,
  });
}
