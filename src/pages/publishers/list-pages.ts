import type { RequestHandler } from 'express';
import { type Html, html } from '../../platform/html/html.js';
import type { Locale } from '../../registry/error-texts.js';
import {
  actions,
  badge,
  cursorOf,
  day,
  emptyList,
  facts,
  linkButton,
  listRow,
  moreLink,
  notice,
  type PageKit,
  show,
  type Visit,
} from '../kit/index.js';
import { readPublishers, readTeamMods, type ShownPublisher } from './data.js';
import { issuerName, modIdOf, PUBLISHERS, titleOf } from './parts.js';
import { PUBLISHER_TEXTS } from './texts.js';

/** The view of the dashboard that makes a mod. */
const NEW_MOD = '/dashboard/mods/new';

/** Lists the mods that the visitor owns, as links to their trusted publishers. */
export function modsPage(kit: PageKit): RequestHandler {
  return kit.page(
    async (visit) => {
      const { locale } = visit;
      const texts = PUBLISHER_TEXTS[locale];
      const cursor = cursorOf(visit);
      const { items, pagination } = await readTeamMods(kit, visit, cursor);
      const { nextCursor } = pagination;
      // The list has mods of all roles, so another page can have own mods even if this has none.
      const isWhole = cursor === null && nextCursor === null;
      const rows = items
        .filter(({ role }) => role === 'owner')
        .map(({ mod }) =>
          listRow({
            href: `${PUBLISHERS}/${mod.id}`,
            name: titleOf(mod, locale),
            marks: '',
            about: html`<code>${mod.slug}</code>`,
          }),
        );
      return show({
        title: texts.title,
        body: html`${leadOf(locale)}${
          rows.length === 0
            ? emptyList(
                'upload',
                html`<p>${isWhole ? texts.noMods : texts.noneHere}</p>`,
                isWhole ? [NEW_MOD, texts.newMod] : undefined,
              )
            : html`<p>${texts.choose}</p>
<ul class="rows">
${rows}</ul>
`
        }${moreLink(PUBLISHERS, nextCursor, texts.more)}`,
      });
    },
    { signIn: true },
  );
}

/** Lists the trusted publishers of a mod, the oldest first, for its owners. */
export function publishersPage(kit: PageKit): RequestHandler {
  return kit.page(
    async (visit) => {
      const { locale } = visit;
      const texts = PUBLISHER_TEXTS[locale];
      const { mod, publishers } = await readPublishers(kit, visit, modIdOf(visit));
      const path = `${PUBLISHERS}/${mod.id}`;
      return show({
        title: texts.titleOf(titleOf(mod, locale)),
        body: html`${leadOf(locale)}${noticeOf(visit)}${
          publishers.length === 0
            ? emptyList('code', html`<p>${texts.none}</p>`, [`${path}/new`, texts.add])
            : publishers.map((publisher) => publisherCard(publisher, path, locale))
        }${actions(
          publishers.length > 0 && linkButton(`${path}/new`, texts.add),
          html`<a href="${PUBLISHERS}">${texts.back}</a>`,
        )}`,
      });
    },
    { signIn: true },
  );
}

function leadOf(locale: Locale): Html {
  const texts = PUBLISHER_TEXTS[locale];
  return html`<p class="lead">${texts.lead}</p>
<p><a href="/guides/publish-from-ci">${texts.guide}</a></p>
`;
}

function noticeOf({ locale, notice: key }: Visit): Html | null {
  const texts = PUBLISHER_TEXTS[locale];
  if (key === 'publisher_added') return notice('done', html`<p>${texts.added}</p>`);
  return key === 'publisher_removed' ? notice('done', html`<p>${texts.removed}</p>`) : null;
}

function publisherCard(publisher: ShownPublisher, path: string, locale: Locale): Html {
  const texts = PUBLISHER_TEXTS[locale];
  const { id, repository, workflow, active, environment, ref, lastUsedAt } = publisher;
  const { repositoryId, repositoryOwnerId, createdAt, createdBy } = publisher;
  const ids = repositoryId === null ? texts.idsOpen : html`<code>${repositoryId}</code>`;
  const state = active ? badge('good', texts.active) : badge('bad', texts.inactive);
  return html`<section class="card">
<h2>${repository} ${state}</h2>
${!active && html`<p>${texts.inactiveWhy}</p>\n`}${facts([
  [texts.issuer, issuerName(publisher.issuer)],
  [texts.workflow, html`<code>${workflow}</code>`],
  [texts.environment, environment ?? texts.any],
  [texts.ref, ref === null ? texts.any : html`<code>${ref}</code>`],
  [texts.repositoryId, ids],
  ...(repositoryOwnerId === null
    ? []
    : [[texts.ownerId, html`<code>${repositoryOwnerId}</code>`] as const]),
  [texts.addedBy, html`${createdBy.username}, ${day(createdAt, locale)}`],
  [texts.used, lastUsedAt ? day(lastUsedAt, locale) : texts.never],
])}${actions(
  linkButton(`${path}/${id}/remove`, `${texts.remove}: ${repository}, ${workflow}`, 'danger'),
)}</section>
`;
}
