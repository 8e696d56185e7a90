import { Prisma } from '../../../platform/database/generated/client.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { FILE_TABLES, obtainable } from '../../publishing/index.js';
import type { PlanContext } from './plan-request.js';
import { tooComplex } from './refusals.js';
import type { LoadedTexts } from './solver/loaded-files.js';

const STABILITY = { release: 0, beta: 1, alpha: 2 } as const;

/** The mods and filters of a request. */
export interface FilesWanted {
  /** The mods whose newest file is requested. */
  readonly modIds: readonly string[];
  /** The exactly named files of the request, with their mods. */
  readonly pinned: readonly { readonly id: string; readonly modId: string }[];
  /** Whether optional dependencies are followed like required ones. */
  readonly includeOptional: boolean;
  readonly surroundings: PlanContext;
  /** The request field that the error names if there is too much to load. */
  readonly field: string;
}

interface Row extends LoadedTexts {
  readonly mods: number;
  readonly fileCount: number;
  readonly demandCount: number;
}

/**
 * Loads the matching files of some mods and of all mods that they may transitively require, and the
 * pinned files, with all their dependencies. One statement. The rows stay JSON texts, which only
 * the solver's thread parses: thousands of rows would block the event loop. Throws
 * `validation_failed` above the limits of a plan.
 */
export async function loadFiles(ctx: RequestContext, wanted: FilesWanted): Promise<LoadedTexts> {
  const [row] = await ctx.platform.db.$queryRaw<Row[]>`
    with recursive ${requestedMods(wanted)},
    ${fittingFiles(ctx, wanted.surroundings)},
    pinned as materialized (
      select a.id, a.mod_id, a.version_id, v.version, v.published_at from artifacts a
      join mod_versions v on v.id = a.version_id
      where a.id = any(${wanted.pinned.map(({ id }) => id)}::uuid[])),
    demands as materialized (
      select d.* from dependencies d
      where d.version_id in (select version_id from files union select version_id from pinned)
        and d.state = 'active' limit ${LIMITS.planDependencies + 1})
    select (select count(*)::int from requested_mods) as mods,
      (select count(*)::int from files) as "fileCount",
      (select count(*)::int from demands) as "demandCount",
      coalesce((select json_agg(${tuple('f')} order by f.mod_id, f.published_at desc, f.version_id desc)
        from files f), '[]')::text as files,
      coalesce((select json_agg(${tuple('p')} order by p.id) from pinned p), '[]')::text as pinned,
      coalesce((select json_agg(json_build_array(version_id, list)) from (
        select version_id, json_agg(json_build_array(kind, target_mod_id, version_constraint,
          target_version_id, target_artifact_id,
          exists (select 1 from mod_versions e where e.mod_id = target_mod_id
            and e.version = version_constraint and e.state = 'published'),
          case when kind = 'embedded' then (select e.version from mod_versions e
            where e.id = coalesce(target_version_id,
              (select a.version_id from artifacts a where a.id = target_artifact_id))) end,
          ${optionalFile(ctx)})
          order by id) as list
        from demands group by version_id) as said), '[]')::text as demands`;
  if (!row) throw problem('internal_error');
  const { mods, fileCount, demandCount, files, pinned, demands } = row;
  const isTooMuch =
    mods > LIMITS.planMods || fileCount > LIMITS.planFiles || demandCount > LIMITS.planDependencies;
  if (isTooMuch) throw tooComplex(wanted.field);
  return { files, pinned, demands };
}

/**
 * The requested mods, and all mods that their versions or the pinned files may transitively
 * require. Mods with a pinned file are left out: a plan considers only their pinned files.
 */
function requestedMods({ modIds, pinned, includeOptional, surroundings }: FilesWanted): Prisma.Sql {
  const kinds = includeOptional ? ['required', 'optional'] : ['required'];
  const pinnedMods = pinned.map(({ modId }) => modId);
  const followed = Prisma.sql`d.state = 'active' and d.kind::text = any(${kinds}::text[])
    and d.target_mod_id <> all(${pinnedMods}::uuid[])`;
  const wantedIds = modIds.filter((modId) => !pinnedMods.includes(modId));
  return Prisma.sql`requested as (
      (select unnest(${wantedIds}::uuid[]) as mod_id
       union
       select d.target_mod_id from artifacts a join dependencies d on d.version_id = a.version_id
       where a.id = any(${pinned.map(({ id }) => id)}::uuid[]) and ${followed})
      union
      select d.target_mod_id from requested
        join mod_versions v on v.mod_id = requested.mod_id and v.state = 'published'
        join dependencies d on d.version_id = v.id
      where ${followed} and ${mayFit(surroundings)}),
    requested_mods as materialized (select mod_id from requested limit ${LIMITS.planMods + 1})`;
}

/**
 * The main files of published versions of these mods that match the request and are downloadable.
 */
function fittingFiles({ platform }: RequestContext, surroundings: PlanContext): Prisma.Sql {
  return Prisma.sql`files as materialized (
      select a.id, a.mod_id, a.version_id, v.version, v.published_at
      from ${FILE_TABLES} join mods m on m.id = a.mod_id
      where a.mod_id in (select mod_id from requested_mods) and v.state = 'published'
        and m.state = 'published' and a.id = v.primary_artifact_id and ${obtainable(platform)}
        and ${mayFit(surroundings)} and ${runsOn(surroundings.platform)}
      limit ${LIMITS.planFiles + 1})`;
}

/**
 * The version of the optional file that a dependency names, or null. A required file must be
 * downloadable; an optional dependency on it only says which version fits.
 */
function optionalFile({ platform }: RequestContext): Prisma.Sql {
  return Prisma.sql`case when kind in ('required', 'optional') and target_artifact_id is not null then (
      select json_build_array(v.id, v.version) from ${FILE_TABLES}
      where a.id = demands.target_artifact_id and a.file_kind = 'optional'
        and (kind = 'optional' or ${obtainable(platform)})) end`;
}

/** A file as a `FileTuple`. */
function tuple(alias: 'f' | 'p'): Prisma.Sql {
  const row = Prisma.raw(alias);
  return Prisma.sql`json_build_array(${row}.id, ${row}.mod_id, ${row}.version_id, ${row}.version,
    (extract(epoch from ${row}.published_at) * 1000)::bigint)`;
}

/**
 * Whether a version matches the channel, game version and loader. An empty list of a version
 * matches all.
 */
function mayFit({ releaseChannel, gameVersion, loader }: PlanContext): Prisma.Sql {
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

/** Whether a version runs on a platform: it names the platform, names `any`, or names none. */
function runsOn(platform: string | null): Prisma.Sql {
  if (platform === null || platform === 'any') return Prisma.sql`true`;
  const named = Prisma.sql`(v.build_metadata -> 'platforms')`;
  return Prisma.sql`(case jsonb_typeof(${named}) when 'array'
    then ${named} = '[]' or ${named} @> '"any"' or ${named} @> to_jsonb(${platform}::text)
    else true end)`;
}
