import bowser from 'bowser';
import {
  endOwnSession,
  listSessions,
  type SignedInBrowser,
} from '../../../modules/identity/index.js';
import { type Html, html } from '../../../platform/html/html.js';
import {
  badge,
  button,
  dayAndTime,
  form,
  type Handler,
  notice,
  redirectTo,
  show,
  type Visit,
} from '../../kit/index.js';
import { SECURITY_TEXTS } from './texts.js';

/** The path of the page that lists the browsers of a user. */
export const SESSIONS = '/account/sessions';

/** Lists the browsers in which the user is signed in. */
export const sessionsPage: Handler = async (visit) => {
  const texts = SECURITY_TEXTS[visit.locale];
  const browsers = await listSessions(visit.ctx);
  return show({
    title: texts.sessions,
    body: html`<p class="lead">${texts.sessionsLead}</p>
${visit.notice === 'browser_signed_out' && notice('done', html`<p>${texts.browserSignedOut}</p>`)}
<ul class="rows">
${browsers.map((browser) => rowOf(visit, browser))}</ul>
${browsers.length > 1 && form(visit, button({ label: texts.signOutOthers, look: 'danger' }), '/account/security/sign-out-others')}`,
  });
};

/** Signs the user out of one browser. */
export const signOutOne: Handler = async ({ ctx, fields }) => {
  await endOwnSession(ctx, fields.one('id'));
  return redirectTo(SESSIONS, { notice: 'browser_signed_out' });
};

function rowOf(visit: Visit, browser: SignedInBrowser): Html {
  const { locale } = visit;
  const texts = SECURITY_TEXTS[locale];
  const { id, isThis, userAgent, signedInAt, lastUsedAt } = browser;
  const name = nameOfBrowser(userAgent) ?? texts.unknownBrowser;
  return html`<li><span class="name">${name}</span> ${isThis && badge('good', texts.thisBrowser)}
<p class="dim">${texts.signedInAt}: ${dayAndTime(signedInAt, locale)} · ${texts.lastUsedAt}: ${dayAndTime(lastUsedAt, locale)}</p>
${
  !isThis &&
  form(
    visit,
    html`<input type="hidden" name="id" value="${id}">
${button({ label: `${texts.signOutHere}: ${name}`, look: 'quiet' })}`,
    SESSIONS,
  )
}</li>
`;
}

/**
 * Returns the browser and the system that a `User-Agent` header names, such as "Firefox, Windows".
 * Null without a header, or if it names neither.
 */
export function nameOfBrowser(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const { browser, os } = bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(', ') || null;
}
