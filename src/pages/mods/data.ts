import type { z } from 'zod';
import { type ErrorCode, RegisteredError } from '../../registry/errors.js';
import type { PageKit, Visit } from '../kit/index.js';
import {
  bySlug,
  download,
  feed,
  oneFile,
  oneHead,
  oneMod,
  onePlan,
  oneVersion,
  release,
  type ShownDownload,
  type ShownFile,
  type ShownHead,
  type ShownMod,
  type ShownNamesake,
  type ShownPlan,
  type ShownTexts,
  type ShownVersion,
  titles,
  versionPage,
} from './shapes.js';

/** The filters of the list of versions; null filters nothing. */
export interface VersionFilters {
  readonly gameVersion: string | null;
  readonly loader: string | null;
  readonly releaseChannel: ShownVersion['releaseChannel'] | null;
}

/** The titles of published mods by id. All others are missing, even if the visitor may see them. */
export type Titles = ReadonlyMap<string, ShownHead['title']>;

const MISSING: ReadonlySet<ErrorCode> = new Set(['file_not_found', 'gone']);

/** The most ids that the operation for titles accepts. */
const MOST_TITLES = 100;

/** The most files that one page shows beside those of the list. One batch reads them. */
const MOST_OTHER_FILES = 100;

/** A mod with its newest published versions. Throws `not_found`, `gone`. */
export async function readMod(kit: PageKit, { ctx }: Visit, id: string): Promise<ShownMod> {
  return oneMod.parse(await kit.run(ctx, 'pageMod', { id })).mod;
}

/** The head of a mod. Throws `not_found`, `gone`. */
export async function readHead(kit: PageKit, { ctx }: Visit, id: string): Promise<ShownHead> {
  return oneHead.parse(await kit.run(ctx, 'pageModHead', { id })).mod;
}

/** Reads a version with its texts, without its mod. Throws `not_found`, `gone`. */
export async function readRelease(
  kit: PageKit,
  { ctx }: Visit,
  ids: { readonly modId: string; readonly versionId: string },
): Promise<ShownVersion & ShownTexts> {
  return release.parse(await kit.run(ctx, 'pageModRelease', ids)).version;
}

/** The published mods with a slug, at most one in each game. */
export async function readNamesakes(
  kit: PageKit,
  { ctx }: Visit,
  slug: string,
): Promise<readonly ShownNamesake[]> {
  return bySlug.parse(await kit.run(ctx, 'pageModsBySlug', { slug })).mods;
}

/** One page of the versions of a mod. Throws `not_found`, `gone`, `invalid_input`. */
export async function readVersions(
  kit: PageKit,
  { ctx }: Visit,
  from: VersionFilters & { readonly modId: string; readonly cursor: string | null },
): Promise<z.output<typeof versionPage>> {
  return versionPage.parse(await kit.run(ctx, 'pageVersions', { ...from }));
}

/** A page of the files of a version; the first one if `cursor` is null. */
interface FilesFrom {
  readonly modId: string;
  readonly versionId: string;
  readonly cursor: string | null;
}

/**
 * A version with its mod, and one page of its files without those that cannot be downloaded. A
 * `cursor` is the id of the last file of the page before; an unknown one leads to the first page.
 * `next` has the cursor of the next page and the number of files on later ones; null on the last
 * page. Throws `not_found`, `gone`.
 */
export async function readVersion(kit: PageKit, visit: Visit, { cursor, ...ids }: FilesFrom) {
  const data = oneVersion.parse(await kit.run(visit.ctx, 'pageVersion', ids));
  const { mod, version } = data;
  const listed = data.files.items.flatMap(({ artifact }) => artifact ?? []);
  // The list omits external files, and for the public the files of an archived version.
  const known = new Set(listed.map(({ id }) => id));
  const isOpen = version.status === 'published' || version.status === 'archived';
  // Main files come first.
  const others = isOpen ? version.artifactIds.filter((id) => !known.has(id)) : [];
  const from = cursor === null ? 0 : others.indexOf(cursor) + 1;
  const read = others.slice(from, from + MOST_OTHER_FILES);
  // These operations start together, so one batch of `publishedFile` serves them.
  const further = await Promise.all(read.map((id) => readFile(kit, visit, id)));
  const files = [...(from === 0 ? listed : []), ...further.flatMap((file) => file ?? [])];
  const last = read.at(-1);
  const count = others.length - from - read.length;
  const next = last !== undefined && count > 0 ? { cursor: last, count } : null;
  return { mod, version, files, isFirst: from === 0, next };
}

/** A file of a version; null if it cannot be downloaded. */
export async function readFile(
  kit: PageKit,
  { ctx }: Visit,
  id: string,
): Promise<ShownFile | null> {
  try {
    return oneFile.parse(await kit.run(ctx, 'pageFile', { id })).file.artifact;
  } catch (error) {
    const isMissing = error instanceof RegisteredError && MISSING.has(error.code);
    if (isMissing) return null;
    throw error;
  }
}

/** A mod with the newest versions and their changelogs. Throws `not_found`, `gone`. */
export async function readFeed(kit: PageKit, { ctx }: Visit, id: string) {
  return feed.parse(await kit.run(ctx, 'pageModFeed', { id })).mod;
}

/**
 * A plan that installs a mod and everything that it needs. `input` is an `InstallPlanInput` of the
 * GraphQL schema. If no plan exists, the status says so. Throws the errors of `resolvePlan`, such
 * as `not_found`, `gone` and `invalid_input`.
 */
export async function readPlan(
  kit: PageKit,
  { ctx }: Visit,
  input: Readonly<Record<string, unknown>>,
): Promise<ShownPlan> {
  return onePlan.parse(await kit.run(ctx, 'pagePlan', { input })).plan;
}

/** Reads the titles of the published mods among these, at most of the first hundred ids. */
export async function readTitles(
  kit: PageKit,
  { ctx }: Visit,
  modIds: readonly string[],
): Promise<Titles> {
  const ids = [...new Set(modIds)].slice(0, MOST_TITLES);
  if (ids.length === 0) return new Map();
  const { mods } = titles.parse(await kit.run(ctx, 'pageModTitles', { ids }));
  return new Map(mods.items.map(({ id, title }) => [id, title]));
}

/**
 * Starts the download of a file. A stored file opens or renews the grant of the visitor; an
 * external file has only the URL of its provider. Throws the errors of the verb `resolveDownload`,
 * such as `file_not_found`, `gone` and `download_rate_limited`.
 */
export async function resolveDownload(
  kit: PageKit,
  { ctx }: Visit,
  artifactId: string,
): Promise<ShownDownload> {
  return download.parse(await kit.run(ctx, 'pageResolveDownload', { artifactId })).download;
}
