import { checkTotp, hasTotp, raiseSession } from '../../modules/identity/index.js';
import { html } from '../../platform/html/html.js';
import { requireUser } from '../../request/authorize.js';
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
import { codeField, type Fault, faultOf } from './code-field.js';
import { HOME } from './sign-in.js';
import { SIGN_IN_TEXTS } from './texts.js';

/** The page that asks a signed-in user for the second factor, or explains how to set one up. */
export const stepUpPage: Handler = async (visit) =>
  (await hasTotp(visit.ctx)) ? stepUpForm(visit, {}) : howToEnrol(visit);

/**
 * Records a fresh proof of the second factor (AAL2), sets the new session cookie, and redirects.
 */
export function stepUp({ sessionCookie }: PageKit): Handler {
  return async (visit) => {
    const { ctx, fields, next, locale } = visit;
    const { userId } = requireUser(ctx);
    const fault = await faultOf(visit, SIGN_IN_TEXTS[locale].wrongCode, () =>
      checkTotp(ctx, { userId, code: fields.one('code') }),
    );
    if (fault) return stepUpForm(visit, fault);
    const session = await raiseSession(ctx);
    const cookies = [sessionCookie.keep(session.token, session.expiresAt)];
    return seeOther(next ?? HOME, { cookies });
  };
}

function stepUpForm(visit: Visit, { fault, ...more }: Fault): PageReply {
  const texts = SIGN_IN_TEXTS[visit.locale];
  return show({
    ...more,
    title: texts.stepUpTitle,
    width: 'narrow',
    body: html`<p class="lead">${texts.stepUpWhy}</p>
${card(form(visit, [codeField(visit.locale, { fault }), button({ label: texts.confirm })]))}`,
  });
}

function howToEnrol({ locale, next }: Visit): PageReply {
  const texts = SIGN_IN_TEXTS[locale];
  const setUp = '/account/security/second-factor';
  return show({
    title: texts.noFactorTitle,
    width: 'narrow',
    body: html`<p>${texts.noFactorWhy}</p>
<p><a href="${next ? pathWithNext(setUp, next) : setUp}">${texts.toSecurity}</a></p>
`,
  });
}
