import type { RequestHandler } from 'express';
import { type Html, html } from '../../platform/html/html.js';
import {
  actions,
  badge,
  button,
  card,
  cursorOf,
  day,
  form,
  moreLink,
  notice,
  type PageKit,
  redirectTo,
  scopeList,
  show,
  type Visit,
} from '../kit/index.js';
import { readAppGrants, type ShownAppGrant } from './data.js';
import { GRANTS_TEXTS } from './texts/app-grants.js';
import { OWNER_TEXTS } from './texts/owner.js';

const GRANTS = '/account/applications';

/** The applications to which the user gave access. */
export function appGrantsPage(kit: PageKit): RequestHandler {
  return kit.page(
    async (visit) => {
      const texts = GRANTS_TEXTS[visit.locale];
      const { items, pagination } = await readAppGrants(kit, visit, cursorOf(visit));
      return show({
        title: texts.title,
        body: html`<p class="lead">${texts.lead}</p>
${visit.notice === 'revoked' && notice('done', html`<p>${texts.revoked}</p>`)}${
  items.length === 0 ? card(html`<p>${texts.none}</p>`) : items.map((it) => appGrantCard(visit, it))
}${moreLink(GRANTS, pagination.nextCursor, texts.more)}`,
      });
    },
    { signIn: true },
  );
}

/**
 * Revokes the approval of an application. The tokens of the application for this user end at once,
 * and its webhook subscriptions for this user are disabled.
 */
export function revokeForm(kit: PageKit): RequestHandler {
  return kit.form(
    async ({ ctx, fields }) => {
      await kit.run(ctx, 'pageRevokeAppGrant', { id: fields.one('grant') });
      return redirectTo(GRANTS, { notice: 'revoked' });
    },
    { signIn: true },
  );
}

function appGrantCard(visit: Visit, appGrant: ShownAppGrant): Html {
  const { locale } = visit;
  const texts = GRANTS_TEXTS[locale];
  return card(
    html`<p class="dim">${texts.since} ${day(appGrant.createdAt, locale)} ${
      appGrant.disabledAt && badge('bad', OWNER_TEXTS[locale].switchedOff)
    }</p>
<p class="legend">${texts.may}</p>
${scopeList(appGrant.scopes, locale)}${form(
  visit,
  html`<input type="hidden" name="grant" value="${appGrant.id}">
${actions(button({ label: texts.revoke(appGrant.appName), look: 'quiet' }))}`,
  GRANTS,
)}`,
    appGrant.appName,
  );
}
