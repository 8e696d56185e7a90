import { type Html, type HtmlValue, html } from '../../platform/html/html.js';
import { icon } from '../../platform/html/icons.js';
import type { RenderMarkdown } from '../../platform/html/markdown-pool.js';
import {
  card,
  facts,
  momentOf,
  type PageKit,
  type PageReply,
  pictureOf,
  textOf,
  type Visit,
} from '../kit/index.js';
import { MOD_PATHS } from './addresses.js';
import { readFile, readMod, readRelease, readTitles } from './data.js';
import { showModPage } from './mod-frame.js';
import { prose } from './prose.js';
import type { ShownFile, ShownMod, ShownVersion } from './shapes.js';
import { softwareOf } from './software.js';
import { FILE_TEXTS } from './texts/files.js';
import { MOD_TEXTS } from './texts/mod.js';
import { VERSION_TEXTS } from './texts/versions.js';
import { dependencyList, fileBox, handOffHelp, nameBadges } from './version-parts.js';
import { versionTable } from './version-table.js';

/** The number of versions in the list of recent ones. */
const RECENT = 5;

/**
 * The page of a mod: its description and pictures, its latest release with the download, and its
 * newest versions. Throws `not_found`, `gone`.
 */
export async function modPage(
  kit: PageKit,
  render: RenderMarkdown,
  visit: Visit,
  id: string,
): Promise<PageReply> {
  const mod = await readMod(kit, visit, id);
  const latest = await latestOf(kit, visit, mod);
  const needed = (latest?.dependencies ?? []).map(({ modId }) => modId);
  const [file, titles, about, changes] = await Promise.all([
    latest && mainFileOf(kit, visit, latest),
    readTitles(kit, visit, needed),
    prose(render, visit, mod.description),
    prose(render, visit, latest?.changelog ?? {}),
  ]);
  const texts = MOD_TEXTS[visit.locale];
  return showModPage(visit, {
    mod,
    current: 'overview',
    metadata: { path: MOD_PATHS.mod(id), structured: [softwareOf(visit, mod, latest)] },
    body: html`<div class="mod-columns">
<div class="mod-get">${card(latest ? releaseOf(visit, mod, latest, file) : html`<p>${texts.noRelease}</p>`, texts.latest)}</div>
<div class="mod-main">
${gallery(visit, mod)}${card(about ?? html`<p class="dim">${texts.noDescription}</p>`, texts.about)}${
  latest && changes && card(changes, texts.changelog(latest.version))
}${latest && card(dependencyList(visit, latest.dependencies, titles), VERSION_TEXTS[visit.locale].dependencies)}${
  mod.versions.length > 0 && recentOf(visit, mod)
}</div>
<div class="mod-side">${card(detailsOf(visit, mod), texts.details)}
<p class="mod-report"><a href="/report?mod=${mod.id}" rel="nofollow">${icon('flag')}${texts.report}</a></p></div>
</div>
`,
  });
}

/**
 * The latest release of the catalog, which may be a beta or an alpha, and may not be among the
 * newest versions. The newest version if the catalog has none; null without any version. Throws
 * `not_found`, `gone`.
 */
async function latestOf(
  kit: PageKit,
  visit: Visit,
  { id: modId, latestRelease, versions }: ShownMod,
) {
  const versionId = (latestRelease ?? versions[0])?.id;
  return versionId === undefined ? null : readRelease(kit, visit, { modId, versionId });
}

/** The first file of a version; null if it cannot be downloaded. */
async function mainFileOf(kit: PageKit, visit: Visit, { artifacts, artifactIds }: ShownVersion) {
  const [id] = artifactIds;
  return artifacts?.[0] ?? (id === undefined ? null : readFile(kit, visit, id));
}

