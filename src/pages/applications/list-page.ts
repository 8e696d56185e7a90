import type { RequestHandler } from 'express';
import { html } from '../../platform/html/html.js';
import {
  actions,
  confirmationPage,
  emptyList,
  linkButton,
  listRow,
  notice,
  type PageKit,
  redirectTo,
  show,
} from '../kit/index.js';
import { readApp, readOwnApps } from './data.js';
import { APPLICATIONS, badgesOf } from './parts.js';
import { OWNER_TEXTS } from './texts/owner.js';

/** The user's own applications (Spec 5.2, `/account/developer/applications`). */
export function listPage(kit: PageKit): RequestHandler {
  return kit.page(
    async (visit) => {
      const { locale } = visit;
      const texts = OWNER_TEXTS[locale];
      const { items } = await readOwnApps(kit, visit);
      const rows = items.map((app) =>
        listRow({
          href: `${APPLICATIONS}/${app.id}`,
          name: app.name,
          marks: badgesOf(app, locale),
          about: html`${texts.clientId} <code>${app.clientId}</code>`,
        }),
      );
      return show({
        title: texts.title,
        body: html`<p class="lead">${texts.lead}</p>
${visit.notice === 'deleted' && notice('done', html`<p>${texts.deleted}</p>`)}${
  items.length === 0
    ? emptyList('code', html`<p>${texts.none}</p>`, [`${APPLICATIONS}/new`, texts.register])
    : html`<ul class="rows">
${rows}</ul>
${actions(linkButton(`${APPLICATIONS}/new`, texts.register))}`
}`,
      });
    },
    { signIn: true },
  );
}

/** Asks for confirmation before an application is deleted. */
export function deletePage(kit: PageKit): RequestHandler {
  return kit.page(
    async (visit) => {
      const app = await readApp(kit, visit, String(visit.req.params['id']));
      const texts = OWNER_TEXTS[visit.locale];
      return confirmationPage(visit, {
        title: texts.removeTitle(app.name),
        text: html`<p>${texts.removeWhat}</p>`,
        label: texts.removeDo,
        cancel: [`${APPLICATIONS}/${app.id}`, texts.cancel],
      });
    },
    { signIn: true },
  );
}

/**
 * Deletes an application of the visitor permanently. Its approvals, tokens and webhook
 * subscriptions end at once.
 */
export function deleteForm(kit: PageKit): RequestHandler {
  return kit.form(
    async ({ ctx, req }) => {
      await kit.run(ctx, 'pageDeleteApp', { id: String(req.params['id']) });
      return redirectTo(APPLICATIONS, { notice: 'deleted' });
    },
    { signIn: true },
  );
}
