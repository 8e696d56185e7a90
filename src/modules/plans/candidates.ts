import semver from 'semver';
import { Prisma } from '../../platform/database/generated/client.js';
import type { Platform } from '../../platform/platform.js';
import type { RequestContext } from '../../request/context.js';
import { load } from '../../request/loaders.js';
import { FILE_FACTS, FILE_TABLES, type FileRow, obtainable } from '../artifacts/index.js';
import { type Dependency, dependenciesByVersion } from '../versions/index.js';
import type { Surroundings } from './surroundings.js';

/** A published version with its file, as a plan may choose it. */
export interface Candidate extends FileRow {
  readonly version: string;
  readonly releaseChannel: 'release' | 'beta' | 'alpha';
  readonly publishedAt: Date;
  readonly versionState: string;
  readonly modState: string;
  readonly gameSlug: string;
  readonly primaryArtifactId: string | null;
  readonly buildPlatforms: readonly string[];
}

/** A candidate with what it says of other mods. */
export interface Choice extends Candidate {
  readonly dependencies: readonly Dependency[];
}

const STABILITY = { release: 0, beta: 1, alpha: 2 } as const;

const columns = (platform: Platform) => Prisma.sql`
  ${FILE_FACTS}, ${obtainable(platform)} as trusted, v.version, v.release_channel::text as "releaseChannel",
  v.published_at as "publishedAt", v.state::text as "versionState", m.state::text as "modState",
  g.slug as "gameSlug", v.primary_artifact_id as "primaryArtifactId",
  coalesce((select array_agg(p) from jsonb_array_elements_text(
    case jsonb_typeof(v.build_metadata -> 'platforms') when 'array'
      then v.build_metadata -> 'platforms' else '[]'::jsonb end) as p), '{}') as "buildPlatforms"`;

const TABLES = Prisma.sql`${FILE_TABLES} join mods m on m.id = a.mod_id join games g on g.id = m.game_id`;

/**
 * The main files of the published versions of some mods, newest first; one statement. With
 * surroundings, without those that do not fit their channel, game version or loader: of a mod with
 * many versions few do.
 */
export function candidatesOf(
  ctx: RequestContext,
  modIds: readonly string[],
  surroundings?: Surroundings,
): Promise<Candidate[]> {
  const fitting = surroundings ? mayFit(surroundings) : Prisma.sql`true`;
  return ctx.platform.db.$queryRaw<Candidate[]>`
    select ${columns(ctx.platform)} from ${TABLES}
    where a.mod_id = any(${[...modIds]}::uuid[]) and v.state = 'published'
      and m.state = 'published' and a.id = v.primary_artifact_id and ${fitting}
    order by a.mod_id, v.published_at desc, v.id desc`;
}

/**
 * Some mods, and all that they may come to ask for by dependencies of some kinds, over any number of
 * steps; one statement. It goes by every published version that may fit, so they can be more than are
 * asked for in the end.
 */
export async function modsWithin(
  ctx: RequestContext,
  modIds: readonly string[],
  kinds: readonly Dependency['kind'][],
  surroundings: Surroundings,
): Promise<string[]> {
  const rows = await ctx.platform.db.$queryRaw<{ modId: string }[]>`
    with recursive asked as (
      select unnest(${[...modIds]}::uuid[]) as mod_id
      union
      select d.target_mod_id from asked
        join mod_versions v on v.mod_id = asked.mod_id and v.state = 'published'
        join dependencies d on d.version_id = v.id and d.state = 'active'
      where d.kind::text = any(${[...kinds]}::text[]) and ${mayFit(surroundings)})
    select mod_id as "modId" from asked order by mod_id`;
  return rows.map(({ modId }) => modId);
}

/** What of `fits` a statement can tell. */
function mayFit({ releaseChannel, gameVersion, loader }: Surroundings): Prisma.Sql {
  const channels = Object.entries(STABILITY).flatMap(([channel, stability]) =>
    stability <= STABILITY[releaseChannel] ? [channel] : [],
  );
  const offers = (wanted: string | null, offered: Prisma.Sql) =>
    wanted === null
      ? Prisma.sql`true`
      : Prisma.sql`(cardinality(${offered}) = 0 or ${wanted} = any(${offered}))`;
  return Prisma.sql`v.release_channel::text = any(${channels}::text[])
    and ${offers(gameVersion, Prisma.sql`v.game_versions`)}
    and ${offers(loader, Prisma.sql`v.loader_platforms`)}`;
}

