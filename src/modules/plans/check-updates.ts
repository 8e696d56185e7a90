import { type FieldProblem, problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import { isId } from '../../request/ids.js';
import { type Digest, type KnownFile, readDigest, readKnownFiles } from '../artifacts/index.js';
import { type Candidate, candidatesOf, optionalFilesOf } from './candidates.js';
import { chooseAlone } from './choose-alone.js';
import { isNewer, preferred } from './preferred.js';
import { presentFile } from './present-file.js';
import { byMod } from './selectors.js';
import { readSurroundings, type Surroundings } from './surroundings.js';
import type { InstalledFileInput, UpdateCheckInput } from './update.input.js';
import type { UpdateCheck, UpdateItem, UpdateStatus } from './update.type.js';

/** What one item names a file by. */
type Named = { readonly id: string } | Digest;

/** What is known of the mods of installed files. */
interface Offers {
  readonly fittingByMod: ReadonlyMap<string, readonly Candidate[]>;
  readonly latestByMod: ReadonlyMap<string, Candidate>;
  readonly optionalFiles: readonly Candidate[];
}

const UNKNOWN: UpdateItem = { status: 'unknown', installed: null, latest: null };

/**
 * For each installed file, whether its mod has a newer one that fits: the one that a plan of this
 * mod alone would install. The statements do not grow with the files.
 * Throws `invalid_input`, `not_found` for an unknown game, and `unsupported_version`.
 */
export async function checkUpdates(
  ctx: RequestContext,
  input: UpdateCheckInput,
): Promise<UpdateCheck> {
  const named = checkedItems(input.items);
  const { gameId, surroundings } = await readSurroundings(ctx, input);
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

async function readOffers(
  ctx: RequestContext,
  surroundings: Surroundings,
  known: readonly KnownFile[],
): Promise<Offers> {
  const modIds = [...new Set(known.map(({ modId }) => modId))];
  const all = byMod(modIds, await candidatesOf(ctx, modIds, surroundings));
  const fittingByMod = new Map(
    [...all].map(([modId, candidates]) => [modId, preferred(candidates, surroundings)]),
  );
  const latestByMod = await chooseAlone(ctx, surroundings, fittingByMod);
  const further = known
    .filter(({ fileKind }) => fileKind === 'optional')
    .flatMap(({ modId }) => latestByMod.get(modId)?.versionId ?? []);
  const optionalFiles = further.length > 0 ? await optionalFilesOf(ctx, further) : [];
  return { fittingByMod, latestByMod, optionalFiles };
}

function itemOf(installed: KnownFile, offers: Offers): UpdateItem {
  const latest = offers.latestByMod.get(installed.modId);
  const file = latest && successorOf(installed, latest, offers);
  return {
    status: file ? statusOf(installed, latest, file, offers) : 'no_compatible_file',
    installed: {
      modId: installed.modId,
      versionId: installed.versionId,
      version: installed.version,
      artifactId: installed.id,
      fileKind: installed.fileKind,
      status: installed.state,
      shared: installed.shared,
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

/** An optional file is followed by the one of the same label: nothing else tells which it is. */
function successorOf(
  installed: KnownFile,
  latest: Candidate,
  { optionalFiles }: Offers,
): Candidate | undefined {
  if (installed.fileKind === 'main') return latest;
  return optionalFiles.find(
    (it) => it.trusted && it.versionId === latest.versionId && it.label === installed.label,
  );
}

function statusOf(
  installed: KnownFile,
  latest: Candidate,
  file: Candidate,
  { fittingByMod }: Offers,
): UpdateStatus {
  // The same bytes under another version are nothing to fetch.
  if (file.sha256 === installed.sha256) return 'current';
  if (installed.state === 'withdrawn') return 'update_available';
  const fitting = fittingByMod.get(installed.modId) ?? [];
  return isNewer(latest, installed, fitting) ? 'update_available' : 'current';
}
