import { ProblemError } from '@modport/client';
import type { Connection } from '../connection.type.js';
import type { Language } from '../language.js';
import { isFitting } from './fitting.js';
import { type Kept, resolveKeeping } from './keep-versions.js';
import type { LockedFile, LockedRequest, Lockfile } from './lockfile.js';
import { namedProblem } from './named-problem.js';
import { lockfileOf, type ResolvedPlan } from './plan-request.js';
import { type AsideReason, type Pin, type PlanSession, planSession } from './plan-session.js';

/**
 * An installed mod. Slug and version are null if it has no file in the lockfile, for example
 * because another file contains it.
 */
interface InstalledMod {
  readonly mod_id: string;
  readonly slug: string | null;
  readonly version: string | null;
}

/** The next content of a folder. */
export interface NextFolder {
  readonly lockfile: Lockfile;
  /** Installed mods that no plan can contain. They stay as they are. */
  readonly setAside: readonly (InstalledMod & { readonly reason: AsideReason })[];
  /** Mods that lost their pin, because the pinned version is no longer offered. */
  readonly unpinned: readonly InstalledMod[];
  /**
   * Mods that the user removed although a mod of `setAside` may need them. No plan contains that
   * mod, so its dependencies are unknown.
   */
  readonly perhapsNeeded: readonly InstalledMod[];
  /** The files of the lockfile that stay as they are, even if they are missing or changed. */
  readonly staying: readonly LockedFile[];
}

/** The next content of a folder for a lockfile that is used as it is, without mods set aside. */
export function exactly(lockfile: Lockfile): NextFolder {
  return { lockfile, setAside: [], unpinned: [], perhapsNeeded: [], staying: [] };
}

/** The facts that decide the next content of a folder. `before` is null without a lockfile. */
export interface FolderInput {
  readonly connection: Connection;
  readonly language: Language;
  readonly signal: AbortSignal;
  readonly before: Lockfile | null;
  readonly request: LockedRequest;
  /** The ids of the mods that the user named: no plan leaves them out. */
  readonly named: ReadonlySet<string>;
  readonly kept: Kept;
}

/**
 * The next content of a folder, from a plan that keeps versions (`resolveKeeping`). Installed mods
 * that no plan can contain stay as they are, with the dependencies that they may need, if the user
 * did not name them and the game is the same. Throws the errors of `resolveKeeping` and
 * `lockfileOf`; a problem of the service names mods by their slugs.
 */
export async function nextFolder(input: FolderInput): Promise<NextFolder> {
  const { connection, before, request, named, kept, signal, language } = input;
  const isSameGame = before?.request.game_slug === request.game_slug;
  const others = isSameGame ? before.request.mods.filter((one) => !named.has(one.mod_id)) : [];
  const installed = before?.files ?? [];
  const optional = new Set(others.map(({ mod_id }) => mod_id));
  const session = planSession({ client: connection.client, request, signal, optional, installed });
  try {
    const plan = await resolveKeeping(session, kept);
    // Without an id, the plan is empty, because all mods are set aside: the former id stays.
    const isEmpty = plan.plan_id === '';
    return folderOf(
      input,
      session,
      isEmpty && before ? { ...plan, plan_id: before.plan_id } : plan,
    );
  } catch (error) {
    throw error instanceof ProblemError ? namedProblem(error, installed, language) : error;
  }
}

function folderOf(
  { connection, before, request }: FolderInput,
  session: PlanSession,
  plan: ResolvedPlan,
): NextFolder {
  const staying = before ? stayingFiles(before, session, plan) : [];
  const planned = new Map(session.request().mods.map((one) => [one.mod_id, one]));
  const mods = request.mods.map((one) => planned.get(one.mod_id) ?? one);
  const unpinned = request.mods.filter((one, at) => one.version_id !== mods[at]?.version_id);
  const isPlanned = (id: string) => plan.items.some(({ mod_id }) => mod_id === id);
  const isSelected = (id: string) => request.mods.some(({ mod_id }) => mod_id === id);
  const removed = (before?.request.mods ?? []).filter(
    ({ mod_id }) => !isSelected(mod_id) && !isPlanned(mod_id),
  );
  const setAside = [...session.aside].filter(([mod_id]) => !isPlanned(mod_id));
  const modOf = (mod_id: string): InstalledMod => {
    const { slug = null, version = null } =
      before?.files.find((one) => one.mod_id === mod_id) ?? {};
    return { mod_id, slug, version };
  };
  return {
    lockfile: lockfileOf(connection.server, { ...request, mods }, plan, staying),
    setAside: setAside.map(([mod_id, reason]) => ({ ...modOf(mod_id), reason })),
    unpinned: unpinned.map(({ mod_id }) => modOf(mod_id)),
    perhapsNeeded: setAside.length === 0 ? [] : removed.map(({ mod_id }) => modOf(mod_id)),
    staying,
  };
}

/**
 * The installed files of mods that the user did not name, whose versions a plan keeps. None without
 * a lockfile, and for another game. If a filter of the request changed, the plan has the newest
 * versions and all mods. A file then keeps its version only if no plan exists otherwise, for example
 * because it is archived and still fits.
 */
export function keptOf({
  connection: { client },
  signal,
  before,
  request,
  named,
}: Omit<FolderInput, 'language' | 'kept'>): Kept {
  if (before === null || before.request.game_slug !== request.game_slug) return { files: [] };
  const files = before.files.filter(({ mod_id }) => !named.has(mod_id));
  if (!changesFilters(before, request)) return { files };
  const mayPin = (pin: Pin) => isFitting(client, request, pin, signal);
  return { files, isLastResort: true, hasAll: true, mayPin };
}

/** Whether a request accepts other versions than the lockfile: all versions are chosen again. */
export function changesFilters(before: Lockfile, request: LockedRequest): boolean {
  return FILTERS.some((name) => before.request[name] !== request[name]);
}

const FILTERS = [
  'game_version',
  'loader',
  'platform',
  'release_channel',
] as const satisfies readonly (keyof LockedRequest)[];

/**
 * The installed files of mods that are set aside, and of all dependencies that the plan does not
 * have. `modport.lock` does not say which dependencies a mod needs, and the service may no longer
 * do so. Empty if no mod is set aside.
 */
function stayingFiles(
  { files, request }: Lockfile,
  { aside }: PlanSession,
  { items }: ResolvedPlan,
): readonly LockedFile[] {
  if (aside.size === 0) return [];
  const planned = new Set(items.map(({ mod_id }) => mod_id));
  const selected = new Set(request.mods.map(({ mod_id }) => mod_id));
  return files.filter(
    ({ mod_id }) => !planned.has(mod_id) && (aside.has(mod_id) || !selected.has(mod_id)),
  );
}
