import type { RequestHandler } from 'express';
import { html } from '../../platform/html/html.js';
import { actions, button, form, type PageKit, seeOther, show } from '../kit/index.js';
import { readApp } from './data.js';
import { APPLICATIONS } from './parts.js';
import { OWNER_TEXTS } from './texts/owner.js';

/** Asks for confirmation before an application is deleted. */
export function deletePage(kit: PageKit): RequestHandler {
  return kit.page(
    async (visit) => {
      const app = await readApp(kit, visit, String(visit.req.params['id']));
      const texts = OWNER_TEXTS[visit.locale];
      return show({
        title: texts.removeTitle(app.name),
        body: html`<p>${texts.removeWhat}</p>
${form(
  visit,
  actions(
    button({ label: texts.removeDo, look: 'danger' }),
    html`<a href="${APPLICATIONS}/${app.id}">${texts.cancel}</a>`,
  ),
)}`,
      });
    },
    { signIn: true },
  );
}

/** Deletes an application. */
export function deleteForm(kit: PageKit): RequestHandler {
  return kit.form(
    async ({ ctx, req }) => {
      await kit.run(ctx, 'pageDeleteApp', { id: String(req.params['id']) });
      return seeOther(APPLICATIONS, { notice: 'deleted' });
    },
    { signIn: true },
  );
}
