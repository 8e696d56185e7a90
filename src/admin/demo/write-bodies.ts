import { v5 as uuidFrom } from 'uuid';
import type { NewMod, NewUpload, NewVersion } from './api.js';
import type { DemoArchive } from './archive.js';
import type { DemoMod, DemoVersion } from './catalog.types.js';

const keySpace = 'f0a2b8a6-6d1b-4c62-9a4e-0d6c2f3a7b15';

/** A mod of the catalog as `POST /mods` takes it. */
export function modBody(mod: DemoMod): NewMod {
  return {
    game_slug: mod.game,
    slug: mod.slug,
    title: mod.title,
    summary: mod.summary,
    description: mod.description,
    categories: mod.categories,
    license: mod.license,
    homepage_url: mod.homepageUrl,
    ...(mod.sourceUrl ? { source_url: mod.sourceUrl } : {}),
  };
}

/** A version as `POST /mods/{mod_id}/versions` takes it; `ids` holds the mods that it names. */
export function versionBody(version: DemoVersion, ids: ReadonlyMap<string, string>): NewVersion {
  return {
    version: version.version,
    release_channel: version.channel ?? 'release',
    ...(version.changelog ? { changelog: version.changelog } : {}),
    game_versions: version.gameVersions,
    loader_platforms: version.loaders,
    dependencies: (version.dependencies ?? []).map(({ kind, mod, range, note }) => ({
      kind,
      mod_id: idOf(ids, mod),
      version_constraint: range,
      ...(note ? { note } : {}),
    })),
  };
}

/** The file of a version as `POST /uploads` takes it. */
export function uploadBody(
  modId: string,
  versionId: string,
  { filename, contentType, bytes }: DemoArchive,
  sha256: string,
): NewUpload {
  const expectedHashes = { sha256 };
  return {
    modId,
    versionId,
    filename,
    contentType,
    sizeBytes: bytes.length,
    expectedHashes,
    fileKind: 'main',
  };
}

/** The id that a mod got; throws for a slug that has none yet. */
export function idOf(ids: ReadonlyMap<string, string>, slug: string): string {
  const id = ids.get(slug);
  if (id === undefined) throw new Error(`${slug} is needed before it has been created`);
  return id;
}

/** The same key for the same write, so that a second run gets the first run's answer. */
export function writeKey(operation: string, body: object): string {
  return uuidFrom(`${operation} ${JSON.stringify(body)}`, keySpace);
}
