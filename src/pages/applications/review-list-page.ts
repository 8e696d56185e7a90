import type { RequestHandler } from 'express';
import { html } from '../../platform/html/html.js';
import {
  card,
  cursorOf,
  day,
  listRow,
  moreLink,
  notice,
  type PageKit,
  show,
} from '../kit/index.js';
import { readUnderReview } from './data.js';
import { badgesOf } from './parts.js';
import { REVIEWS } from './review-page.js';
import { REVIEW_TEXTS } from './texts/review.js';

/** The applications that wait for a review, for admins. */
export function reviewListPage(kit: PageKit): RequestHandler {
  return kit.page(
    async (visit) => {
      const { locale } = visit;
      const texts = REVIEW_TEXTS[locale];
      const { items, pagination } = await readUnderReview(kit, visit, cursorOf(visit));
      const rows = items.map((app) =>
        listRow({
          href: `${REVIEWS}/${app.id}`,
          name: app.name,
          marks: badgesOf(app, locale),
          about: html`${texts.by} ${app.owner?.username} · ${day(app.createdAt, locale)} · ${app.unreviewedScopes.join(', ')}`,
        }),
      );
      const decided = visit.notice === 'approved' ? texts.approved : texts.rejected;
      const isDecided = visit.notice === 'approved' || visit.notice === 'rejected';
      return show({
        title: texts.title,
        body: html`<p class="lead">${texts.lead}</p>
${isDecided && notice('done', html`<p>${decided}</p>`)}${
  items.length === 0
    ? card(html`<p>${texts.none}</p>`)
    : html`<ul class="rows">
${rows}</ul>
`
}${moreLink(REVIEWS, pagination.nextCursor, texts.more)}`,
      });
    },
    { signIn: true },
  );
}
