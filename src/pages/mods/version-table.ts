import { type Html, html } from '../../platform/html/html.js';
import { momentOf, sizeOf, type Visit } from '../kit/index.js';
import { MOD_PATHS } from './addresses.js';
import type { ShownVersion } from './shapes.js';
import { MOD_TEXTS } from './texts/mod.js';
import { downloadForm, nameBadges, versionBadges } from './version-parts.js';

/**
 * A list of versions of a mod, each with its game versions and loaders, and the download of its
 * first file if the version is published. `name` is the name of the list for screen readers.
 */
export function versionTable(
  visit: Visit,
  modId: string,
  versions: readonly ShownVersion[],
  name: string,
): Html {
  return html`<ul class="releases" aria-label="${name}">
${versions.map((version) => rowOf(visit, modId, version))}</ul>
`;
}

function rowOf(visit: Visit, modId: string, version: ShownVersion): Html {
  const { locale } = visit;
  const page = MOD_PATHS.version(modId, version.id);
  const [file] = version.artifacts ?? [];
  const fileId = file?.id ?? version.artifactIds[0];
  const isOpen = version.status === 'published' && fileId !== undefined;
  return html`<li>
<div class="release-name"><a href="${page}">${version.version}</a> ${versionBadges(version, visit)}</div>
<div class="release-fits">${nameBadges(version.gameVersions, visit)}${nameBadges(version.loaderPlatforms, visit)}</div>
<div class="release-facts dim"><span>${momentOf(version.publishedAt ?? version.updatedAt, locale)}</span><span>${MOD_TEXTS[locale].downloads(version.downloadsCount)}</span>${
    file && html`<span>${sizeOf(file.sizeBytes, locale)}</span>`
  }</div>
<div class="release-get">${isOpen && downloadForm(visit, { ...version, page }, fileId, { look: 'quiet' })}</div>
</li>
`;
}
