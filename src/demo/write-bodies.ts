import { v5 as uuidFrom } from 'uuid';
import type { NewMod, NewUpload, NewVersion } from './api.js';
import type { DemoArchive } from './archive.js';
import type { DemoMod, DemoVersion } from './catalog.types.js';

const keySpace = 'f0a2b8a6-6d1b-4c62-9a4e-0d6c2f3a7b15';

/** The body of `POST /mods` for a mod of the catalog. */
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

/** The body of `POST /mods/{mod_id}/versions`; `ids` holds the ids of its dependencies. */
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

/** The body of `POST /uploads` for the file of a version. */
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

/** The id of a created mod. Throws if the slug has none yet. */
export function idOf(ids: ReadonlyMap<string, string>, slug: string): string {
  const id = ids.get(slug);
  if (id === undefined) throw new Error(`${slug} is needed before it has been created`);
  return id;
}

/** Derives the idempotency key from the write, so that a second run replays the first. */
export function idempotencyKeyOf(operation: string, body: object): string {
  return uuidFrom(`${operation} ${JSON.stringify(body)}`, keySpace);
}