function releaseOf(
  visit: Visit,
  mod: ShownMod,
  latest: ShownVersion,
  file: ShownFile | null,
): Html {
  const { locale } = visit;
  const texts = VERSION_TEXTS[locale];
  const version = { ...latest, modId: mod.id };
  const published = latest.publishedAt ?? latest.updatedAt;
  return html`<p class="release"><a href="${MOD_PATHS.version(mod.id, latest.id)}"><strong>${latest.version}</strong></a>
<span class="dim">${texts.channels[latest.releaseChannel]} · ${momentOf(published, locale)}</span></p>
${fitsOf(visit, latest)}${file ? fileBox(visit, version, file, { isAlone: true }) : html`<p>${FILE_TEXTS[locale].noFiles}</p>`}${handOffHelp(visit, mod)}<p class="preview"><a href="${MOD_PATHS.plan(mod.id)}">${texts.preview}</a></p>
`;
}

/** The game versions and loaders of a release, above its download. */
function fitsOf(visit: Visit, { gameVersions, loaderPlatforms }: ShownVersion): Html | null {
  if (gameVersions.length === 0 && loaderPlatforms.length === 0) return null;
  const newestFirst = [...gameVersions].reverse();
  return html`<p class="fits"><span class="dim">${VERSION_TEXTS[visit.locale].fits}</span> ${nameBadges(newestFirst, visit)}${nameBadges(loaderPlatforms, visit)}</p>
`;
}

function gallery(visit: Visit, { gallery: pictures }: ShownMod): Html | null {
  if (pictures.length === 0) return null;
  const { locale } = visit;
  const texts = MOD_TEXTS[locale];
  const items = pictures.map((picture, at) => {
    const name = textOf(picture.alt, locale) || texts.picture(at + 1, pictures.length);
    const look = { locale, sizes: '(max-width: 40rem) 45vw, 16rem' };
    const isNamed = textOf(picture.alt, locale) !== '';
    return html`<li><a href="${picture.url}"${!isNamed && html` aria-label="${name}"`}>${pictureOf(picture, look)}</a></li>
`;
  });
  return card(
    html`<ul class="gallery" data-gallery data-close="${texts.close}" data-next="${texts.next}" data-previous="${texts.previous}" data-title="${texts.pictures}">
${items}</ul>
`,
    texts.pictures,
  );
}

function recentOf(visit: Visit, mod: ShownMod): Html {
  const texts = MOD_TEXTS[visit.locale];
  return card(
    html`${versionTable(visit, mod.id, mod.versions.slice(0, RECENT), texts.recent)}<p><a href="${MOD_PATHS.versions(mod.id)}">${texts.allVersions}</a></p>
`,
    texts.recent,
  );
}

function detailsOf(visit: Visit, mod: ShownMod): Html {
  const { locale } = visit;
  const texts = MOD_TEXTS[locale];
  const game = mod.game.slug;
  const categories = mod.categories.map(
    ({ slug, name }) =>
      html`<a class="badge" href="${MOD_PATHS.catalog({ game, category: slug })}">${name}</a>`,
  );
  const versionsOf = (game_version: string) => MOD_PATHS.catalog({ game, game_version });
  const loadersOf = (loader: string) => MOD_PATHS.catalog({ game, loader });
  const rows: readonly (readonly [string, HtmlValue])[] = [
    [texts.gameVersions, nameBadges([...mod.gameVersions].reverse(), visit, versionsOf)],
    [texts.loaders, nameBadges(mod.loaders, visit, loadersOf)],
    [texts.categories, categories.length > 0 && html`<span class="badges">${categories}</span>`],
    [texts.license, mod.license],
    [texts.published, mod.publishedAt && momentOf(mod.publishedAt, locale)],
    [texts.updated, momentOf(mod.updatedAt, locale)],
    [texts.links, linksOf(visit, mod)],
  ];
  return facts(rows.filter(([, value]) => value));
}

function linksOf({ locale }: Visit, { homepageUrl, sourceUrl }: ShownMod): HtmlValue {
  const texts = MOD_TEXTS[locale];
  const link = (url: string | null, name: string) =>
    url !== null &&
    html`<li>${icon('external')} <a href="${url}" rel="nofollow ugc noopener">${name}</a></li>\n`;
  const links = [link(homepageUrl, texts.homepage), link(sourceUrl, texts.source)];
  return links.some(Boolean) && html`<ul class="lines">\n${links}</ul>`;
}
