import type { OauthFailure } from '../../auth/issuer/index.js';
import { findOauthClient, type OauthClient } from '../../modules/identity/index.js';
import { type Html, html } from '../../platform/html/html.js';
import { problemHeaders } from '../../platform/http/headers.js';
import { detailOf } from '../../registry/error-texts.js';
import { problem } from '../../registry/errors.js';
import {
  isSensitive,
  isShownScope,
  parseScopes,
  SCOPES,
  type Scope,
} from '../../registry/scopes.js';
import { hasSteppedUp, requireUser } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import type { UserViewer } from '../../request/viewer.js';
import {
  actions,
  badge,
  button,
  card,
  facts,
  form,
  type Handler,
  linkButton,
  pathWithNext,
  show,
  type Visit,
} from '../kit/index.js';
import { DECISION_TEXTS } from './texts.js';

/** An application's request to a user. */
export interface ConsentRequest {
  readonly client: OauthClient;
  readonly scopes: readonly Scope[];
  readonly user: UserViewer;
}

/**
 * Reads the current state of a client's request. Throws:
 * - `invalid_client` if the application was disabled or deleted meanwhile
 * - `invalid_scope` if it lost a scope
 * - `unauthorized` if the visitor is not signed in
 */
export async function readConsentRequest(
  ctx: RequestContext,
  clientId: string,
  scope: string,
): Promise<ConsentRequest> {
  const user = requireUser(ctx);
  const client = await findOauthClient(ctx.platform.db, clientId);
  if (!client) throw problem('invalid_client');
  const scopes = parseScopes(scope);
  if (!scopes.every((requested) => client.scopes.includes(requested)))
    throw problem('invalid_scope');
  return { client, scopes, user };
}

/** The further parts of a decision form. */
interface DecisionForm {
  /** The path that receives the form. Its field `decision` is `approve` or `deny`. */
  readonly action: string;
  /** Further fields, which the visitor does not see. */
  readonly hidden?: Html;
  /** The return path after the step-up, and after signing in with another account. */
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
    html`<p>${texts.madeBy} ${client.ownerUsername ?? texts.ourselves} ${review}</p>
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
${decisionForm(visit, scopes, to)}`;
}

/**
 * The form with the buttons to allow and deny. Without the recent second factor that `approve`
 * requires, a link to the step-up replaces the button to allow.
 */
function decisionForm(visit: Visit, scopes: readonly Scope[], to: DecisionForm): Html {
  const texts = DECISION_TEXTS[visit.locale];
  const needsStepUp = scopes.some(isSensitive) && !hasSteppedUp(visit.ctx);
  const toAllow = needsStepUp
    ? linkButton(pathWithNext('/account/step-up', to.back), texts.toStepUp)
    : button({ label: texts.approve, name: 'decision', value: 'approve' });
  const toDeny = button({ label: texts.deny, look: 'quiet', name: 'decision', value: 'deny' });
  return form(
    visit,
    [to.hidden, needsStepUp && html`<p>${texts.stepUp}</p>`, actions(toAllow, toDeny)],
    to.action,
  );
}

/**
 * The scopes that pages show (`isShownScope`). If none remains, it returns all, because the user
 * must see what the decision covers.
 */
function shownOf(scopes: readonly Scope[]): readonly Scope[] {
  const shown = scopes.filter(isShownScope);
  return shown.length > 0 ? shown : scopes;
}

/**
 * The host of an `https` redirect URI. For any other, a note that the target is on this device,
 * with the scheme, or the host of `http`.
 */
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

/**
 * The page for an invalid authorization request whose error must not go to the application (RFC
 * 6749 4.1.2.1).
 */
export function refusalPage({ error, description, problem }: OauthFailure): Handler {
  return ({ locale, ctx }) => {
    const texts = DECISION_TEXTS[locale];
    return show({
      title: texts.refused,
      width: 'narrow',
      status: problem.status,
      headers: problemHeaders(problem),
      body: html`<p>${texts.refusedHow}</p>
<p>${detailOf(problem.code, locale)}</p>
${facts([
  ['error', html`<code>${error}</code>`],
  ...(description === null ? [] : [['error_description', description] as const]),
  ['request_id', html`<code>${ctx.request.id}</code>`],
])}`,
    });
  };
}
