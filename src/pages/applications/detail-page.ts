import type { RequestHandler } from 'express';
import { type Html, html } from '../../platform/html/html.js';
import {
  actions,
  button,
  card,
  day,
  type Faults,
  facts,
  faultsOf,
  form,
  linkButton,
  notice,
  type PageKit,
  type PageReply,
  redirectTo,
  scopeList,
  show,
  type Visit,
} from '../kit/index.js';
import { appFields, appTexts, readAppFields } from './app-form.js';
import { type AppValues, readApp, type ShownApp } from './data.js';
import { APPLICATIONS, badgesOf } from './parts.js';
import { FAULT_TEXTS } from './texts/faults.js';
import { OWNER_TEXTS } from './texts/owner.js';
import { SECRET_TEXTS } from './texts/secret.js';

/** One application of its owner: its state and all actions. A disabled one can only be deleted. */
export function detailPage(kit: PageKit): RequestHandler {
  return kit.page((visit) => detail(kit, visit, null), { signIn: true });
}

/**
 * Saves the settings of an application if it is still in the shown state, or requests a review. A
 * new name or redirect URI suspends approved scopes until the next review. A fault that the owner
 * can fix shows the page again with the input.
 */
export function detailForm(kit: PageKit): RequestHandler {
  return kit.form(
    (visit) => (visit.fields.one('do') === 'submit' ? submit(kit, visit) : save(kit, visit)),
    { signIn: true, texts: appTexts },
  );
}

async function save(kit: PageKit, visit: Visit): Promise<PageReply> {
  const { ctx, fields, locale, req } = visit;
  const id = String(req.params['id']);
  const input = readAppFields(visit);
  try {
    await kit.run(ctx, 'pageUpdateApp', { id, input, etag: fields.one('etag') });
    return redirectTo(`${APPLICATIONS}/${id}`, { notice: 'saved' });
  } catch (error) {
    const { changedMeanwhile, switchedOff } = FAULT_TEXTS[locale];
    const meant = { precondition_failed: changedMeanwhile, invalid_state: switchedOff };
    return detail(kit, visit, faultsOf(visit, error, meant), input);
  }
}

async function submit(kit: PageKit, visit: Visit): Promise<PageReply> {
  const id = String(visit.req.params['id']);
  try {
    await kit.run(visit.ctx, 'pageSubmitApp', { id });
    return redirectTo(`${APPLICATIONS}/${id}`, { notice: 'submitted' });
  } catch (error) {
    const { nothingToReview, submitted } = OWNER_TEXTS[visit.locale];
    const meant = { invalid_state: nothingToReview, invalid_state_transition: submitted };
    return detail(kit, visit, faultsOf(visit, error, meant));
  }
}

async function detail(
  kit: PageKit,
  visit: Visit,
  faults: Faults | null,
  values?: AppValues,
): Promise<PageReply> {
  const app = await readApp(kit, visit, String(visit.req.params['id']));
  const { locale } = visit;
  const texts = OWNER_TEXTS[locale];
  return show({
    title: app.name,
    status: faults?.status ?? 200,
    body: html`<p class="lead">${badgesOf(app, locale)}</p>
${noticeOf(visit)}${faults?.above}${app.disabledAt && notice('failed', html`<p>${FAULT_TEXTS[locale].switchedOff}</p>`)}${card(
  facts([
    [texts.clientId, html`<code class="secret">${app.clientId}</code>`],
    [texts.kind, app.kind === 'public' ? texts.publicKind : texts.confidentialKind],
    [texts.registeredOn, day(app.createdAt, locale)],
  ]),
  texts.about,
)}${reviewCard(visit, app)}${!app.disabledAt && settingsCard(visit, app, faults, values ?? app)}${
  app.kind === 'confidential' && !app.disabledAt && secretCard(visit, app)
}${card(
  html`<p>${texts.removeWhat}</p>
${actions(linkButton(`${APPLICATIONS}/${app.id}/delete`, texts.remove, 'danger'))}`,
  texts.remove,
)}<p><a href="${APPLICATIONS}">${texts.back}</a></p>
`,
  });
}

function noticeOf({ notice: key, locale }: Visit): Html | null {
  const { registered, saved, submitted } = OWNER_TEXTS[locale];
  const message = new Map(Object.entries({ registered, saved, submitted })).get(key ?? '');
  return message === undefined ? null : notice('done', html`<p>${message}</p>`);
}

/**
 * The scopes that need a review, the reviewer's note, and the owner's next step. Null without such
 * scopes and without a note.
 */
function reviewCard(visit: Visit, app: ShownApp): Html | null {
  const { locale } = visit;
  const texts = OWNER_TEXTS[locale];
  const waits = app.unreviewedScopes.length > 0;
  if (!waits && app.reviewNote === null) return null;
  const maySubmit = waits && app.review !== 'pending' && !app.disabledAt;
  return card(
    html`${
      app.reviewNote !== null &&
      html`<p>${texts.reviewerSays}</p>
<blockquote>${app.reviewNote}</blockquote>
`
    }${
      waits &&
      html`<p>${app.review === 'pending' ? texts.reviewGoesOn : texts.reviewNeeded}</p>
${scopeList(app.unreviewedScopes, locale)}`
    }${
      maySubmit && form(visit, button({ label: texts.reviewSubmit, name: 'do', value: 'submit' }))
    }`,
    texts.review,
  );
}

function settingsCard(visit: Visit, app: ShownApp, faults: Faults | null, values: AppValues): Html {
  const texts = OWNER_TEXTS[visit.locale];
  const { kind, approvedScopes } = app;
  return card(
    html`${approvedScopes.length > 0 && notice('info', html`<p>${texts.saveWarning}</p>`)}${form(
      visit,
      html`<input type="hidden" name="etag" value="${app.etag}">
${appFields(visit, { kind, values, approvedScopes, faults })}${actions(
  button({ label: texts.save }),
)}`,
      `${APPLICATIONS}/${app.id}`,
    )}`,
    texts.settings,
  );
}

function secretCard({ locale }: Visit, app: ShownApp): Html {
  const texts = SECRET_TEXTS[locale];
  return card(
    html`${facts([
      [texts.secretBegins, html`<code>${app.secretHint}…</code>`],
      [texts.secretMade, app.secretAt && day(app.secretAt, locale)],
    ])}<p>${texts.secretWhat}</p>
${actions(linkButton(`${APPLICATIONS}/${app.id}/secret`, texts.secretReplace, 'quiet'))}`,
    texts.secret,
  );
}
