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
import type { Asked } from './asked.js';
import { DECISION_TEXTS } from './texts.js';

/** What else the form of a decision sends, and where to. */
export interface DecisionForm {
  readonly action: string;
  readonly hidden?: Html;
  /** Where somebody else can sign in and come back to. */
  readonly back: string;
  /** Where the browser is sent with the answer; null where it stays here. */
  readonly goesTo: string | null;
}

/** Who asks a user for what, and the buttons to allow and to deny it. */
export function askedView(visit: Visit, { client, scopes, user }: Asked, to: DecisionForm): Html {
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

/** Never an empty list: a person decides about nothing else than what is listed. */
function shownOf(scopes: readonly Scope[]): readonly Scope[] {
  const shown = scopes.filter(isShownScope);
  return shown.length > 0 ? shown : scopes;
}

/** A host that people can judge, or what cannot be judged by its address. */
function targetOf({ locale }: Visit, redirectUri: string): Html {
  const url = URL.parse(redirectUri);
  if (url?.protocol === 'https:') return html`<code>${url.host}</code>`;
  const scheme = url?.protocol === 'http:' ? url.host : (url?.protocol ?? '');
  return html`${DECISION_TEXTS[locale].onThisDevice} (<code>${scheme}</code>)`;
}

/** Where a redirect to an application leads, as a source of the policy that forms are held to. */
export function sourceOf(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? origin : protocol;
}
