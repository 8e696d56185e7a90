import { hasTotp } from '../../../modules/identity/index.js';
import { html } from '../../../platform/html/html.js';
import { badge, button, card, form, type Handler, notice, show } from '../../kit/index.js';
import { SIGN_OUT_OTHERS } from './sign-out-others.js';
import { SECURITY_TEXTS } from './texts.js';

/** The page that lists the protection of an account, with links to change it. */
export const securityPage: Handler = async (visit) => {
  const { ctx, locale, notice: key } = visit;
  const texts = SECURITY_TEXTS[locale];
  const isOn = await hasTotp(ctx);
  const done = {
    password_changed: texts.passwordChanged,
    factor_set: texts.factorSet,
    others_signed_out: texts.othersSignedOut,
  };
  const told = Object.entries(done).find(([name]) => name === key)?.[1];
  return show({
    title: texts.title,
    body: html`<p class="lead">${texts.lead}</p>
${told && notice('done', html`<p>${told}</p>`)}
${card(
  html`<p>${texts.passwordWhen}</p>
<p><a href="/account/security/password">${texts.changePassword}</a></p>`,
  texts.password,
)}
${card(
  html`<p>${isOn ? texts.factorOn : texts.factorOff}</p>
<p><a href="/account/security/second-factor">${isOn ? texts.replace : texts.setUp}</a></p>`,
  html`${texts.factor} ${isOn ? badge('good', texts.on) : badge('plain', texts.off)}`,
)}${card(
  html`<p>${texts.othersWhat}</p>
${form(visit, button({ label: texts.signOutOthers, look: 'quiet' }), SIGN_OUT_OTHERS)}`,
  texts.others,
)}`,
  });
};
