import {
  isProtected,
  raiseSession,
  readOwnFactors,
  type SecondFactors,
} from '../../modules/identity/index.js';
import { html } from '../../platform/html/html.js';
import { requireUser } from '../../request/authorize.js';
import {
  type Handler,
  messagePage,
  type PageKit,
  type PageReply,
  pathWithNext,
  redirectTo,
  show,
  type Visit,
} from '../kit/index.js';
import type { Fault } from './code-field.js';
import { faultOfProof, type ProofPlace, proofForms } from './second-factor-proof.js';
import { HOME } from './sign-in.js';
import { SIGN_IN_TEXTS } from './texts.js';

/** The page that asks a signed-in user for the second factor, or explains how to set one up. */
export const stepUpPage: Handler = async (visit) => {
  const factors = await readOwnFactors(visit.ctx);
  return isProtected(factors) ? stepUpForm(visit, factors, {}) : howToEnrol(visit);
};

/**
 * Records a fresh proof of the second factor (AAL2), sets the new session cookie, and redirects.
 */
export function stepUp({ sessionCookie }: PageKit): Handler {
  return async (visit) => {
    const { ctx, next } = visit;
    const fault = await faultOfProof(visit, placeOf(visit));
    if (fault) return stepUpForm(visit, await readOwnFactors(ctx), fault);
    const session = await raiseSession(ctx);
    const cookies = [sessionCookie.keep(session.token, session.expiresAt)];
    return redirectTo(next ?? HOME, { cookies });
  };
}

function placeOf({ ctx, locale }: Visit): ProofPlace {
  const { userId } = requireUser(ctx);
  const submit = SIGN_IN_TEXTS[locale].confirm;
  return { path: '/account/step-up', purpose: 'step-up', userId, submit };
}

async function stepUpForm(
  visit: Visit,
  factors: SecondFactors,
  { fault, ...more }: Fault,
): Promise<PageReply> {
  const texts = SIGN_IN_TEXTS[visit.locale];
  return show({
    scripts: 'passkeys',
    ...more,
    title: texts.stepUpTitle,
    width: 'narrow',
    body: html`<p class="lead">${texts.stepUpWhy}</p>
${await proofForms(visit, placeOf(visit), { factors, fault })}`,
  });
}

function howToEnrol({ locale, next }: Visit): PageReply {
  const texts = SIGN_IN_TEXTS[locale];
  const setUp = '/account/security/second-factor';
  return messagePage({
    icon: 'shield',
    title: texts.noFactorTitle,
    text: html`<p>${texts.noFactorWhy}</p>`,
    links: [[next ? pathWithNext(setUp, next) : setUp, texts.toSecurity]],
  });
}
