import { type Html, html } from '../../platform/html/html.js';
import { isShownScope, SCOPES, type Scope } from '../../registry/scopes.js';
import {
  actions,
  badge,
  button,
  card,
  facts,
  form,
  pathWithNext,
  type Visit,
} from '../kit/index.js';
import type { ConsentRequest } from './consent-request.js';
import { DECISION_TEXTS } from './texts.js';

/** The further parts of a decision form. */
export interface DecisionForm {
  readonly action: string;
  readonly hidden?: Html;
  /** The return path after signing in with another account. */
  readonly back: string;
  /** The redirect URI that receives the result; null if the browser stays here. */
  readonly goesTo: string | null;
}

/** Shows the application, its requested scopes, and the buttons to allow and deny. */
export function consentView(
  visit: Visit,
  { client, scopes, user }: ConsentRequest,
  to: DecisionForm,
): Html {
  const { locale } = visit;
  const texts = DECISION_TEXTS[locale];
  const other = `${pathWithNext('/account/sign-in', to.back)}&again=1`;
  const review = client.isReviewed
    ? badge('good', texts.reviewed)
    : badge('plain', texts.notReviewed);
  return html`${card(
    html`<p>${texts.madeBy} ${client.ownerUsername} ${review}</p>
<p class="legend">${texts.asks}</p>
<ul class="asked">
${shownOf(scopes).map((scope) => html`<li>${SCOPES[scope].description[locale]}</li>\n`)}</ul>
`,
    client.name,
  )}<p>${texts.everything} ${texts.trust}</p>
${facts([
  ...(to.goesTo === null ? [] : [[texts.goesTo, targetOf(visit, to.goesTo)] as const]),
  [texts.asWho, html`${user.username} · <a href="${other}">${texts.notYou}</a>`],
])}
${form(
  visit,
  [
    to.hidden,
    actions(
      button({ label: texts.approve, name: 'decision', value: 'approve' }),
      button({ label: texts.deny, look: 'quiet', name: 'decision', value: 'deny' }),
    ),
  ],
  to.action,
)}`;
}

/** Never returns an empty list, because the user must see what the decision covers. */
function shownOf(scopes: readonly Scope[]): readonly Scope[] {
  const shown = scopes.filter(isShownScope);
  return shown.length > 0 ? shown : scopes;
}

/** The host of a redirect URI, or a note if its URL does not identify the target. */
function targetOf({ locale }: Visit, redirectUri: string): Html {
  const url = URL.parse(redirectUri);
  if (url?.protocol === 'https:') return html`<code>${url.host}</code>`;
  const scheme = url?.protocol === 'http:' ? url.host : (url?.protocol ?? '');
  return html`${DECISION_TEXTS[locale].onThisDevice} (<code>${scheme}</code>)`;
}

/** The source of a redirect URI for the `form-action` policy. */
export function sourceOf(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? origin : protocol;
}
