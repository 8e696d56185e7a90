import type { RequestHandler } from 'express';
import { html } from '../../platform/html/html.js';
import {
  actions,
  button,
  card,
  form,
  linkButton,
  listRow,
  notice,
  type PageKit,
  seeOther,
  show,
} from '../kit/index.js';
import { readApp, readOwnApps } from './data.js';
import { APPLICATIONS, badgesOf } from './parts.js';
import { OWNER_TEXTS } from './texts/owner.js';

/** The user's own applications. Spec 5.2: Settings > Developer. */
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
    ? card(html`<p>${texts.none}</p>`)
    : html`<ul class="rows">
${rows}</ul>
`
}${actions(linkButton(`${APPLICATIONS}/new`, texts.register))}`,
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
