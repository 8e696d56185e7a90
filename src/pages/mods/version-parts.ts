import { type Html, html } from '../../platform/html/html.js';
import { icon } from '../../platform/html/icons.js';
import { actions, badge, facts, form, sizeOf, textOf, type Visit } from '../kit/index.js';
import { MOD_PATHS } from './addresses.js';
import type { Titles } from './data.js';
import type { ShownFile, ShownHead, ShownTexts, ShownVersion } from './shapes.js';
import { FILE_TEXTS } from './texts/files.js';
import { MOD_TEXTS } from './texts/mod.js';
import { VERSION_TEXTS } from './texts/versions.js';

/** The field of a download form that names the file. */
export const FILE_FIELD = 'file';

/** The most names in one row of badges. */
const MOST_BADGES = 12;

/** The stability of a version, and its state unless it is published. */
export function versionBadges(version: ShownVersion, { locale }: Visit): Html {
  const texts = VERSION_TEXTS[locale];
  const { releaseChannel, status } = version;
  const state = new Map(Object.entries(texts.states)).get(status);
  return html`<span class="badges">${badge(releaseChannel === 'release' ? 'good' : 'plain', texts.channels[releaseChannel])}${
    state !== undefined && badge('plain', state)
  }</span>`;
}

/**
 * Names as badges, each a link if it has an address; null without names. The last ones of many are
 * only counted.
 */
export function nameBadges(
  names: readonly string[],
  { locale }: Visit,
  addressOf?: (name: string) => string,
): Html | null {
  if (names.length === 0) return null;
  const shown = names.slice(0, MOST_BADGES).map((name) => {
    const address = addressOf?.(name);
    return address === undefined
      ? html`<span class="badge">${name}</span>`
      : html`<a class="badge" href="${address}">${name}</a>`;
  });
  const left = names.length - shown.length;
  return html`<span class="badges">${shown}${left > 0 && html`<span class="dim">${MOD_TEXTS[locale].more(left)}</span>`}</span>`;
}

/**
 * The look of a download button. A primary one has the name of its file for screen readers (`of`).
 */
interface DownloadLook {
  readonly look?: 'primary' | 'quiet';
  readonly of?: Html | null;
}

/** A form that downloads a file of a version. It posts `FILE_FIELD` to `version.page`. */
export function downloadForm(
  visit: Visit,
  version: Pick<ShownVersion, 'version'> & { readonly page: string },
  fileId: string,
  { look = 'primary', of = null }: DownloadLook = {},
): Html {
  const texts = FILE_TEXTS[visit.locale];
  const label =
    look === 'primary'
      ? html`${texts.downloadOf(version.version)}${of}`
      : html`${texts.download} <span class="unseen">${version.version}</span>`;
  return form(
    visit,
    html`<input type="hidden" name="${FILE_FIELD}" value="${fileId}">
<button type="submit" class="${look}">${icon('download')}<span>${label}</span></button>
`,
    version.page,
  );
}

/**
 * A file with everything that a person or a mod manager needs to get and to check it. Beside other
 * files, its buttons have its name for screen readers, so that their names differ.
 */
export function fileBox(
  visit: Visit,
  version: Pick<ShownVersion, 'id' | 'version'> & { readonly modId: string },
  file: ShownFile,
  { isAlone }: { readonly isAlone: boolean },
): Html {
  const texts = FILE_TEXTS[visit.locale];
  const { hashes, sizeBytes, scanStatus, fileKind, artifactSource } = file;
  const page = MOD_PATHS.version(version.modId, version.id);
  const id = `sha256-${file.id}`;
  const name = file.originalFilename ?? file.label;
  const of = isAlone ? null : html`<span class="unseen"> (${name})</span>`;
  return html`<p class="file-name">${name}${fileKind === 'optional' && badge('plain', texts.optionalFile)}</p>
${
  artifactSource === 'external_provider_reference' &&
  html`<p>${texts.elsewhere}</p>
`
}${actions(downloadForm(visit, { ...version, page }, file.id, { of }), handOffLink(visit, file.handoffUri, of))}${facts(
  [
    [texts.size, sizeOf(sizeBytes, visit.locale)],
    [texts.scan, scanOf(visit, scanStatus)],
    [
      texts.checksum,
      html`<code class="digest" id="${id}">${hashes.sha256}</code>
<button type="button" class="quiet copy" data-copy="${id}" data-copied="${texts.copied}" hidden>${icon('copy')}<span aria-live="polite">${texts.copy}</span>${of}</button>`,
    ],
  ],
)}`;
}

