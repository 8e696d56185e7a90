import { pageHeaders, renderPage } from '../../platform/html/frame.js';
import { type Html, html } from '../../platform/html/html.js';
import { icon } from '../../platform/html/icons.js';
import { languageLinks, renderFooter, renderMasthead } from '../../platform/html/masthead.js';
import { button, form } from './form-components.js';
import { readOnlyNotice } from './read-only-notice.js';
import { KIT_TEXTS } from './texts.js';
import { pathWithNext, renderNavigation, type Shown, type Visit } from './visit.js';

const SELF = "'self'";

/** A source for `form-action`: an origin, or the scheme of an application. */
const SOURCE = /^[a-z][a-z0-9+.-]*:(\/\/[a-z0-9.-]+(:\d{1,5})?|\/\/\[[0-9a-f:]+\](:\d{1,5})?)?$/i;

/**
 * The headers of a page: no embedding in frames, no caching, and no scripts unless the page asks
 * for one. Throws an error for a `formAction` that is no source of a policy.
 */
export function headersOf({
  formAction = [],
  scripts = false,
}: Pick<Shown, 'formAction' | 'scripts'>): Record<string, string> {
  const odd = formAction.find((source) => !SOURCE.test(source));
  if (odd !== undefined) throw new Error(`no source of a policy: ${odd}`);
  return {
    // Under `no-referrer`, browsers send `Origin: null` with every form, so the origin check would
    // fail.
    ...pageHeaders({
      formAction: [SELF, ...formAction].join(' '),
      referrerPolicy: 'same-origin',
      scripts,
    }),
    'Cache-Control': 'private, no-store',
    'Content-Type': 'text/html; charset=utf-8',
  };
}

/** Renders a whole page: the header, the signed-in user, the content and the languages. */
export function documentOf(visit: Visit, shown: Shown): string {
  const { title, body, width, heading, scripts = false } = shown;
  const { locale, path } = visit;
  const { q } = visit.query;
  const search = typeof q === 'string' && path.startsWith('/mods') ? q : '';
  return renderPage({
    locale,
    title: `${title} · modport`,
    head: headOf(shown),
    scripts,
    body: html`${renderMasthead({ locale, path, search, account: accountOf(visit), dashboard: visit.user !== null })}${renderNavigation(visit)}<main id="content" tabindex="-1"${width && html` class="${width}"`}>
${readOnlyNotice(visit)}${heading !== 'own' && html`<h1>${title}</h1>\n`}${body}</main>
${renderFooter({ locale, languages: languagesOf(visit, shown), legal: visit.ctx.platform.legal.names })}`,
  });
}

function headOf({ goOn, head, robots }: Shown): Html {
  return html`${robots && html`<meta name="robots" content="${robots}">\n`}${
    goOn !== undefined && html`<meta http-equiv="refresh" content="0; url=${goOn}">\n`
  }${head}`;
}

/**
 * The account in the masthead: the user with sign-out, or the links to sign-in and sign-up. A
 * narrow window shows the user and sign-out in a menu behind a button.
 */
export function accountOf(visit: Visit): Html {
  const texts = KIT_TEXTS[visit.locale];
  const { user } = visit;
  if (!user) return signedOutLinks(visit);
  return html`<nav class="account" aria-label="${texts.account}">
<button type="button" class="account-open" popovertarget="account-menu" aria-label="${texts.account}: ${user.username}">${icon('user')}</button>
<div class="account-menu" id="account-menu" popover>
<span class="who"><span class="dim">${texts.signedInAs}</span> <a href="/account/security">${user.username}</a></span>
${form(visit, button({ label: texts.signOut, look: 'quiet' }), '/account/sign-out')}</div></nav>
`;
}

const SIGN_IN = '/account/sign-in';
const SIGN_UP = '/account/sign-up';

/** The links to sign-in and, if it is open, to sign-up; each except on its own page. */
function signedOutLinks({ ctx, locale, path, next, req }: Visit): Html {
  const texts = KIT_TEXTS[locale];
  // The address of an account page may carry a token, which belongs into no other address.
  const here = req.method !== 'POST' && !path.startsWith('/account/') ? path : null;
  const target = next ?? here ?? '/account/security';
  const isOpen = ctx.platform.config.signUp === 'open';
  const links = [
    ...(isOpen && !path.startsWith(SIGN_UP) ? ([[SIGN_UP, texts.signUp]] as const) : []),
    ...(path.startsWith(SIGN_IN) ? [] : ([[SIGN_IN, texts.signIn]] as const)),
  ];
  if (links.length === 0) return html``;
  return html`<nav class="account" aria-label="${texts.account}">
${links.map(([to, name]) => html`<a href="${pathWithNext(to, target)}"${to === SIGN_UP && html` class="second"`}>${name}</a>\n`)}</nav>
`;
}

/**
 * The language links of the page. The response to a form has none, because its URL shows another
 * page, without the secret or the errors. Next to a form the links open a new tab, so that no input
 * is lost.
 */
function languagesOf({ req, locale, path }: Visit, { body }: Shown): Html | null {
  if (req.method === 'POST') return null;
  const texts = KIT_TEXTS[locale];
  const isForm = FILLED_IN.test(body.text);
  const attributes = isForm
    ? html` target="_blank" rel="noopener" aria-describedby="language-hint"`
    : null;
  return html`<nav aria-label="${texts.language}"><ul>
${languageLinks({ locale, path, attributes })}</ul>${
    isForm && html`<p class="dim" id="language-hint">${texts.languageKeeps}</p>\n`
  }</nav>
`;
}

/** A field of a form that changes something. A search is kept in the address of its page. */
const FILLED_IN = /<form method="post"[\s\S]*<(?:textarea|select|input(?! type="hidden"))\b/;
