import {
  approve,
  continueSignedIn,
  denyConsent,
  finishConsent,
  type Issuer,
  openInteraction,
  signedInFor,
} from '../../auth/issuer/index.js';
import { html } from '../../platform/html/html.js';
import { problem } from '../../registry/errors.js';
import { requireUser } from '../../request/authorize.js';
import {
  type Handler,
  messagePage,
  type PageReply,
  pathWithNext,
  redirectTo,
  show,
  type Visit,
} from '../kit/index.js';
import { consentView, readConsentRequest, sourceOf } from './consent-view.js';
import { DECISION_TEXTS } from './texts.js';

/**
 * The steps of an authorization (Spec 5.2). First the user signs in, by a redirect there and back.
 * Then the user allows or denies the application's request. If the OAuth library responds itself,
 * the handlers return null. A decided or expired authorization gets a page with status 404. Throws
 * the errors of `readConsentRequest`.
 */
export function interactionPage(issuer: Issuer): Handler {
  return async (visit) => {
    const { provider, interaction } = await opened(issuer, visit);
    if (!interaction) return over(visit);
    const user = requireUser(visit.ctx);
    if (interaction.waitsFor === 'login') {
      if (interaction.signInAgain && !(await signedInFor(visit.ctx, user, interaction))) {
        return redirectTo(`${pathWithNext('/account/sign-in', visit.path)}&again=1`);
      }
      await continueSignedIn(provider, visit, user);
      return null;
    }
    const { clientId, scope, redirectUri } = interaction;
    const requested = await readConsentRequest(visit.ctx, clientId, scope);
    return show({
      title: DECISION_TEXTS[visit.locale].consent,
      width: 'narrow',
      formAction: [sourceOf(redirectUri)],
      body: consentView(visit, requested, {
        action: visit.path,
        back: visit.path,
        goesTo: redirectUri,
      }),
    });
  };
}

/**
 * Stores the user's decision, and sends the browser to the application with the result. Throws:
 * - `invalid_request` for any other decision
 * - for an approval, the errors of `readConsentRequest` and `approve`
 */
export function decide(issuer: Issuer): Handler {
  return async (visit) => {
    const { provider, interaction } = await opened(issuer, visit);
    if (interaction?.waitsFor !== 'consent') return over(visit);
    const decision = visit.fields.one('decision');
    if (decision === 'deny') {
      await denyConsent(provider, visit.ctx, visit, interaction);
      return null;
    }
    if (decision !== 'approve') throw problem('invalid_request');
    const { clientId, scope, redirectUri } = interaction;
    const { client, scopes, user } = await readConsentRequest(visit.ctx, clientId, scope);
    const oauthGrantId = await approve(provider, visit.ctx, user, {
      ...client,
      scopes,
      redirectUri,
    });
    if (oauthGrantId === null) throw problem('not_found');
    await finishConsent(provider, visit, user, oauthGrantId);
    return null;
  };
}

async function opened(issuer: Issuer, visit: Visit) {
  const provider = await issuer.provider();
  const uid = String(visit.req.params['uid']);
  return { provider, interaction: await openInteraction(provider, visit, uid) };
}

/**
 * The page for a user who returns to a decided or expired authorization, because a browser stays on
 * the decision page after a redirect to a program.
 */
function over({ locale }: Visit): PageReply {
  const texts = DECISION_TEXTS[locale];
  return messagePage({
    icon: 'check',
    title: texts.over,
    status: 404,
    text: html`<p>${texts.overHow}</p>`,
    links: [['/account/applications', texts.toAppGrants]],
  });
}
