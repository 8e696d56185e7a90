import { type Client, type Plan, type PlanRequest, plan } from '@modport/client';
import { type FoundMod, findMod, findVersion, parseReference } from '../catalog.js';
import { failure } from '../failure.js';
import { texts } from '../language.js';
import { usage } from '../usage.js';
import { checkedLockfile, type LockedFile, type LockedRequest, type Lockfile } from './lockfile.js';
import { nameFiles } from './names.js';

/**
 * The mods and options that a user gave on the command line. An option with a value is undefined if
 * it is not given.
 */
export interface Selection {
  /** References to mods, each with an optional `@version` (`parseReference`). */
  readonly mods: readonly string[];
  readonly game: string | undefined;
  readonly gameVersion: string | undefined;
  readonly loader: string | undefined;
  readonly platform: string | undefined;
  readonly channel: string | undefined;
  /** Whether `--optional` was given. False does not turn off that of the lockfile (`requestOf`). */
  readonly withOptional: boolean;
}

/** The request of a plan, and the ids of the mods that the user named. */
export interface NamedRequest {
  readonly request: LockedRequest;
  readonly named: ReadonlySet<string>;
}

/**
 * The request of a plan: the named mods, added to those of the folder's lockfile (`before`, or null
 * without one). An option that is not given keeps its value of the lockfile. A named mod without a
 * version loses its earlier pin. Throws:
 * - `usage` if no mod, option or lockfile states the game
 * - `mod_not_found`, `mod_ambiguous`, `version_not_found` and `version_ambiguous`
 */
export async function requestOf(
  client: Client,
  selection: Selection,
  before: LockedRequest | null,
  signal: AbortSignal,
): Promise<NamedRequest> {
  const mods = new Map(before?.mods.map((one) => [one.mod_id, one]));
  const named = new Set<string>();
  const loader = selection.loader ?? before?.loader ?? null;
  let game = selection.game ?? before?.game_slug;
  for (const text of selection.mods) {
    const { mod, version } = parseReference(text);
    const found: FoundMod = await findMod(client, mod, game, signal);
    game ??= found.game_slug;
    const version_id =
      version === null ? null : (await findVersion(client, found, version, signal, loader)).id;
    mods.set(found.id, { mod_id: found.id, version_id });
    named.add(found.id);
  }
  if (game === undefined) throw usage(NO_MODS);
  const request = {
    game_slug: game,
    game_version: selection.gameVersion ?? before?.game_version ?? null,
    loader,
    platform: selection.platform ?? before?.platform ?? null,
    release_channel: channelOf(selection.channel) ?? before?.release_channel ?? 'release',
    include_optional: selection.withOptional || before?.include_optional === true,
    mods: [...mods.values()],
  };
  return { request, named };
}

const NO_MODS = texts({
  en: 'Name at least one mod.',
  de: 'Mindestens eine Mod angeben.',
  ru: 'Укажите хотя бы один мод.',
});

function channelOf(text: string | undefined): LockedRequest['release_channel'] | undefined {
  return text === 'release' || text === 'beta' || text === 'alpha' ? text : undefined;
}

/** The members of a plan that a lockfile needs. */
export type ResolvedPlan = Pick<Plan, 'plan_id' | 'items'>;

/**
 * Resolves a plan. If no versions fit together, the plan has no items, and its `conflicts` say why.
 */
export function planOf(client: Client, request: LockedRequest, signal: AbortSignal): Promise<Plan> {
  return plan(client, planRequest(request), { signal });
}

/** Resolves a plan. Throws `plan_unsatisfiable` if no versions fit together. */
export async function resolve(
  client: Client,
  request: LockedRequest,
  signal: AbortSignal,
): Promise<Plan> {
  const resolved = await planOf(client, request, signal);
  if (resolved.status === 'resolved') return resolved;
  const conflicts = resolved.conflicts.map(({ explanation }) => explanation);
  throw failure('plan_unsatisfiable', { conflicts });
}

function planRequest({ mods, ...request }: LockedRequest): PlanRequest {
  const free = mods.filter(({ version_id }) => version_id === null);
  const versions = mods.flatMap(({ mod_id, version_id }) =>
    version_id === null ? [] : [{ mod_id, version_id }],
  );
  return { ...request, mod_ids: free.map(({ mod_id }) => mod_id), versions };
}

/**
 * The lockfile of a plan and of the files that stay (`staying`). It has no entries for items that
 * another file contains. The values of a plan come from the service, so they are checked like those
 * of a lockfile. Throws `integrity`.
 */
export function lockfileOf(
  server: string,
  request: LockedRequest,
  resolved: ResolvedPlan,
  staying: readonly LockedFile[] = [],
): Lockfile {
  const downloads = resolved.items.filter(({ embedded_in }) => embedded_in === null);
  const unnamed = downloads.map((item) => ({
    sha256: item.file.sha256,
    size_bytes: item.file.size_bytes,
    artifact_id: item.artifact_id,
    filename: item.file.original_filename,
    mod_id: item.mod_id,
    slug: item.slug,
    version_id: item.version_id,
    version: item.version,
    role: item.role,
  }));
  const taken = staying.map(({ path }) => path);
  const named = nameFiles(unnamed, taken).map(({ filename: _, ...file }) => file as LockedFile);
  const files = [...named, ...staying];
  const content = { lockfile_version: 1, server, plan_id: resolved.plan_id, request, files };
  return checkedLockfile(content, (fault) => failure('integrity', { reason: BAD_PLAN(fault) }));
}

const BAD_PLAN = (fault: string) =>
  texts({
    en: `the plan is not valid (${fault})`,
    de: `der Plan ist ungültig (${fault})`,
    ru: `план недопустим (${fault})`,
  });
