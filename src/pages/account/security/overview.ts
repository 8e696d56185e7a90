import { hasTotp } from '../../../modules/accounts/index.js';
import { html } from '../../../platform/html/html.js';
import { requireUser } from '../../../request/authorize.js';
import { card, facts, type Handler, notice, show } from '../../kit/index.js';
import { SECURITY_TEXTS } from './texts.js';

/** What protects an account, and where that is changed. */
export const securityPage: Handler = async ({ ctx, locale, notice: key }) => {
  const { username } = requireUser(ctx);
  const texts = SECURITY_TEXTS[locale];
  const isOn = await hasTotp(ctx);
  const done = { password_changed: texts.passwordChanged, factor_set: texts.factorSet };
  const told = Object.entries(done).find(([name]) => name === key)?.[1];
  return show({
    title: texts.title,
    body: html`${told && notice('done', html`<p>${told}</p>`)}
${card(facts([[texts.username, username]]), texts.account)}
${card(
  html`<p>${texts.changePasswordHow}</p>
<p><a href="/account/security/password">${texts.changePassword}</a></p>`,
  texts.password,
)}
${card(
  html`<p>${isOn ? texts.factorOn : texts.factorOff}</p>
<p><a href="/account/security/second-factor">${isOn ? texts.replace : texts.setUp}</a></p>`,
  texts.factor,
)}`,
  });
};
