import {
  addPasskey,
  isProtected,
  mayEnrol,
  offerPasskey,
  raiseSession,
  readOwnFactors,
  requireEnrolment,
} from '../../../modules/identity/index.js';
import { html } from '../../../platform/html/html.js';
import { LIMITS } from '../../../registry/limits.js';
import {
  card,
  field,
  type Handler,
  notice,
  type PageKit,
  type PageReply,
  redirectTo,
  show,
  tooManyOf,
  type Visit,
} from '../../kit/index.js';
import type { Fault } from '../code-field.js';
import { passkeyForm, passkeyIn } from '../passkey-form.js';
import { PASSKEY_TEXTS } from './passkey-texts.js';
import { PASSKEYS } from './passkeys.js';
import { codesReply } from './recovery-codes.js';
import { askOperator, askPassword } from './second-factor.js';
import { nameOfBrowser } from './sessions.js';
import { SECURITY_TEXTS } from './texts.js';

/**
 * Offers a passkey after a step-up, or asks for the password if it is the first second factor.
 * Staff without a second factor are referred to an operator; see `mayEnrol`.
 */
export const addPasskeyPage: Handler = async (visit) => {
  if (!(await mayEnrol(visit.ctx))) return askOperator(visit);
  await requireEnrolment(visit.ctx);
  const title = PASSKEY_TEXTS[visit.locale].addTitle;
  if (!isProtected(await readOwnFactors(visit.ctx))) return askPassword(visit, {}, title);
  return offered(visit, {});
};

/**
 * Offers a passkey after the password, or stores the one that the device has made. Then it mails
 * the user and signs the user out of all other browsers. The first second factor of an account also
 * shows its recovery codes.
 */
export function savePasskey(kit: PageKit): Handler {
  return (visit) => (passkeyIn(visit) === '' ? offered(visit, {}) : saved(kit, visit));
}

async function saved({ sessionCookie }: PageKit, visit: Visit): Promise<PageReply> {
  const { ctx, fields, locale } = visit;
  const texts = PASSKEY_TEXTS[locale];
  const name = fields.one('name');
  const given = { sessionRef: visit.formToken(), name, answer: passkeyIn(visit) };
  const added = await addPasskey(ctx, given);
  if (!added) return refused(visit, { fault: texts.refused, status: 422 });
  if (added.codes.length === 0) return redirectTo(PASSKEYS, { notice: 'passkey_added' });
  const session = await raiseSession(ctx);
  const cookies = [sessionCookie.keep(session.token, session.expiresAt)];
  return codesReply(visit, added.codes, { done: texts.added, cookies });
}

/**
 * Offers a passkey again. For the first second factor, it asks for the password again: the form of
 * the device does not keep it, and an empty one would count as a wrong guess.
 */
async function refused(visit: Visit, fault: Fault): Promise<PageReply> {
  if (isProtected(await readOwnFactors(visit.ctx))) return offered(visit, fault);
  return askPassword(visit, fault, PASSKEY_TEXTS[visit.locale].addTitle);
}

async function offered(visit: Visit, given: Fault): Promise<PageReply> {
  const { ctx, fields, locale } = visit;
  const texts = PASSKEY_TEXTS[locale];
  const password = fields.one('password');
  try {
    const options = await offerPasskey(ctx, { sessionRef: visit.formToken(), password });
    if (options === null) {
      const fault = SECURITY_TEXTS[locale].wrongPassword;
      return askPassword(visit, { fault, status: 422 }, texts.addTitle);
    }
    return offerForm(visit, options, given);
  } catch (error) {
    const { text, ...tooMany } = tooManyOf(error, locale);
    return askPassword(visit, { fault: text, ...tooMany }, texts.addTitle);
  }
}

/** The form by which the device makes a passkey. */
function offerForm(
  visit: Visit,
  options: NonNullable<Awaited<ReturnType<typeof offerPasskey>>>,
  { fault, ...more }: Fault,
): PageReply {
  const texts = PASSKEY_TEXTS[visit.locale];
  const fields = field({
    name: 'name',
    label: texts.name,
    hint: texts.nameHint,
    value: nameOfBrowser(visit.req.headers['user-agent'] ?? null) ?? '',
    required: true,
    maxlength: LIMITS.passkeyNameCharacters,
    autocomplete: 'off',
  });
  return show({
    ...more,
    title: texts.addTitle,
    width: 'narrow',
    scripts: 'passkeys',
    body: html`<p class="lead">${texts.addWhat}</p>
${fault && notice('failed', html`<p>${fault}</p>`)}
${card(passkeyForm(visit, { does: 'make', options, label: texts.add, look: 'primary', fields }))}
<p><a href="${PASSKEYS}">${texts.back}</a></p>
`,
  });
}
