import type { RequestHandler } from 'express';
import { type Html, html } from '../../platform/html/html.js';
import type { RenderMarkdown } from '../../platform/html/markdown-pool.js';
import { card, countOf, facts, momentOf, type PageKit, plural, type Visit } from '../kit/index.js';
import { MOD_PATHS } from './addresses.js';
import { readTitles, readVersion } from './data.js';
import { filterIn, idIn } from './filters.js';
import { showModPage, titleOf } from './mod-frame.js';
import { prose } from './prose.js';
import type { ShownVersion } from './shapes.js';
import { FILE_TEXTS } from './texts/files.js';
import { MOD_TEXTS } from './texts/mod.js';
import { VERSION_TEXTS } from './texts/versions.js';
import {
  dependencyList,
  fileBox,
  handOffHelp,
  nameBadges,
  versionBadges,
} from './version-parts.js';

type Version = Awaited<ReturnType<typeof readVersion>>;

/**
 * A version of a mod: its changes, files and dependencies. If it has very many files, a link with a
 * cursor leads to the others.
 */
export function versionPage(kit: PageKit, render: RenderMarkdown): RequestHandler {
  return kit.page(async (visit) => {
    const ids = { modId: idIn(visit, 'id'), versionId: idIn(visit, 'version') };
    const cursor = filterIn(visit, 'cursor');
    const page = await readVersion(kit, visit, { ...ids, cursor });
    const { mod, version } = page;
    const [titles, changes] = await Promise.all([
      readTitles(
        kit,
        visit,
        version.dependencies.map(({ modId }) => modId),
      ),
      prose(render, visit, version.changelog),
    ]);
    const texts = VERSION_TEXTS[visit.locale];
    const title = texts.versionTitle(titleOf(mod, visit), version.version);
    return showModPage(visit, {
      mod,
      current: 'versions',
      title,
      metadata: { path: MOD_PATHS.version(mod.id, version.id), title },
      ...(cursor === null ? {} : { robots: 'noindex' as const }),
      body: html`<div class="version-title"><h2>${version.version}</h2> ${versionBadges(version, visit)}</div>
<div class="mod-columns">
<div class="mod-get">${card(filesOf(visit, page), FILE_TEXTS[visit.locale].files)}</div>
<div class="mod-main">
${card(changes ?? html`<p class="dim">${texts.noChangelog}</p>`, texts.changelog)}${card(
  dependencyList(visit, version.dependencies, titles),
  texts.dependencies,
)}</div>
<div class="mod-side">${card(detailsOf(visit, version), MOD_TEXTS[visit.locale].details)}${
        version.provenance && card(provenanceOf(visit, version.provenance), texts.provenance)
      }</div>
</div>
`,
    });
  });
}

function filesOf(visit: Visit, page: Version): Html {
  const { mod, version, files, isFirst, next } = page;
  const texts = FILE_TEXTS[visit.locale];
  const linkTo = (text: string, cursor?: string) =>
    html`<p><a href="${MOD_PATHS.version(mod.id, version.id, cursor)}">${text}</a></p>\n`;
  const more = html`${!isFirst && linkTo(texts.firstFiles)}${next && linkTo(plural(next.count, visit.locale, texts.moreFiles), next.cursor)}`;
  if (files.length === 0) return isFirst && !next ? html`<p>${texts.noFiles}</p>\n` : more;
  const own = { ...version, modId: mod.id };
  // The file that most people want comes first.
  const inOrder = files.toSorted((a, b) => a.fileKind.localeCompare(b.fileKind));
  const isAlone = files.length === 1 && isFirst && !next;
  const boxes = inOrder.map((file) => fileBox(visit, own, file, { isAlone }));
  return html`${boxes.map((box) => html`<div class="file">${box}</div>\n`)}${more}${handOffHelp(visit, mod, version)}<p class="preview"><a href="${MOD_PATHS.plan(mod.id, version.id)}">${VERSION_TEXTS[visit.locale].preview}</a></p>
`;
}

function detailsOf(visit: Visit, version: ShownVersion): Html {
  const { locale } = visit;
  const texts = MOD_TEXTS[locale];
  // A version that names none fits all of them.
  const { fitsAny } = VERSION_TEXTS[locale];
  return facts([
    [texts.gameVersions, nameBadges(version.gameVersions, visit) ?? fitsAny],
    [texts.loaders, nameBadges(version.loaderPlatforms, visit) ?? fitsAny],
    [texts.published, momentOf(version.publishedAt ?? version.updatedAt, locale)],
    [texts.downloadsTitle, countOf(version.downloadsCount, locale)],
  ]);
}

/** The CI run that built the files. All facts come from the verified token of its CI service. */
function provenanceOf(
  { locale }: Visit,
  {
    repository,
    commit,
    ref,
    workflow,
    issuer,
    runUrl,
  }: NonNullable<Version['version']['provenance']>,
): Html {
  const texts = VERSION_TEXTS[locale];
  return html`<p>${texts.provenanceWhat}</p>
${facts([
  [texts.repository, repository],
  [texts.commit, html`<code class="digest">${commit}</code>`],
  [texts.ref, html`<code>${ref}</code>`],
  [texts.workflow, html`<code>${workflow}</code>`],
  [texts.run, html`<a href="${runUrl}" rel="nofollow noopener">${texts.toRun}</a>`],
  [texts.issuer, new URL(issuer).host],
])}`;
}
