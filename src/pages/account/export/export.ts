import {
  type ExportStatus,
  readExportStatus,
  requestExport,
  signExport,
} from '../../../modules/identity/index.js';
import { type Html, html } from '../../../platform/html/html.js';
import {
  actions,
  button,
  card,
  facts,
  form,
  type Handler,
  linkButton,
  momentOf,
  notice,
  seeOther,
  show,
  sizeOf,
  type Visit,
} from '../../kit/index.js';
import { EXPORT_TEXTS } from './texts.js';

/** The path of the page where users get a copy of their data. */
export const EXPORT = '/account/export';

/** Explains the copy, and shows the state of the latest one. */
export const exportPage: Handler = async (visit) => {
  const { ctx, locale } = visit;
  const texts = EXPORT_TEXTS[locale];
  const status = await readExportStatus(ctx);
  const isPreparing = status.latest?.state === 'preparing';
  return show({
    title: texts.title,
    body: html`<p class="lead">${texts.lead}</p>
${visit.notice === 'export_refused' && notice('failed', html`<p>${texts.refused}</p>`)}
${status.latest && card(latestOf(visit, status.latest), texts.latest)}
<p>${texts.contains}</p>
<p>${texts.secrets}</p>
${!isPreparing && requestForm(visit, status)}`,
  });
};

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

function requestForm(visit: Visit, { nextAt }: ExportStatus): Html {
  const { locale } = visit;
  const texts = EXPORT_TEXTS[locale];
  if (nextAt) return html`<p>${texts.nextAt} ${momentOf(nextAt, locale)}.</p>\n`;
  return html`<p>${texts.requestWhat}</p>
${form(visit, button({ label: texts.request }))}`;
}

/** Requests a copy. A second request finds the first one and changes nothing. */
export const orderExport: Handler = async ({ ctx }) => {
  const isNew = await requestExport(ctx);
  return seeOther(EXPORT, isNew ? {} : { notice: 'export_refused' });
};

/**
 * Redirects the owner to the bytes. The address in the store is signed for a few minutes, so that a
 * copied one is of no use later; the link of the page works until the copy ends.
 */
export const downloadExport: Handler = async ({ ctx, req, res }) => {
  const url = await signExport(ctx, String(req.params['id']));
  res.set({ 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' });
  res.redirect(303, url);
  return null;
};
