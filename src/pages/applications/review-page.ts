import type { RequestHandler } from 'express';
import { type Html, html } from '../../platform/html/html.js';
import { problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import { isScope } from '../../registry/scopes.js';
import { staffRefusal } from '../../request/authorize.js';
import {
  actions,
  button,
  card,
  choices,
  codeList,
  day,
  type Faults,
  facts,
  faultAt,
  faultsOf,
  form,
  notice,
  type PageKit,
  type PageReply,
  redirectTo,
  scopeList,
  scopeWords,
  show,
  textarea,
  type Visit,
} from '../kit/index.js';
import { readApp, type ShownApp } from './data.js';
import { badgesOf } from './parts.js';
import { OWNER_TEXTS } from './texts/owner.js';
import { REVIEW_TEXTS } from './texts/review.js';

/** The path of the review pages. */
export const REVIEWS = '/account/review/applications';

/**
 * One application for its reviewer: the owner, the redirect URIs and the scopes. The decision form
 * appears only while a review is pending. The admin who owns the application can decide nothing.
 */
export function reviewPage(kit: PageKit): RequestHandler {
  return kit.page((visit) => reviewReply(kit, visit, null), { signIn: true });
}

/**
 * Ends a review, or disables or enables an application. Throws `invalid_request` for any other
 * decision.
 */
export function reviewForm(kit: PageKit): RequestHandler {
  return kit.form(
    async (visit) => {
      const decision = visit.fields.one('do');
      if (decision === 'off' || decision === 'on') return switchApp(kit, visit, decision);
      if (decision !== 'approve' && decision !== 'reject') throw problem('invalid_request');
      return decide(kit, visit, decision === 'approve');
    },
    { signIn: true, texts: (locale) => ({ note: REVIEW_TEXTS[locale].note }) },
  );
}

async function switchApp(kit: PageKit, { ctx, req }: Visit, to: 'off' | 'on'): Promise<PageReply> {
  const id = String(req.params['id']);
  await kit.run(ctx, to === 'off' ? 'pageDisableApp' : 'pageEnableApp', { id });
  return redirectTo(`${REVIEWS}/${id}`, { notice: to === 'off' ? 'disabled' : 'enabled' });
}

async function decide(kit: PageKit, visit: Visit, isApproval: boolean): Promise<PageReply> {
  const { ctx, fields, locale, req } = visit;
  const id = String(req.params['id']);
  const input = {
    decision: isApproval ? 'approve' : 'reject',
    note: fields.one('note'),
    ...(isApproval ? { approvedScopes: fields.all('approved') } : {}),
  };
  try {
    await kit.run(ctx, 'pageReviewApp', { id, input, etag: fields.one('etag') });
    return redirectTo(REVIEWS, { notice: isApproval ? 'approved' : 'rejected' });
  } catch (error) {
    const { changed, notWaiting, allowOdd } = REVIEW_TEXTS[locale];
    const faults = faultsOf(visit, error, {
      precondition_failed: changed,
      invalid_state_transition: notWaiting,
      invalid_scope: allowOdd,
    });
    return reviewReply(kit, visit, faults);
  }
}

/**
 * Redirects an admin without a recent second factor to the step-up page. A decision sent without
 * one is shown again, so that its text is not lost.
 */
async function reviewReply(kit: PageKit, visit: Visit, faults: Faults | null): Promise<PageReply> {
  if (staffRefusal(visit.ctx, 'admin') === 'step_up_required') {
    if (faults === null) throw problem('step_up_required');
    return decisionFormAlone(visit, faults);
  }
  const app = await readApp(kit, visit, String(visit.req.params['id']));
  const { locale } = visit;
  const texts = REVIEW_TEXTS[locale];
  const own = OWNER_TEXTS[locale];
  const withoutReview = app.scopes.filter((scope) => !app.unreviewedScopes.includes(scope));
  const switched = new Map([
    ['disabled', texts.disabled],
    ['enabled', texts.enabled],
  ]).get(visit.notice ?? '');
  const isOwn = app.owner?.id === visit.user?.userId;
  const cards = html`${app.review === 'pending' && decisionCard(visit, app, faults)}${switchCard(visit, app)}`;
  return show({
    title: app.name,
    status: faults?.status ?? 200,
    body: html`<p class="lead">${badgesOf(app, locale)}</p>
${switched !== undefined && notice('done', html`<p>${switched}</p>`)}${faults?.above}${card(
  facts([
    [texts.owner, app.owner?.username],
    [own.clientId, html`<code>${app.clientId}</code>`],
    [own.registeredOn, day(app.createdAt, locale)],
    [
      texts.redirectUris,
      app.redirectUris.length > 0 ? codeList(app.redirectUris) : texts.noRedirectUris,
    ],
    [texts.hasAlready, withoutReview.length > 0 ? scopeList(withoutReview, locale) : texts.nothing],
  ]),
  own.about,
)}${isOwn ? card(html`<p>${texts.own}</p>`, texts.decide) : cards}<p><a href="${REVIEWS}">${texts.back}</a></p>
`,
  });
}

/**
 * The form with the admin's input, without the application, because reading that also requires the
 * second factor.
 */
function decisionFormAlone(visit: Visit, faults: Faults): PageReply {
  const { fields, locale, req } = visit;
  const app = {
    id: String(req.params['id']),
    etag: fields.one('etag'),
    unreviewedScopes: fields.all('approved').filter(isScope),
  };
  return show({
    title: REVIEW_TEXTS[locale].decide,
    status: faults.status,
    body: html`${faults.above}${decisionCard(visit, app, faults)}`,
  });
}

/** The members of an application that its decision form shows. */
type Decidable = Pick<ShownApp, 'id' | 'etag' | 'unreviewedScopes'>;

function decisionCard(visit: Visit, app: Decidable, faults: Faults | null): Html {
  const { locale, fields } = visit;
  const texts = REVIEW_TEXTS[locale];
  const chosen = faults ? fields.all('approved') : app.unreviewedScopes;
  return card(
    form(
      visit,
      html`<input type="hidden" name="etag" value="${app.etag}">
${choices({
  name: 'approved',
  legend: texts.allow,
  hint: texts.allowHint,
  kind: 'any',
  error: faultAt(faults, 'approvedScopes', { otherwise: texts.allowNone }),
  choices: app.unreviewedScopes.map((scope) => ({
    value: scope,
    label: scopeWords(scope, locale),
    hint: html`<code>${scope}</code>`,
    chosen: chosen.includes(scope),
  })),
})}${textarea({
  name: 'note',
  label: texts.note,
  hint: texts.noteHint,
  value: fields.one('note'),
  error: faultAt(faults, 'note', { too_long: texts.noteLong, otherwise: texts.noteMissing }),
  maxlength: LIMITS.reviewNoteCharacters,
})}${actions(
  button({ label: texts.approve, name: 'do', value: 'approve' }),
  button({ label: texts.reject, name: 'do', value: 'reject', look: 'danger' }),
)}`,
      `${REVIEWS}/${app.id}`,
    ),
    texts.decide,
  );
}

function switchCard(visit: Visit, app: ShownApp): Html {
  const texts = REVIEW_TEXTS[visit.locale];
  const isOff = app.disabledAt !== null;
  const label = isOff ? texts.switchOn : texts.switchOff;
  return card(
    html`<p>${isOff ? texts.switchOnWhat : texts.switchOffWhat}</p>
${form(visit, button({ label, look: 'quiet', name: 'do', value: isOff ? 'on' : 'off' }))}`,
    label,
  );
}
