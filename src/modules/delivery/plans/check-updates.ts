import { type FieldProblem, problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { type Digest, type KnownFile, readDigest, readKnownFiles } from '../../publishing/index.js';
import { type Candidate, filesById, optionalFilesOf } from './candidates.js';
import { presentFile } from './describe-plan.js';
import { loadFiles } from './load-files.js';
import { type PlanContext, readPlanContext } from './plan-request.js';
import { findLatestAndOutdated, solverOf } from './run-solver.js';
import type {
  InstalledFileInput,
  UpdateCheck,
  UpdateCheckInput,
  UpdateItem,
  UpdateStatus,
} from './update.type.js';

/** The file that one item names: by its id or by its digest. */
type Named = { readonly id: string } | Digest;

/** The available files for the mods of installed files. */
interface Offers {
  /** Installed files that are older than the file that a plan would install. */
  readonly outdatedIds: ReadonlySet<string>;
  readonly latestByMod: ReadonlyMap<string, Candidate>;
  readonly optionalFiles: readonly Candidate[];
}

const UNKNOWN: UpdateItem = { status: 'unknown', installed: null, latest: null };

/**
 * For each installed file, says whether its mod has a newer file that fits. The number of
 * statements is constant.
 * - The compared file is the one that a plan of this mod alone would install. It may be older than
 *   the installed one. For an optional file, it is the file with the same label in that version.
 * - `update_available`: the compared file has other bytes, and is newer or replaces a withdrawn
 *   file.
 * - `no_compatible_file`: there is no file to compare with.
 * - `unknown`: `readKnownFiles` does not return the installed file.
 * - `current`: all other files.
 *
 * Throws `invalid_input`, `not_found` for an unknown game, `unsupported_version`, and
 * `validation_failed` above the limits of a plan. Throws `rate_limited` above the caller's thread
 * quota, and `service_unavailable` if no thread is free.
 */
export async function checkUpdates(
  ctx: RequestContext,
  input: UpdateCheckInput,
): Promise<UpdateCheck> {
  const named = checkedItems(input.items);
  const { gameId, surroundings } = await readPlanContext(ctx, input);
  const ids = named.flatMap((it) => ('id' in it && isId(it.id) ? [it.id] : []));
  const digests = named.filter((it) => 'hex' in it);
  const known = await readKnownFiles(ctx, gameId, { ids, digests });
  const offers = await readOffers(ctx, surroundings, known);
  const byKey = new Map(known.map((file) => [file.key, file]));
  const items = named.map((it) => {
    const installed = byKey.get('id' in it ? it.id : it.hex);
    return installed ? itemOf(installed, offers) : UNKNOWN;
  });
  return { items };
}

function checkedItems(items: readonly InstalledFileInput[]): Named[] {
  if (items.length === 0) throw invalid([{ field: 'items', code: 'required' }]);
  if (items.length > LIMITS.lookupItems) throw invalid([{ field: 'items', code: 'too_many' }]);
  const faults: FieldProblem[] = [];
  const named = items.flatMap(({ artifactId, hash }, at): Named[] => {
    if (typeof artifactId === typeof hash) {
      faults.push({ field: `items[${at}]`, code: 'exactly_one' });
      return [];
    }
    if (artifactId) return [{ id: artifactId }];
    const digest = readDigest(hash ?? '');
    if (typeof digest !== 'string') return [digest];
    faults.push({ field: `items[${at}].hash`, code: digest });
    return [];
  });
  if (faults.length > 0) throw invalid(faults);
  return named;
}

function invalid(fields: readonly FieldProblem[]) {
  return problem('invalid_input', { fields });
}

/**
 * Finds the file of each mod that a plan of it alone would install, and the outdated files, in a
 * solver thread. If an installed file is optional, such a plan may contain optional files that
 * others require. Only then it also reads the optional files of the found versions.
 */
async function readOffers(
  ctx: RequestContext,
  surroundings: PlanContext,
  known: readonly KnownFile[],
): Promise<Offers> {
  const modIds = [...new Set(known.map(({ modId }) => modId))];
  const loaded = await loadFiles(ctx, {
    modIds,
    pinned: [],
    includeOptional: false,
    surroundings,
    field: 'items',
  });
  const installed = known.map(({ id, modId, version, versionId, publishedAt }) => ({
    id,
    modId,
    version,
    versionId,
    publishedAt: publishedAt.getTime(),
  }));
  const { latest, outdatedIds } = await findLatestAndOutdated(solverOf(ctx), {
    loaded,
    modIds,
    includeOptional: known.some(({ fileKind }) => fileKind === 'optional'),
    installed,
    withPrereleases: surroundings.releaseChannel !== 'release',
  });
  const latestIds = latest.map(({ artifactId }) => artifactId);
  const files = await filesById(ctx, latestIds);
  const latestByMod = new Map([...files.values()].map((file) => [file.modId, file]));
  const further = known
    .filter(({ fileKind }) => fileKind === 'optional')
    .flatMap(({ modId }) => latestByMod.get(modId)?.versionId ?? []);
  const optionalFiles = further.length > 0 ? await optionalFilesOf(ctx, further) : [];
  return { outdatedIds: new Set(outdatedIds), latestByMod, optionalFiles };
}

function itemOf(installed: KnownFile, offers: Offers): UpdateItem {
  const latest = offers.latestByMod.get(installed.modId);
  const file = latest && successorOf(installed, latest, offers);
  return {
    status: file ? statusOf(installed, file, offers) : 'no_compatible_file',
    installed: {
      modId: installed.modId,
      versionId: installed.versionId,
      version: installed.version,
      artifactId: installed.id,
      fileKind: installed.fileKind,
      status: installed.state,
      shared: installed.isAmbiguous,
    },
    latest: file
      ? {
          versionId: latest.versionId,
          version: latest.version,
          releaseChannel: latest.releaseChannel,
          publishedAt: latest.publishedAt,
          file: presentFile(file),
        }
      : null,
  };
}

/** The successor of an optional file has the same label: nothing else identifies it. */
function successorOf(
  installed: KnownFile,
  latest: Candidate,
  { optionalFiles }: Offers,
): Candidate | undefined {
  if (installed.fileKind === 'main') return latest;
  return optionalFiles.find(
    (it) => it.isObtainable && it.versionId === latest.versionId && it.label === installed.label,
  );
}

/** The same bytes in another version need no download; a withdrawn file must be replaced. */
function statusOf(installed: KnownFile, file: Candidate, { outdatedIds }: Offers): UpdateStatus {
  if (file.sha256 === installed.sha256) return 'current';
  if (installed.state === 'withdrawn') return 'update_available';
  return outdatedIds.has(installed.id) ? 'update_available' : 'current';
}
