import { createFrame } from '../../platform/html/frame.js';
import { type Html, html } from '../../platform/html/html.js';
import { LOCALES } from '../../registry/error-texts.js';
import { button, form } from './form-components.js';
import { STYLE } from './style.js';
import { KIT_TEXTS, LANGUAGE_NAMES } from './texts.js';
import { pathWithNext, renderNavigation, type Shown, type Visit } from './visit.js';

const SELF = "'self'";

// Under `no-referrer`, browsers send `Origin: null` with every form, so the origin check would
// fail.
const FRAME = createFrame({ style: STYLE, formAction: SELF, referrerPolicy: 'same-origin' });

/** A source for `form-action`: an origin, or the scheme of an application. */
const SOURCE = /^[a-z][a-z0-9+.-]*:(\/\/[a-z0-9.-]+(:\d{1,5})?|\/\/\[[0-9a-f:]+\](:\d{1,5})?)?$/i;

/** The headers of a page: no scripts, no embedding in frames, no caching. */
export function headersOf({ formAction = [] }: Pick<Shown, 'formAction'>): Record<string, string> {
  const odd = formAction.find((source) => !SOURCE.test(source));
  if (odd !== undefined) throw new Error(`no source of a policy: ${odd}`);
  return {
    ...FRAME.headersFor([SELF, ...formAction].join(' ')),
    'Cache-Control': 'private, no-store',
    'Content-Type': 'text/html; charset=utf-8',
  };
}

/** Renders a whole page: the header, the signed-in user, the content and the languages. */
export function documentOf(visit: Visit, shown: Shown): string {
  const { title, body, width, goOn } = shown;
  const { locale } = visit;
  const texts = KIT_TEXTS[locale];
  const head =
    goOn === undefined ? html`` : html`<meta http-equiv="refresh" content="0; url=${goOn}">`;
  return FRAME.render({
    locale,
    title: `${title} · modport`,
    head,
    body: html`<a class="skip" href="#content">${texts.skip}</a>
<header class="masthead"><div class="bar">
<a class="brand" href="/">modport</a>
${accountOf(visit)}</div></header>
${renderNavigation(visit)}<main id="content" tabindex="-1"${width && html` class="${width}"`}>
<h1>${title}</h1>
${body}</main>
${footerOf(visit, shown)}`,
  });
}

function accountOf(visit: Visit): Html {
  const texts = KIT_TEXTS[visit.locale];
  const { user } = visit;
  if (!user) {
    const isThere = visit.path.startsWith('/account/sign-in');
    if (isThere) return html``;
    const next = visit.req.method === 'GET' ? visit.path : '/account/security';
    return html`<nav aria-label="${texts.account}">
<a href="${pathWithNext('/account/sign-in', next)}">${texts.signIn}</a>
</nav>
`;
  }
  return html`<nav aria-label="${texts.account}">
<span><span class="dim as">${texts.signedInAs}</span> <a href="/account/security">${user.username}</a></span>
${form(visit, button({ label: texts.signOut, look: 'quiet' }), '/account/sign-out')}</nav>
`;
}

/**
 * The language links of the page. The response to a form has none, because its URL shows another
 * page, without the secret or the errors. Next to a form the links open a new tab, so that no input
 * is lost.
 */
function footerOf(visit: Visit, { body }: Shown): Html | null {
  if (visit.req.method === 'POST') return null;
  const texts = KIT_TEXTS[visit.locale];
  const isForm = FILLED_IN.test(body.text);
  const hint =
    isForm &&
    html`<p class="dim" id="language-hint">${texts.languageKeeps}</p>
`;
  return html`<footer class="footer"><nav aria-label="${texts.language}"><ul>
${languagesOf(visit, isForm)}</ul>${hint}</nav></footer>`;
}

/** A field that a visitor fills in. */
const FILLED_IN = /<(?:textarea|select|input(?! type="hidden"))\b/;

function languagesOf({ path, locale }: Visit, isForm: boolean): Html[] {
  const tab = isForm && html` target="_blank" rel="noopener" aria-describedby="language-hint"`;
  return LOCALES.map((language) => {
    const url = new URL(path, 'http://local.invalid');
    url.searchParams.set('lang', language);
    const current = language === locale && html` aria-current="true"`;
    return html`<li><a href="${url.pathname}${url.search}" lang="${language}" hreflang="${language}"${current}${tab}>${LANGUAGE_NAMES[language]}</a></li>
`;
  });
}