/** The mods that a version needs, contains or excludes; those without a title as unknown mods. */
export function dependencyList(
  { locale }: Visit,
  dependencies: ShownTexts['dependencies'],
  titles: Titles,
): Html {
  const texts = VERSION_TEXTS[locale];
  if (dependencies.length === 0) return html`<p class="dim">${texts.noDependencies}</p>\n`;
  const rows = dependencies.map(({ modId, kind, versionConstraint, note }) => {
    const title = titles.get(modId);
    const name = title
      ? html`<a href="${MOD_PATHS.mod(modId)}">${textOf(title, locale)}</a>`
      : texts.unknownMod;
    return html`<li><span class="badge ${kind === 'conflict' ? 'bad' : 'plain'}">${texts.dependencyKinds[kind]}</span>
<span>${name}${versionConstraint !== null && html` <code>${versionConstraint}</code>`}${note && html`<span class="dim note">${note}</span>`}</span></li>
`;
  });
  return html`<ul class="needs">
${rows}</ul>
`;
}

/** The state of the scan in words. */
function scanOf({ locale }: Visit, status: string): Html {
  const { scans } = FILE_TEXTS[locale];
  if (status === 'clean') return html`<span class="good">${icon('shield')} ${scans.clean}</span>`;
  if (status === 'skipped') return html`${scans.skipped}`;
  const waits = ['pending', 'queued', 'scanning'].includes(status);
  if (waits) return html`${scans.waiting}`;
  return html`<span class="bad">${icon('warning')} ${scans.bad}</span>`;
}

function handOffLink({ locale }: Visit, uri: string, of: Html | null): Html {
  return html`<a class="button quiet" data-hand-off href="${uri}">${icon('external')}<span>${FILE_TEXTS[locale].handOff}${of}</span></a>
`;
}

/**
 * Explains the hand-off to people without a mod manager, and offers the command line, which
 * installs the newest version, or the one that the page is about. The author chooses the text of a
 * version; if it is not safe in a shell, the command has the id.
 */
export function handOffHelp(
  { ctx, locale }: Visit,
  { game, slug }: Pick<ShownHead, 'game' | 'slug'>,
  version?: Pick<ShownVersion, 'id' | 'version'>,
): Html {
  const { handOffWhat, handOffHow, commandLine, commandLineHow } = FILE_TEXTS[locale];
  const { publicUrl } = ctx.platform;
  const newest = `${game.slug}/${slug}`;
  const mod = version
    ? (shellWord(`${newest}@${version.version}`) ?? `${newest}@${version.id}`)
    : newest;
  return html`<details class="help"><summary>${handOffWhat}</summary>
${handOffHow.map((text) => html`<p>${text}</p>\n`)}<p>${commandLine} <a href="/guides/getting-started#on-the-command-line">${commandLineHow}</a></p>
<p><code class="secret">modport install ${mod} --server ${shellWord(publicUrl) ?? publicUrl}</code></p></details>
`;
}

/** Characters that no shell interprets. */
const PLAIN = /^[\w.+:/@-]+$/;

/**
 * Characters without effect in double quotes, in POSIX shells, PowerShell and cmd. PowerShell
 * removes the quotes before it starts a batch file, so those that cmd interprets are missing.
 */
const QUOTABLE = /^[\p{Lu}\p{Ll}\p{Lo}\p{Nd} \w.+:/@,=#()[\]-]+$/u;

/**
 * A text as one word of a shell command that people copy, quoted if necessary. Null if no form is
 * safe in all of POSIX shells, PowerShell and cmd.
 */
function shellWord(text: string): string | null {
  if (PLAIN.test(text)) return text;
  return QUOTABLE.test(text) ? `"${text}"` : null;
}
