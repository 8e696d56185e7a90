import {
  type ExportStatus,
  needsPassword,
  readExportStatus,
  requestExport,
  requireReadyExport,
  signExport,
} from '../../../modules/identity/index.js';
import { type Html, html } from '../../../platform/html/html.js';
import {
  actions,
  button,
  card,
  dayAndTime,
  facts,
  form,
  type Handler,
  linkButton,
  momentOf,
  notice,
  type PageReply,
  redirectTo,
  show,
  sizeOf,
  tooManyOf,
  type Visit,
} from '../../kit/index.js';
import type { Fault } from '../code-field.js';
import { OWNER_TEXTS, passwordField } from '../owner-proof.js';
import { EXPORT_TEXTS } from './texts.js';

/** The path of the page where users get a copy of their data. */
export const EXPORT = '/account/export';

/** Explains the copy of the user's data, and shows the state of the latest one. */
export const exportPage: Handler = (visit) => exportView(visit, {});

async function exportView(visit: Visit, { fault, ...more }: Fault): Promise<PageReply> {
  const { ctx, locale } = visit;
  const texts = EXPORT_TEXTS[locale];
  const status = await readExportStatus(ctx);
  const isPreparing = status.latest?.state === 'preparing';
  return show({
    ...more,
    title: texts.title,
    body: html`<p class="lead">${texts.lead}</p>
${visit.notice === 'export_refused' && notice('failed', html`<p>${texts.refused}</p>`)}
${status.latest && card(latestOf(visit, status.latest), texts.latest)}
<p>${texts.contains}</p>
<p>${texts.secrets}</p>
${!isPreparing && (await requestForm(visit, status, fault))}`,
  });
}

function latestOf({ locale }: Visit, latest: NonNullable<ExportStatus['latest']>): Html {
  const texts = EXPORT_TEXTS[locale];
  if (latest.state !== 'ready') {
    if (latest.state === 'failed') return html`<p>${texts.failed}</p>`;
    return html`<p>${texts.preparing}</p>
<p class="dim">${texts.preparingHow}</p>`;
  }
  const { id, requestedAt, sizeBytes, expiresAt } = latest;
  return html`${facts([
    [texts.requested, momentOf(requestedAt, locale)],
    [texts.size, sizeOf(sizeBytes, locale)],
    [texts.until, momentOf(expiresAt, locale)],
  ])}${actions(linkButton(`${EXPORT}/${id}/file`, texts.download))}
<p class="dim">${texts.careful}</p>`;
}

async function requestForm(visit: Visit, { nextAt }: ExportStatus, fault?: string): Promise<Html> {
  const { locale } = visit;
  const texts = EXPORT_TEXTS[locale];
  if (nextAt) return html`<p>${texts.nextAt} ${dayAndTime(nextAt, locale)}.</p>\n`;
  return html`<p>${texts.requestWhat}</p>
${card(form(visit, [await passwordField(visit, EXPORT, fault), button({ label: texts.request })], EXPORT))}`;
}

/**
 * Requests a copy, which a worker prepares and announces by mail. Needs the password, unless a
 * recent second factor replaces it. While a copy is prepared, and for a day after its request
 * unless it failed, a further request changes nothing.
 */
export const orderExport: Handler = async (visit) => {
  const { ctx, fields, locale } = visit;
  try {
    const refusal = await requestExport(ctx, fields.one('password'));
    if (refusal === 'wrong_password') return exportView(visit, wrongPassword(visit));
    return redirectTo(EXPORT, refusal === null ? {} : { notice: 'export_refused' });
  } catch (error) {
    const { text, ...more } = tooManyOf(error, locale);
    return exportView(visit, { fault: text, ...more });
  }
};

/**
 * Redirects the owner to the bytes. Without a recent second factor, it asks for the password first.
 * The address in the store is signed for a few minutes, so that a copied one is of no use later;
 * the link of the page works until the copy ends.
 */
export const downloadExport: Handler = async (visit) => {
  const { ctx, req, res } = visit;
  const id = String(req.params['id']);
  await requireReadyExport(ctx, id);
  if (needsPassword(ctx)) return proofView(visit, {});
  const url = await signExport(ctx, id, '');
  if (url === null) return proofView(visit, {});
  res.set({ 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' });
  res.redirect(303, url);
  return null;
};

/**
 * Shows the signed address to an owner who entered the password. It is a link and no redirect,
 * because the policy of the page lets no form lead to another origin.
 */
export const unlockExport: Handler = async (visit) => {
  const { ctx, fields, locale, req } = visit;
  const texts = EXPORT_TEXTS[locale];
  try {
    const url = await signExport(ctx, String(req.params['id']), fields.one('password'));
    if (url === null) return proofView(visit, wrongPassword(visit));
    return show({
      title: texts.latest,
      width: 'narrow',
      body: html`<p>${texts.shortly}</p>
${actions(linkButton(url, texts.download))}
<p class="dim">${texts.careful}</p>`,
    });
  } catch (error) {
    const { text, ...more } = tooManyOf(error, locale);
    return proofView(visit, { fault: text, ...more });
  }
};

const wrongPassword = ({ locale }: Visit): Fault => ({
  fault: OWNER_TEXTS[locale].wrongPassword,
  status: 422,
});

async function proofView(visit: Visit, { fault, ...more }: Fault): Promise<PageReply> {
  const { locale, path } = visit;
  const texts = OWNER_TEXTS[locale];
  return show({
    ...more,
    title: texts.title,
    width: 'narrow',
    body: html`<p class="lead">${EXPORT_TEXTS[locale].careful}</p>
${card(form(visit, [await passwordField(visit, path, fault), button({ label: texts.proceed })]))}`,
  });
}
