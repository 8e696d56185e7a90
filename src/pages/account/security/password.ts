import {
  ACCESS_KINDS,
  type AccessKind,
  changePassword,
  endOtherSessions,
  isProtected,
  passwordFault,
  readOwnFactors,
} from '../../../modules/identity/index.js';
import { type Html, html } from '../../../platform/html/html.js';
import { requireUser } from '../../../request/authorize.js';
import {
  badge,
  button,
  card,
  choices,
  field,
  form,
  type Handler,
  notice,
  type PageKit,
  type PageReply,
  redirectTo,
  show,
  tooManyOf,
  type Visit,
} from '../../kit/index.js';
import { PASSWORD_FAULTS } from '../password-faults.js';
import { HOME } from '../sign-in.js';
import { emailCard } from './email.js';
import { EMAIL_TEXTS } from './email-texts.js';
import { passkeySummary } from './passkeys.js';
import { recoverySummary } from './recovery-codes.js';
import { SESSIONS } from './sessions.js';
import { SECURITY_TEXTS } from './texts.js';

/** The page on which a user changes their password. */
export const passwordPage: Handler = (visit) => passwordForm(visit, {});

/**
 * Changes the password if the old one is right. Revokes the access that the form does not keep. The
 * session of this browser goes on with a new cookie.
 */
export function savePassword({ sessionCookie }: PageKit): Handler {
  return (visit) => saved(visit, sessionCookie);
}

async function saved(visit: Visit, sessionCookie: PageKit['sessionCookie']): Promise<PageReply> {
  const { ctx, fields, locale } = visit;
  const texts = SECURITY_TEXTS[locale];
  const chosen = fields.one('new');
  const refused = await passwordFault(chosen, requireUser(ctx).username);
  if (refused) return passwordForm(visit, { new: PASSWORD_FAULTS[locale][refused] });
  if (chosen !== fields.one('repeated')) return passwordForm(visit, { repeated: texts.notSame });
  try {
    const passwords = { old: fields.one('old'), new: chosen };
    const session = await changePassword(ctx, { ...passwords, keeps: keptBy(visit) });
    if (!session) return passwordForm(visit, { old: texts.wrongPassword });
    const cookies = [sessionCookie.keep(session.token, session.expiresAt)];
    return redirectTo(HOME, { notice: 'password_changed', cookies });
  } catch (error) {
    const { text, status, headers } = tooManyOf(error, locale);
    return passwordForm(visit, { form: text }, { status, headers });
  }
}

type Faults = Partial<Record<'old' | 'new' | 'repeated' | 'form', string>>;

function passwordForm(
  visit: Visit,
  faults: Faults,
  more: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): PageReply {
  const texts = SECURITY_TEXTS[visit.locale];
  const isWrong = Object.keys(faults).length > 0;
  return show({
    title: texts.changePassword,
    width: 'narrow',
    ...(isWrong ? { status: 422 } : {}),
    ...more,
    body: html`${faults.form && notice('failed', html`<p>${faults.form}</p>`)}
${card(form(visit, passwordFields(visit, faults)))}
<p><a href="${HOME}">${texts.back}</a></p>
`,
  });
}

function passwordFields(visit: Visit, faults: Faults): Html[] {
  const texts = SECURITY_TEXTS[visit.locale];
  const newField = { type: 'password', required: true, autocomplete: 'new-password' } as const;
  return [
    // Tells password managers the user name.
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
    endOfAccess(visit),
    button({ label: texts.changePassword }),
  ];
}

/**
 * The field with the kinds of access that the form offers to keep, and the field with those to
 * revoke.
 */
const OFFERED = 'offered';
const END = 'end';

/**
 * The kinds of access that the user chose to keep. Browsers do not send unchecked boxes, so the
 * form lists the offered kinds. A request without that list keeps nothing.
 */
function keptBy({ fields }: Visit): readonly AccessKind[] {
  const offered = fields.one(OFFERED).split(' ');
  const ended = fields.all(END);
  return ACCESS_KINDS.filter((kind) => offered.includes(kind) && !ended.includes(kind));
}

function endOfAccess(visit: Visit): Html {
  const texts = SECURITY_TEXTS[visit.locale];
  const kept = keptBy(visit);
  const wording = {
    sessions: { label: texts.endSessions, hint: texts.endSessionsHint },
    tokens: { label: texts.endTokens, hint: texts.endTokensHint },
    applications: { label: texts.endApplications, hint: texts.endApplicationsHint },
  } as const;
  return html`<input type="hidden" name="${OFFERED}" value="${ACCESS_KINDS.join(' ')}">
${choices({
  name: END,
  kind: 'any',
  legend: texts.endLegend,
  hint: texts.changePasswordHow,
  choices: ACCESS_KINDS.map((value) => ({
    value,
    chosen: !kept.includes(value),
    ...wording[value],
  })),
})}`;
}

/** The action of the form that signs out all other browsers. */
const SIGN_OUT_OTHERS = '/account/security/sign-out-others';

/** Signs the user out of all other browsers. */
export const signOutOthers: Handler = async ({ ctx }) => {
  await endOtherSessions(ctx);
  return redirectTo(HOME, { notice: 'others_signed_out' });
};

/** The page that lists the protection of an account, with links to change it. */
export const securityPage: Handler = async (visit) => {
  const { ctx, locale, notice: key } = visit;
  const texts = SECURITY_TEXTS[locale];
  const emailTexts = EMAIL_TEXTS[locale];
  const factors = await readOwnFactors(ctx);
  const isOn = isProtected(factors);
  const done = {
    password_changed: texts.passwordChanged,
    others_signed_out: texts.othersSignedOut,
    verification_sent: emailTexts.resent,
    email_requested: emailTexts.requested,
    email_verified: emailTexts.isVerified,
    factor_set: texts.factorSet,
  };
  const message = Object.entries(done).find(([name]) => name === key)?.[1];
  return show({
    title: texts.title,
    body: html`<p class="lead">${texts.lead}</p>
${message && notice('done', html`<p>${message}</p>`)}
${card(
  html`<p>${texts.passwordWhen}</p>
<p><a href="/account/security/password">${texts.changePassword}</a></p>`,
  texts.password,
)}
${await emailCard(visit)}
${card(
  html`<p>${isOn ? texts.factorOn : texts.factorOff}</p>
<p><a href="/account/security/second-factor">${factors.hasTotp ? texts.replace : texts.setUp}</a></p>
${passkeySummary(locale, factors)}${isOn && recoverySummary(locale, factors)}`,
  html`${texts.factor} ${isOn ? badge('good', texts.on) : badge('plain', texts.off)}`,
)}${card(
  html`<p><a href="${SESSIONS}">${texts.allSessions}</a></p>
<p>${texts.othersWhat}</p>
${form(visit, button({ label: texts.signOutOthers, look: 'quiet' }), SIGN_OUT_OTHERS)}`,
  texts.others,
)}`,
  });
};
