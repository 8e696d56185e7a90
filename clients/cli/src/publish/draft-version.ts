import { type Client, ProblemError, type Schema } from '@modport/client';
import { findMod, isFor, lookUpVersions, onlyVersion } from '../catalog.js';
import { failure } from '../failure.js';
import { texts } from '../language.js';
import { createOnce } from './create-once.js';
import { type OwnMod, textOf } from './find-or-create-mod.js';
import type { LoadedManifest } from './manifest.js';

type Version = Schema<'ModVersion'>;

/** The states of a version that is not published yet and still can be. */
const OPEN: ReadonlySet<string> = new Set(['draft', 'validating', 'scanning', 'ready', 'failed']);

/** The facts of a version that the manifest states, in the form that the service takes. */
export interface VersionFacts {
  readonly version: string;
  readonly release_channel: 'release' | 'beta' | 'alpha';
  /** Null if the manifest has none. */
  readonly changelog: { readonly en: string } | null;
  readonly game_versions: string[];
  readonly loader_platforms: string[];
  readonly dependencies: Schema<'DependencyInput'>[];
}

/**
 * Reads the facts of a version from the manifest, and finds the mods that it depends on. Throws
 * `file_unusable` for the file of the changelog, and `mod_not_found` and `mod_ambiguous` for a
 * dependency.
 */
export async function versionFacts(
  client: Client,
  manifest: LoadedManifest,
  version: string,
  signal: AbortSignal,
): Promise<VersionFacts> {
  const changelog = await textOf(manifest.folder, manifest.changelog, manifest.changelog_file);
  const dependencies: Schema<'DependencyInput'>[] = [];
  for (const { mod, kind, version: constraint, note } of manifest.dependencies) {
    const { id } = await findMod(client, mod, manifest.mod.game, signal);
    dependencies.push({
      kind,
      mod_id: id,
      ...(constraint === undefined ? {} : { version_constraint: constraint }),
      ...(note === undefined ? {} : { note }),
    });
  }
  return {
    version,
    release_channel: manifest.channel,
    changelog: changelog === undefined ? null : { en: changelog },
    game_versions: manifest.game_versions,
    loader_platforms: manifest.loaders,
    dependencies,
  };
}

/**
 * The existing version with the name and one of the loaders of `body`, or else a new draft. A list
 * without loaders stands for all. A version with that name but only other loaders is another
 * version. Throws `version_ambiguous`, and `version_unpublishable` for one that cannot be published
 * any more, for example because it was withdrawn.
 */
export async function findOrCreateVersion(
  client: Client,
  mod: OwnMod,
  body: VersionFacts,
  signal: AbortSignal,
): Promise<{ readonly version: Version; readonly isNew: boolean }> {
  const found = mod.isNew ? null : await lookUpExisting(client, mod, body, signal);
  if (found) return { version: checked(found), isNew: false };
  try {
    return { version: await createVersion(client, mod, body, signal), isNew: true };
  } catch (error) {
    // Another run created it a moment ago.
    if (!(error instanceof ProblemError && error.code === 'duplicate_version')) throw error;
    const other = await lookUpExisting(client, mod, body, signal);
    if (!other) throw error;
    return { version: checked(other), isNew: false };
  }
}

/**
 * The existing version with the name and one of the loaders of these facts, or null. Throws
 * `version_ambiguous`.
 */
async function lookUpExisting(
  client: Client,
  mod: OwnMod,
  { version, loader_platforms }: VersionFacts,
  signal: AbortSignal,
): Promise<Version | null> {
  const named = await lookUpVersions(client, mod.id, version, signal);
  const existing = named.filter((one) => isFor(one, loader_platforms));
  return onlyVersion(mod, version, existing);
}

async function createVersion(
  client: Client,
  mod: OwnMod,
  body: VersionFacts,
  signal: AbortSignal,
): Promise<Version> {
  const create = async (idempotencyKey: string) => {
    const init = { params: { path: { mod_id: mod.id } }, body, idempotencyKey, signal };
    return (await client.post('/mods/{mod_id}/versions', init)).body.data;
  };
  const read = ({ id: version_id }: Version) => {
    const params = { path: { mod_id: mod.id, version_id } };
    return client.get('/mods/{mod_id}/versions/{version_id}', { params, signal });
  };
  return createOnce(['version', mod.id, JSON.stringify(body)], create, read);
}

function checked(version: Version): Version {
  if (version.status === 'published' || OPEN.has(version.status)) return version;
  throw failure('version_unpublishable', { version: version.version, state: version.status });
}

/**
 * Changes members of an existing draft, and returns the changed version. If the version changes
 * between its read and its write, for example by a scan, tries again, up to `ATTEMPTS` times. Then
 * throws the problem `precondition_failed`.
 */
export async function updateDraft(
  client: Client,
  version: Version,
  change: Schema<'UpdateModVersionInput'>,
  signal: AbortSignal,
): Promise<Version> {
  const path = { mod_id: version.mod_id, version_id: version.id };
  const address = '/mods/{mod_id}/versions/{version_id}' as const;
  for (let attempt = 1; ; attempt += 1) {
    const { headers } = await client.get(address, { params: { path }, signal });
    const etag = headers.get('etag');
    if (etag === null) throw failure('unexpected', { reason: NO_ETAG });
    const params = { path, header: { 'If-Match': etag } };
    try {
      return (await client.patch(address, { params, body: change, signal })).body.data;
    } catch (error) {
      // The scan of a file writes to the version too.
      const isStale = error instanceof ProblemError && error.code === 'precondition_failed';
      if (!isStale || attempt === ATTEMPTS) throw error;
    }
  }
}

/** The most attempts of an update. A scan changes a version only a few times. */
const ATTEMPTS = 8;

const NO_ETAG = texts({
  en: 'the service sent no ETag for the version',
  de: 'der Dienst hat keinen ETag für die Version gesendet',
  ru: 'сервис не прислал ETag версии',
});
