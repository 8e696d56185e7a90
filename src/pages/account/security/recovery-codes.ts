import {
  makeRecoveryCodes,
  offerRecoveryCodes,
  readOwnFactors,
  type SecondFactors,
} from '../../../modules/identity/index.js';
import { type Html, html } from '../../../platform/html/html.js';
import type { Locale } from '../../../registry/error-texts.js';
import {
  actions,
  button,
  card,
  form,
  type Handler,
  linkButton,
  notice,
  type PageReply,
  SECRET_HEADERS,
  show,
  type Visit,
} from '../../kit/index.js';
import type { Fault } from '../code-field.js';
import { HOME } from '../sign-in.js';
import { RECOVERY_CODE_TEXTS } from './recovery-code-texts.js';
import { SECURITY_TEXTS } from './texts.js';

/** The path of the page of recovery codes. */
export const RECOVERY_CODES = '/account/security/recovery-codes';

/** Shows how many recovery codes are left, and offers new ones. */
export const recoveryCodesPage: Handler = (visit) => offer(visit, {});

async function offer(visit: Visit, { fault, ...more }: Fault): Promise<PageReply> {
  const texts = RECOVERY_CODE_TEXTS[visit.locale];
  // Read before the number: a form with an older set is refused.
  const set = await offerRecoveryCodes(visit.ctx);
  const { recoveryCodes } = await readOwnFactors(visit.ctx);
  return show({
    ...more,
    title: texts.title,
    width: 'narrow',
    body: html`<p class="lead">${texts.lead}</p>
${fault && notice('failed', html`<p>${fault}</p>`)}${card(
  html`<p><strong>${texts.left(recoveryCodes)}</strong></p>
<p>${texts.makeWhat}</p>
${form(visit, html`<input type="hidden" name="set" value="${set}">\n${button({ label: texts.make })}`)}`,
)}
<p><a href="${HOME}">${SECURITY_TEXTS[visit.locale].back}</a></p>
`,
  });
}

/** The number of recovery codes that are left, with a link to their page. */
export function recoverySummary(locale: Locale, { recoveryCodes }: SecondFactors): Html {
  const texts = RECOVERY_CODE_TEXTS[locale];
  return html`<p>${texts.left(recoveryCodes)} <a href="${RECOVERY_CODES}">${texts.title}</a></p>
`;
}

/**
 * Replaces the recovery codes, shows the new ones and mails the user. A form that is sent again
 * soon, as by a double click or a reload of the response, shows the same codes and makes no others.
 * Later, or if another form made codes since the page was shown, it makes none and gets 409. The
 * route requires a step-up.
 */
export const makeCodes: Handler = async (visit) => {
  const codes = await makeRecoveryCodes(visit.ctx, visit.fields.one('set'));
  if (codes) return codesReply(visit, codes);
  return offer(visit, { fault: RECOVERY_CODE_TEXTS[visit.locale].madeAlready, status: 409 });
};

/**
 * The page with new recovery codes. Send it only as the response to the form that made them; no
 * other response contains the codes. `done` is a message above them. `cookies` renew the session
 * after the set-up of a second factor.
 */
export function codesReply(
  { locale, next }: Visit,
  codes: readonly string[],
  { done, cookies = [] }: { readonly done?: string; readonly cookies?: readonly string[] } = {},
): PageReply {
  const texts = RECOVERY_CODE_TEXTS[locale];
  return show({
    title: texts.title,
    width: 'narrow',
    headers: SECRET_HEADERS,
    cookies,
    body: html`${done !== undefined && notice('done', html`<p>${done}</p>`)}
${notice('info', html`<p><strong>${texts.once}</strong> ${texts.keep}</p>`)}${card(
  html`<pre class="secret">${codes.join('\n')}</pre>
`,
)}${actions(linkButton(next ?? HOME, texts.kept))}`,
  });
}
