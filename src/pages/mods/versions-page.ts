import type { RequestHandler } from 'express';
import { type Html, html } from '../../platform/html/html.js';
import { card, type PageKit, type Visit } from '../kit/index.js';
import { MOD_PATHS } from './addresses.js';
import { readVersions, type VersionFilters } from './data.js';
import { filterIn, idIn, oneOf, optionsOf, orWayBack, select, wayBack } from './filters.js';
import { showModPage, titleOf } from './mod-frame.js';
import type { ShownHead } from './shapes.js';
import { VERSION_TEXTS } from './texts/versions.js';
import { versionTable } from './version-table.js';

const CHANNELS = ['release', 'beta', 'alpha'] as const;

/**
 * The versions of a mod, with filters, the newest first. An invalid filter leads to a page with a
 * link to the whole list.
 */
export function versionsPage(kit: PageKit): RequestHandler {
  return kit.page((visit) => {
    const modId = idIn(visit, 'id');
    const texts = VERSION_TEXTS[visit.locale];
    const { oddFilter: title, oddWhat: why, toVersions: label } = texts;
    const back = { title, why, label, to: MOD_PATHS.versions(modId) };
    const channel = filterIn(visit, 'channel');
    const filters: VersionFilters = {
      gameVersion: filterIn(visit, 'game_version'),
      loader: filterIn(visit, 'loader'),
      releaseChannel: oneOf(CHANNELS, channel),
    };
    if (channel !== null && filters.releaseChannel === null) {
      return wayBack(visit, back);
    }
    return orWayBack(visit, back, () => listOf(kit, visit, modId, filters));
  });
}

async function listOf(kit: PageKit, visit: Visit, modId: string, filters: VersionFilters) {
  const cursor = filterIn(visit, 'cursor');
  const { mod, versions } = await readVersions(kit, visit, { modId, cursor, ...filters });
  const texts = VERSION_TEXTS[visit.locale];
  const title = texts.title(titleOf(mod, visit));
  const { items, pagination } = versions;
  const isNarrowed = Object.values(filters).some(Boolean);
  return showModPage(visit, {
    mod,
    current: 'versions',
    title,
    metadata: { path: MOD_PATHS.versions(modId), title },
    // Only the first page of the whole list is worth an entry in a search engine.
    ...(isNarrowed || cursor !== null ? { robots: 'noindex' as const } : {}),
    body: html`<h2 class="unseen">${title}</h2>
${filterForm(visit, mod, filters)}${
  items.length > 0
    ? card(versionTable(visit, modId, items, title))
    : card(html`<p>${isNarrowed ? texts.noneFit : texts.none}</p>
${isNarrowed && html`<p><a href="${MOD_PATHS.versions(modId)}">${texts.clear}</a></p>\n`}`)
}<nav class="pages" aria-label="${title}">${
      cursor !== null &&
      html`<a class="button quiet" href="${MOD_PATHS.versions(modId, filters)}">${texts.newest}</a>`
    }${
      pagination.nextCursor !== null &&
      html`<a class="button quiet" rel="next" href="${MOD_PATHS.versions(modId, filters, pagination.nextCursor)}">${texts.older}</a>`
    }</nav>
`,
  });
}

function filterForm({ locale }: Visit, mod: ShownHead, filters: VersionFilters): Html {
  const texts = VERSION_TEXTS[locale];
  return html`<form class="filters" action="${MOD_PATHS.versions(mod.id)}">
${select({ name: 'game_version', label: texts.gameVersion, any: texts.any, chosen: filters.gameVersion, options: optionsOf([...mod.gameVersions].reverse(), filters.gameVersion) })}${select({ name: 'loader', label: texts.loader, any: texts.any, chosen: filters.loader, options: optionsOf(mod.loaders, filters.loader) })}${select({ name: 'channel', label: texts.channel, any: texts.any, chosen: filters.releaseChannel, options: CHANNELS.map((it) => [it, texts.channels[it]]) })}<button type="submit" class="primary">${texts.filter}</button>
</form>
`;
}
