import type { RequestHandler } from 'express';
import { html } from '../../platform/html/html.js';
import { type PageKit, type PageReply, redirectTo, show, type Visit } from '../kit/index.js';
import { MOD_PATHS } from './addresses.js';
import { resolveDownload } from './data.js';
import { idIn } from './filters.js';
import type { ShownDownload } from './shapes.js';
import { FILE_TEXTS } from './texts/files.js';
import { FILE_FIELD } from './version-parts.js';

/**
 * Starts the download of a file. A refusal becomes a page; a visitor who has to sign in first
 * returns to the page of the version. Does not check that the file belongs to that version.
 */
export function downloadFile(kit: PageKit): RequestHandler {
  return kit.form(
    async (visit) => {
      const download = await resolveDownload(kit, visit, visit.fields.one(FILE_FIELD));
      return leadTo(visit, download);
    },
    { rates: ['download-resolve'] },
  );
}

/**
 * Redirects to the bytes on this origin. The policy of forms forbids redirects to others, so a page
 * leads to bytes on other origins.
 */
function leadTo(visit: Visit, { primaryUrl, transport }: ShownDownload): PageReply {
  const address = new URL(primaryUrl ?? transport?.url ?? '');
  const isOwn = address.origin === new URL(visit.ctx.platform.publicUrl).origin;
  if (isOwn) return redirectTo(`${address.pathname}${address.search}`);
  const texts = FILE_TEXTS[visit.locale];
  return show({
    title: texts.starts,
    width: 'narrow',
    robots: 'noindex',
    goOn: address.href,
    body: html`<p>${texts.startsWhat}</p>
<p><a class="button primary" href="${address.href}" rel="noreferrer">${texts.startNow}</a></p>
<p><a href="${MOD_PATHS.version(idIn(visit, 'id'), idIn(visit, 'version'))}">${texts.backToMod}</a></p>
`,
  });
}