/** The further files of some versions, whether they can be had or not. */
export function optionalFilesOf(
  ctx: RequestContext,
  versionIds: readonly string[],
): Promise<Candidate[]> {
  return ctx.platform.db.$queryRaw<Candidate[]>`
    select ${columns(ctx.platform)} from ${TABLES}
    where a.version_id = any(${[...versionIds]}::uuid[]) and a.file_kind = 'optional'
    order by a.created_at, a.id`;
}

/** Exactly the files that versions or artifacts name, in whatever state they are. */
export function pinnedOf(
  ctx: RequestContext,
  ids: { versionIds: readonly string[]; artifactIds: readonly string[] },
): Promise<Candidate[]> {
  return ctx.platform.db.$queryRaw<Candidate[]>`
    select ${columns(ctx.platform)} from ${TABLES}
    where a.id = any(${[...ids.artifactIds]}::uuid[])
      or (v.id = any(${[...ids.versionIds]}::uuid[]) and a.id = v.primary_artifact_id)
    order by a.id`;
}

/** Adds what chosen files say of other mods; one statement for all of them. */
export function withDependencies(
  ctx: RequestContext,
  candidates: readonly Candidate[],
): Promise<Choice[]> {
  return Promise.all(
    candidates.map(async (candidate) => ({
      ...candidate,
      dependencies: await load(ctx, dependenciesByVersion, candidate.versionId),
    })),
  );
}

/** Whether a file fits what the request says of its surroundings. Pins are not asked. */
export function fits(candidate: Candidate, request: Surroundings): boolean {
  const { gameVersions, loaderPlatforms, buildPlatforms } = candidate;
  return (
    candidate.trusted &&
    STABILITY[candidate.releaseChannel] <= STABILITY[request.releaseChannel] &&
    isIn(request.gameVersion, gameVersions) &&
    isIn(request.loader, loaderPlatforms) &&
    (request.platform === 'any' ||
      buildPlatforms.includes('any') ||
      isIn(request.platform, buildPlatforms))
  );
}

/** No demand, or no statement to the contrary, means yes. */
function isIn(wanted: string | null, offered: readonly string[]): boolean {
  return wanted === null || offered.length === 0 || offered.includes(wanted);
}

/** What was found of a demand and a file; whoever looks for a plan asks thousands of times. */
const known = new WeakMap<Dependency, WeakMap<Candidate, boolean>>();

/** Whether a file meets what a dependency demands: exact ids first, then the range. */
export function meets(candidate: Candidate, dependency: Dependency): boolean {
  const ofDemand = known.get(dependency) ?? new WeakMap<Candidate, boolean>();
  known.set(dependency, ofDemand);
  const isMet = ofDemand.get(candidate) ?? compared(candidate, dependency);
  ofDemand.set(candidate, isMet);
  return isMet;
}

function compared(candidate: Candidate, dependency: Dependency): boolean {
  if (dependency.artifactId && dependency.artifactId !== candidate.id) return false;
  if (dependency.versionId && dependency.versionId !== candidate.versionId) return false;
  return inRange(candidate.version, dependency.versionConstraint);
}

/** Whether a file contains what a dependency demands; a range that is contained has to fit whole. */
export function embeds(file: Choice, demand: Dependency): boolean {
  return file.dependencies.some((it) => {
    if (it.kind !== 'embedded' || it.modId !== demand.modId) return false;
    const [contained, wanted] = [it.versionConstraint, demand.versionConstraint];
    if (contained === null || wanted === null) return true;
    const isRange = semver.validRange(contained) !== null && semver.validRange(wanted) !== null;
    return isRange ? semver.subset(contained, wanted) : contained === wanted;
  });
}

/** A version string that is not semver is matched exactly (decisions, Catalog). */
function inRange(version: string, range: string | null): boolean {
  if (!range || version === range) return true;
  if (semver.valid(version) === null) return false;
  return semver.satisfies(version, range, { includePrerelease: true });
}
