import { readVerification, verifyAddress } from '../../modules/identity/index.js';
import { html } from '../../platform/html/html.js';
import {
  button,
  card,
  facts,
  form,
  type Handler,
  messagePage,
  type PageReply,
  redirectTo,
  show,
  type Visit,
} from '../kit/index.js';
import { RECOVERY_TEXTS } from './recovery-texts.js';
import { HOME } from './sign-in.js';

/** The token in the address of a page; empty if it has no token. */
export function tokenOf({ query }: Visit): string {
  const { token } = query;
  return typeof token === 'string' ? token : '';
}

/**
 * The page of a link that verifies an address. It changes nothing, because mail programs open links
 * to examine them.
 */
export const verifyPage: Handler = async (visit) => {
  const link = await readVerification(visit.ctx, tokenOf(visit));
  if (link === null) return stalePage(visit);
  if (link === 'other_account') return otherPage(visit);
  const texts = RECOVERY_TEXTS[visit.locale];
  return show({
    title: texts.verifyTitle,
    width: 'narrow',
    robots: 'noindex',
    body: card(html`<p>${texts.verifyLead}</p>
${facts([
  [texts.verifyAccount, link.username],
  [texts.verifyAddress, link.address],
])}
${form(visit, button({ label: texts.verify }))}`),
  });
};

/**
 * Verifies the address of a link. Needs no sign-in. Shows an error page for an invalid link, for a
 * link of another account than the signed-in one, and for an address that another account verified.
 */
export const verify: Handler = async (visit) => {
  const result = await verifyAddress(visit.ctx, tokenOf(visit));
  if (result === 'stale') return stalePage(visit);
  if (result === 'other_account') return otherPage(visit);
  if (result === 'taken') return takenPage(visit);
  return redirectTo(visit.user ? HOME : '/account/sign-in', { notice: 'email_verified' });
};

function stalePage({ locale, user }: Visit): PageReply {
  const texts = RECOVERY_TEXTS[locale];
  return messagePage({
    icon: 'clock',
    title: texts.staleTitle,
    status: 410,
    text: html`<p>${texts.stale} ${texts.staleVerify}</p>`,
    links: [[HOME, user ? texts.security : texts.signIn]],
  });
}

function otherPage({ locale }: Visit): PageReply {
  const texts = RECOVERY_TEXTS[locale];
  return messagePage({
    icon: 'user',
    title: texts.otherTitle,
    status: 403,
    text: html`<p>${texts.other}</p>`,
    links: [],
  });
}

function takenPage({ locale }: Visit): PageReply {
  const texts = RECOVERY_TEXTS[locale];
  return messagePage({
    icon: 'mail',
    title: texts.takenTitle,
    status: 409,
    text: html`<p>${texts.taken}</p>`,
    links: [[HOME, texts.security]],
  });
}
